// Experiment: workers whose clocks are apart take jobs that were enqueued by a third, whose clock is ahead of both (PostgreSQL).
// Passes when no job is taken from a worker that works on it, none waits for a clock, and a service reports its skew.

import { join } from 'node:path'
import { COMMAND_LINE } from '../../src/actor.ts'
import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { enqueueMany } from '../../src/features/pipeline/enqueue.ts'
import { MINUTE } from '../../src/time.ts'
import { countBusy, makeDocument } from '../pipeline.ts'
import { startPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { conclude, readOptions } from './experiment.ts'
import { newFolder, startService, startSlowWorker, stopService, stopWorkers } from './service.ts'

const { jobs, apart } = readOptions(
  'Workers, one of them `apart` seconds behind, share `jobs` jobs of a machine that is as much ahead.',
  { jobs: 40, apart: 60 },
)
const STARTED_WITHIN_MS = 10_000

/** skewed is the environment of a process whose clock is wrong by so many seconds. */
const skewed = (seconds: number) => ({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'skewed-clock.ts')}`,
  SKEW_SECONDS: String(seconds),
})

const postgres = await startPostgres(process.env.TEST_DATABASE_URL)
const settings = { GALLEY_DATA: newFolder(), DATABASE_URL: postgres.url, GALLEY_LOG_LEVEL: 'silent' }
process.env.SKEW_SECONDS = String(apart)
await import('./skewed-clock.ts')
const deps = await openDeps({ migrate: true }, readConfig(settings))
const ids: number[] = []
for (let index = 0; index < jobs; index++) ids.push(await makeDocument(deps))

const workers = [-apart, 0].map((seconds, index) =>
  startSlowWorker({ ...settings, ...skewed(seconds) }, `w${index}`, index, 1_000, 2_000),
)
const service = await startService({ DATABASE_URL: postgres.url, GALLEY_LOG_LEVEL: 'silent', ...skewed(-apart) })
await enqueueMany(deps, COMMAND_LINE, { document_ids: ids, notes: 'One.\nTwo.' })
const enqueued = performance.now()
const started = () =>
  deps.db.read.selectFrom('events').select('id').where('kind', '=', 'job.started').limit(1).execute()
await until('a job is started', async () => (await started()).length > 0, 10 * MINUTE)
const startedMs = performance.now() - enqueued
await until('every job is done', async () => (await countBusy(deps)) === 0, 10 * MINUTE)
const metrics = await (await fetch(`${service.origin}/metrics`)).text()
const shown = Number(/^galley_clock_skew_seconds (\S+)$/m.exec(metrics)?.[1])

await stopWorkers(...workers)
const reviewed = await deps.db.read.selectFrom('jobs').select('id').where('status', '=', 'review').execute()
const recovered = await deps.db.read.selectFrom('events').select('id').where('kind', '=', 'job.recovered').execute()
await stopService(service)
await deps.close()
await postgres.stop()
conclude(
  `clocks ${apart} s behind and ahead: ${reviewed.length} of ${jobs} jobs drafted, ${recovered.length} taken from a worker at work, the first begun after ${Math.round(startedMs)} ms; a service that is ${apart} s behind shows a skew of ${shown.toFixed(1)} s`,
  reviewed.length === jobs && recovered.length === 0 && startedMs <= STARTED_WITHIN_MS && Math.abs(shown + apart) < 2,
)
