// Experiment: SIGKILL to the service at random moments under eight writers and two workers, again and again over one database.
// Passes when no acknowledged write or job is lost, the file is whole, and every start is ready within three seconds.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { MINUTE } from '../../src/time.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const READY_MS = 3_000
const JOBS_AT_ONCE = 5
const { engine, kills, writes, clients, workers, seed } = readOptions(
  'SIGKILL to the service under writers; the kills are spread over the writes.',
  { engine: 'sqlite', kills: 50, writes: 20_000, clients: 8, workers: 2, seed: 1 },
)

const next = random(seed)
const folder = newFolder()
const server = await databaseOf(engine)
const env = {
  ...NO_LIMITS,
  GALLEY_DATA: folder,
  DATABASE_URL: server.url,
  GALLEY_LOG_LEVEL: 'error',
  GALLEY_WORKERS: String(workers),
}
let service = await startService(env)
const token = await firstToken(service.origin)
const writers = new Writers(() => service.origin, token)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const jobs: number[] = []

/** enqueueSome leaves jobs behind for the workers of the next service. */
async function enqueueSome(): Promise<void> {
  if (workers === 0) return
  for (const document_id of [...writers.acknowledged.keys()].slice(-JOBS_AT_ONCE)) {
    const body = JSON.stringify({ document_id, notes: 'Backups are kept for 30 days.' })
    const response = await fetch(`${service.origin}/api/pipeline/docs/enqueue`, { method: 'POST', headers, body })
    if (response.ok) jobs.push(((await response.json()) as { job_id: number }).job_id)
  }
}

/** statusOf is `lost` for a job that is not there: nobody needs to wait for it. */
const statusOf = async (job: number): Promise<string> => {
  const response = await fetch(`${service.origin}/api/pipeline/docs/job/${job}`, { headers })
  return response.ok ? ((await response.json()) as { status: string }).status : 'lost'
}
writers.start(clients)
let slowest = 0
for (let kill = 1; kill <= kills; kill++) {
  const enough = (writes * kill) / kills
  await writers.reach(enough)
  await enqueueSome()
  await sleep(next() * 50)
  service.child.kill('SIGKILL')
  await service.ended
  const started = performance.now()
  service = await startService(env)
  await until('the service is ready', () =>
    fetch(`${service.origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  slowest = Math.max(slowest, performance.now() - started - waitedMs(service.child.pid!))
}
await writers.stop()
const lost = await writers.lost()
let undrafted = jobs.length
const areDone = async () => {
  const statuses = await Promise.all(jobs.map(statusOf))
  undrafted = statuses.filter((status) => status !== 'review').length
  return statuses.every((status) => status === 'review' || status === 'lost')
}
await until('every job is in review', areDone, 3 * MINUTE).catch(() => {})
await stopService(service)
await server.stop()
const { integrity, dangling } = stateOf(join(folder, 'galley.db'))
const odd = writers.odd([503])
conclude(
  `${engine}, seed ${seed}, ${kills} kills: ${lost} of ${writers.writes} acknowledged writes lost (${writers.acknowledged.size} documents), ${undrafted} of ${jobs.length} jobs not drafted; integrity ${integrity}, ${dangling} dangling references; ready after ${Math.round(slowest)} ms at most without those in which it waited for a processor; other responses: ${odd || 'none'}`,
  lost + undrafted === 0 &&
    writers.writes >= writes &&
    integrity === 'ok' &&
    dangling === 0 &&
    slowest <= READY_MS &&
    odd === '',
)

/** waitedMs is how long a process could run but others had the processor: the second number of its schedstat, in ns (Linux). */
function waitedMs(pid: number): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0
}

/** stateOf asks SQLite itself; PostgreSQL keeps its own promises, and has no file here. */
function stateOf(file: string): { integrity: unknown; dangling: number } {
  if (!existsSync(file)) return { integrity: 'ok', dangling: 0 }
  const database = new Sqlite(file, { readonly: true })
  const integrity = database.pragma('integrity_check', { simple: true })
  const dangling = (database.pragma('foreign_key_check') as unknown[]).length
  database.close()
  return { integrity, dangling }
}
