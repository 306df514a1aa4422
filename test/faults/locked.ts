// Experiment: another program holds SQLite's write lock, first briefly, then for a long time, while clients write and read.
// Passes when all writes wait and succeed in the short case, are 503 with Retry-After in the long one, and no read stalls.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { conclude, percentile, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

/** A reader that waited for the lock would wait for seconds; below this the machine decides. */
const NOISE_MS = 100
const QUIET_MS = 5_000
const WELL_AGAIN_MS = 5_000
const { short, long, clients } = readOptions(
  "Another program holds SQLite's write lock for `short` and then for `long` seconds.",
  { short: 3, long: 60, clients: 8 },
)

const folder = newFolder()
const service = await startService({ ...NO_LIMITS, GALLEY_DATA: folder, GALLEY_LOG_LEVEL: 'silent' })
const token = await firstToken(service.origin)
const other = new Sqlite(join(folder, 'galley.db'))

/** Reads are timed apart while the lock is held and while nothing else goes on, before, between and after: others' load comes and goes. */
const times = { held: [] as number[], quiet: [] as number[], other: [] as number[] }
let phase: keyof typeof times = 'quiet'
let badReads = 0
let reading = true
const readers = ['/api/time', '/api/docs/', '/api/docs/private', '/api/docs/search?q=writer', '/api/docs/tree'].map(
  async (path) => {
    while (reading) {
      const asked = performance.now()
      const inPhase = phase
      const response = await fetch(service.origin + path, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      times[inPhase === phase ? phase : 'other'].push(performance.now() - asked)
      if (!response.ok) badReads++
      await sleep(10)
    }
  },
)

async function hold(seconds: number): Promise<Writers & { wellMs: number }> {
  const writers = new Writers(() => service.origin, token)
  writers.start(clients)
  await writers.reach(50)
  other.exec('begin immediate')
  phase = 'held'
  await sleep(seconds * 1_000)
  phase = 'other'
  other.exec('rollback')
  const freed = performance.now()
  await writers.reach(writers.writes + clients)
  const wellMs = performance.now() - freed
  await writers.stop()
  return Object.assign(writers, { wellMs })
}

async function rest(): Promise<void> {
  phase = 'quiet'
  await sleep(QUIET_MS)
  phase = 'other'
}

await rest()
const shortly = await hold(short)
await rest()
const lengthily = await hold(long)
await rest()
reading = false
await Promise.all(readers)
const lost = (await shortly.lost()) + (await lengthily.lost())
other.close()
await stopService(service)

const [held, quiet] = [percentile(times.held, 0.99), percentile(times.quiet, 0.99)]
const refused = lengthily.statuses.get(503) ?? 0
const failedShort =
  shortly.broken + [...shortly.statuses].reduce((sum, [status, times]) => (status < 300 ? sum : sum + times), 0)
conclude(
  `locked for ${short} s: ${failedShort} of ${shortly.writes} writes failed; for ${long} s: ${refused} times 503, ${lengthily.unnamed} of them without detail or Retry-After, other responses ${lengthily.odd([503]) || 'none'}, well again after ${Math.round(lengthily.wellMs)} ms; ${lost} acknowledged lost; ${badReads} reads failed; p99 of ${times.held.length} reads while locked ${held.toFixed(1)} ms, of ${times.quiet.length} others ${quiet.toFixed(1)} ms`,
  failedShort === 0 &&
    refused > 0 &&
    lengthily.unnamed === 0 &&
    lengthily.odd([503]) === '' &&
    lengthily.wellMs <= WELL_AGAIN_MS &&
    lost + badReads === 0 &&
    held <= Math.max(quiet * 1.2, NOISE_MS),
)
