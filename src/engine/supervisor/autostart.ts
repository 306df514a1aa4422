// The processes that come with the service: GALLEY_WORKERS workers and one beat in the whole cluster.
// Decides rows only; the supervisor starts what they ask for.

import type { Tx } from '../db/db.ts'
import type { SupervisorDeps } from './deps.ts'
import { isHeld, supervisorLease } from './leases.ts'
import { forgetRows, isActive, LOST_AFTER_MS, type ProcessRow, recordLost } from './rows.ts'

type AutostartDeps = Pick<SupervisorDeps, 'config' | 'db' | 'clock'>

/** bringUpOwnSet is what a service's start asks for, even if someone had stopped it or it had been given up. */
export async function bringUpOwnSet({ config, db, clock }: AutostartDeps, tx: Tx): Promise<void> {
  await db.dialect.lock(tx, 'processes')
  const now = clock.now()
  if (!db.dialect.manyNodes) await inherit(tx, config.nodeName, now)
  await recordLost(tx, config.nodeName, now)
  const rows = await tx.selectFrom('processes').selectAll().orderBy('id').execute()
  const own = rows.filter((row) => row.node === config.nodeName && row.origin === 'service')
  const workers = own.filter((row) => row.kind === 'worker')
  for (const row of workers.slice(0, config.workers)) await askToRun(tx, row, config.workerConcurrency)
  for (const row of workers.slice(config.workers)) await dismiss(tx, row, config.dataDir)
  const names = new Set(rows.map((row) => row.name))
  for (let missing = config.workers - workers.length; missing > 0; missing--) {
    await insertOwn(tx, 'worker', freeName('worker-', names), config.nodeName, config.workerConcurrency, now)
  }

  const beats = own.filter((row) => row.kind === 'beat')
  const elsewhere = rows.some((row) => row.kind === 'beat' && isActive(row) && !beats.includes(row))
  if (config.workers === 0 || elsewhere) for (const row of beats) await dismiss(tx, row, config.dataDir)
  else if (beats[0]) await askToRun(tx, beats[0], 1)
  else await insertOwn(tx, 'beat', names.has('beat') ? freeName('beat-', names) : 'beat', config.nodeName, 1, now)
}

/** inherit: a database of one machine has one node, so entries under another name are its own from before it was renamed. */
async function inherit(tx: Tx, node: string, now: number): Promise<void> {
  const others = await tx.selectFrom('processes').select('node').distinct().where('node', '<>', node).execute()
  for (const former of others) {
    // Its supervisor, if there is one, is on this machine too: it is looked for by pid and start time.
    if (await isHeld(tx, supervisorLease(former.node), now, former.node)) continue
    await tx.updateTable('processes').set({ node }).where('node', '=', former.node).execute()
  }
}

/** takeOverBeat starts a beat here when the one on another node has ended with its node, and not because someone asked. */
export async function takeOverBeat({ config, db, clock }: AutostartDeps): Promise<void> {
  if (config.workers === 0) return
  const beats = await db.read.selectFrom('processes').selectAll().where('kind', '=', 'beat').execute()
  const lives = (row: ProcessRow) => isActive(row) && (row.heartbeat_at ?? row.created_at) > clock.now() - LOST_AFTER_MS
  if (beats.length === 0 || beats.some((row) => row.node === config.nodeName || row.wish === 'stop' || lives(row)))
    return
  await db.inTransaction(async (tx) => {
    await db.dialect.lock(tx, 'processes')
    const now = clock.now()
    await recordLost(tx, config.nodeName, now)
    const rows = await tx.selectFrom('processes').selectAll().execute()
    const current = rows.filter((row) => row.kind === 'beat')
    if (current.some((row) => isActive(row) || row.wish === 'stop' || row.node === config.nodeName)) return
    const names = new Set(rows.map((row) => row.name))
    await insertOwn(tx, 'beat', freeName('beat-', names), config.nodeName, 1, now)
  })
}

/** freeName returns the first of prefix1, prefix2, … that nobody has, and marks it as taken. */
export function freeName(prefix: string, names: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = `${prefix}${number}`
    if (names.has(name)) continue
    names.add(name)
    return name
  }
}

async function askToRun(tx: Tx, row: ProcessRow, concurrency: number): Promise<void> {
  const fresh = isActive(row) ? {} : { crashes: '[]', retry_at: null, status: 'stopped' as const }
  await tx
    .updateTable('processes')
    .set({ wish: row.wish === 'restart' ? 'restart' : 'run', concurrency, ...fresh })
    .where('id', '=', row.id)
    .execute()
}

async function dismiss(tx: Tx, row: ProcessRow, dataDir: string): Promise<void> {
  await tx.updateTable('processes').set({ wish: 'stop' }).where('id', '=', row.id).execute()
  await forgetRows(tx, [row], dataDir)
}

async function insertOwn(
  tx: Tx,
  kind: 'worker' | 'beat',
  name: string,
  node: string,
  concurrency: number,
  now: number,
): Promise<void> {
  await tx
    .insertInto('processes')
    .values({
      kind,
      name,
      node,
      status: 'starting',
      origin: 'service',
      queues: kind === 'worker' ? '["docs"]' : '[]',
      concurrency,
      created_at: now,
    })
    .execute()
}
