// Experiment: SIGKILL to the service while sources are saved, deleted and restored, again and again over one
// database. After each start every block that quotes one is held against the source as it is now.
// Passes when no block is stale without reason, none up to date by mistake, and each reason was met.

import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../random.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'

const { engine, kills, sources, seed } = readOptions('SIGKILL to the service while quoted documents change.', {
  engine: 'sqlite',
  kills: 30,
  sources: 8,
  seed: 1,
})
const QUOTE = 'Backups are kept for 30 days.'
const next = random(seed)
const server = await databaseOf(engine)
const env = { ...NO_LIMITS, GALLEY_DATA: newFolder(), DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'error' }
let service = await startService(env)
const token = await firstToken(service.origin)

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(service.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

type Pair = { source: number; quoting: number }
const pairs: Pair[] = []
for (let number = 0; number < sources; number++) {
  const source = (await call('POST', '/api/docs/', { title: `Source ${number}`, markdown: QUOTE })).body.id
  const quoting = (await call('POST', '/api/docs/', { title: `Guide ${number}`, markdown: 'Text.' })).body
  const attached = { block_id: quoting.blocks[0].id, kind: 'document', id: source, quote: QUOTE }
  await call('POST', `/api/docs/${quoting.id}/evidence`, attached)
  pairs.push({ source, quoting: quoting.id })
}

/** change does one thing to a source; what the state forbids is refused, and that is fine. */
async function change(source: number, nth: number): Promise<void> {
  const markdown = next() < 0.5 ? QUOTE : `Backups are kept for ${nth} weeks.`
  const choices = [
    () => call('PUT', `/api/docs/${source}`, { markdown }),
    () => call('DELETE', `/api/docs/${source}`),
    () => call('POST', `/api/admin/docs/trash/${source}/restore`),
  ]
  await choices[Math.floor(next() * choices.length)]!()
}

/** expectedOf is what the source itself says: deleted comes before changed. */
async function expectedOf(source: number): Promise<string | null> {
  const { status, body } = await call('GET', `/api/admin/docs/${source}`)
  if (status === 404) return 'deleted'
  return JSON.stringify(body.blocks).includes(QUOTE) ? null : 'changed'
}

const met = new Map<string, number>()
const wrong: string[] = []
let changes = 0
for (let kill = 1; kill <= kills; kill++) {
  let isOver = false
  const writing = pairs.map(async ({ source }) => {
    // The service may die under any request.
    while (!isOver) await change(source, changes++).catch(() => sleep(5))
  })
  await sleep(150 + next() * 150)
  service.child.kill('SIGKILL')
  isOver = true
  await service.ended
  await Promise.all(writing)
  service = await startService(env)
  for (const { source, quoting } of pairs) {
    const { blocks } = (await call('GET', `/api/docs/${quoting}/evidence`)).body
    const found: string | null = blocks[0].sources[0].stale?.reason ?? null
    const expected = await expectedOf(source)
    met.set(String(expected), (met.get(String(expected)) ?? 0) + 1)
    if (found !== expected) wrong.push(`document ${quoting}: ${found} instead of ${expected} after kill ${kill}`)
  }
}
await stopService(service)
await server.stop()
const counts = [...met].map(([reason, count]) => `${reason} ${count}`).join(', ')
conclude(
  `${engine}, seed ${seed}, ${kills} kills under ${changes} changes: ${wrong.length} of ${kills * sources} blocks wrong (${counts})${wrong.length > 0 ? `: ${wrong.slice(0, 3).join('; ')}` : ''}`,
  wrong.length === 0 && met.size === 3,
)
