// Experiment: many clients move, reorder and re-parent the categories of one tree at once; on PostgreSQL over two nodes.
// Passes when no response is a 5xx and every list ever read, the last one above all, is a tree without cycles, gaps or double places.

import { random } from '../random.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, startService, stopService } from './service.ts'

type Category = { id: number; parent_id: number | null; order: number; depth: number }

const { clients, moves, categories, seed } = readOptions(
  'Moves, reorders and re-parents of one tree of categories at once, on both engines, two nodes on PostgreSQL.',
  { clients: 16, moves: 2_000, categories: 200, seed: 1 },
)

/** Whoever walks up a cycle of categories would never answer. */
const LONGEST_MS = 60_000

/** faultsOf counts what is wrong with a list of all categories. */
function faultsOf(list: Category[]): number {
  const byId = new Map(list.map((category) => [category.id, category]))
  const siblings = Map.groupBy(list, ({ parent_id }) => parent_id)
  let faults = list.length === categories ? 0 : 1
  for (const group of siblings.values()) {
    const places = group.map(({ order }) => order).sort((a, b) => a - b)
    faults += places.filter((place, index) => place !== index).length
  }
  for (const category of list) {
    let steps = 0
    for (let above = category.parent_id; above !== null && steps <= categories; steps++)
      above = byId.get(above)?.parent_id ?? null
    if (steps !== category.depth) faults++
  }
  return faults
}

async function run(engine: string): Promise<{ line: string; isFine: boolean }> {
  const server = await databaseOf(engine)
  const env = { ...NO_LIMITS, DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'silent' }
  const nodes = [await startService({ ...env, GALLEY_NODE: 'one' })]
  if (engine === 'postgres') nodes.push(await startService({ ...env, GALLEY_NODE: 'two' }))
  const token = await firstToken(nodes[0]!.origin)
  const statuses = new Map<number, number>()
  const call = async (node: number, method: string, path: string, body?: object) => {
    const response = await fetch(`${nodes[node % nodes.length]!.origin}/api/admin/categories/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch((error: Error) => {
      // One that loops does not hear a milder signal.
      for (const { child } of nodes) child.kill('SIGKILL')
      return conclude(`seed ${seed}; ${engine}: no response to ${method} ${path}: ${error.message}`, false)
    })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    return response.json() as Promise<unknown>
  }
  const ids: number[] = []
  for (let index = 0; index < categories; index++) {
    const parent_id = index < 10 ? null : ids[Math.floor(index / 10)]
    ids.push(((await call(0, 'POST', '', { name: `Category ${index}`, parent_id })) as Category).id)
  }

  let lists = 0
  let faults = 0
  const read = async (node: number): Promise<Category[]> => {
    const list = (await call(node, 'GET', '')) as Category[]
    lists++
    faults += faultsOf(list)
    return list
  }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const next = random(seed * 1_000 + client)
      const any = () => ids[Math.floor(next() * ids.length)]!
      for (let move = 0; move < moves; move++) {
        const kind = next()
        if (kind < 0.4) await call(client, 'POST', `${any()}/move?direction=${next() < 0.5 ? 'up' : 'down'}`)
        else if (kind < 0.8)
          await call(client, 'PATCH', `${any()}/parent${next() < 0.2 ? '' : `?new_parent_id=${any()}`}`)
        else {
          const list = await read(client)
          const { parent_id } = list[Math.floor(next() * list.length)]!
          const group = list.filter((category) => category.parent_id === parent_id).map(({ id }) => id)
          await call(client, 'POST', 'reorder', { parent_id, ids: group.sort(() => next() - 0.5) })
        }
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  for (const [index] of nodes.entries()) await read(index)
  for (const node of nodes) await stopService(node)
  await server.stop()
  const broken = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, times]) => sum + times, 0)
  const shown = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
  return {
    line: `${engine}, ${nodes.length} node(s): ${clients * moves} moves in ${seconds.toFixed(0)} s, ${broken} responses of 5xx, ${faults} faults in ${lists} lists (${shown})`,
    isFine: broken === 0 && faults === 0,
  }
}

const results = [await run('sqlite'), await run('postgres')]
conclude(
  `seed ${seed}; ${results.map(({ line }) => line).join('; ')}`,
  results.every(({ isFine }) => isFine),
)
