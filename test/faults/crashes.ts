// Experiment: SIGKILL to the service at random moments under eight writers, again and again over one database.
// Passes when no acknowledged write is lost, the file is whole, and every start is ready within three seconds.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const READY_MS = 3_000
const { engine, kills, writes, clients, seed } = readOptions(
  'SIGKILL to the service under writers; the kills are spread over the writes.',
  { engine: 'sqlite', kills: 50, writes: 20_000, clients: 8, seed: 1 },
)

const next = random(seed)
const folder = newFolder()
const server = await databaseOf(engine)
const env = { ...NO_LIMITS, GALLEY_DATA: folder, DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'error' }
let service = await startService(env)
const writers = new Writers(() => service.origin, await firstToken(service.origin))
writers.start(clients)
let slowest = 0
for (let kill = 1; kill <= kills; kill++) {
  const enough = (writes * kill) / kills
  await writers.reach(enough)
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
  slowest = Math.max(slowest, performance.now() - started)
}
await writers.stop()
const lost = await writers.lost()
await stopService(service)

await server.stop()
const { integrity, dangling } = stateOf(join(folder, 'galley.db'))
const odd = writers.odd([503])
conclude(
  `${engine}, seed ${seed}, ${kills} kills: ${lost} of ${writers.writes} acknowledged writes lost (${writers.acknowledged.size} documents); integrity ${integrity}, ${dangling} dangling references; ready after ${Math.round(slowest)} ms at most; other responses: ${odd || 'none'}`,
  lost === 0 && writers.writes >= writes && integrity === 'ok' && dangling === 0 && slowest <= READY_MS && odd === '',
)

/** stateOf asks SQLite itself; PostgreSQL keeps its own promises, and has no file here. */
function stateOf(file: string): { integrity: unknown; dangling: number } {
  if (!existsSync(file)) return { integrity: 'ok', dangling: 0 }
  const database = new Sqlite(file, { readonly: true })
  const integrity = database.pragma('integrity_check', { simple: true })
  const dangling = (database.pragma('foreign_key_check') as unknown[]).length
  database.close()
  return { integrity, dangling }
}
