// Experiment: a worker is stopped (SIGSTOP) in the middle of its steps, another takes its jobs and works on them, and then the
// first wakes up and writes. Passes when the fence refuses every late write: the status alone can't, it is `processing` again.

import { setTimeout as sleep } from 'node:timers/promises'
import { COMMAND_LINE } from '../../src/actor.ts'
import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { enqueueMany } from '../../src/features/pipeline/enqueue.ts'
import { MINUTE } from '../../src/time.ts'
import { countBusy, makeDocument } from '../pipeline.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { newFolder, startSlowWorker, stopWorkers } from './service.ts'

const { engine, rounds, seed } = readOptions('A worker wakes up while another holds its jobs.', {
  engine: 'sqlite',
  rounds: 2,
  seed: 1,
})
/** As many as a slow worker takes at once, so that the second has all of them. */
const JOBS = 4
const STEPS = 4

const server = await databaseOf(engine)
const settings = { GALLEY_DATA: newFolder(), DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'silent' }
const deps = await openDeps({ migrate: true }, readConfig(settings))
const countHeld = async (worker: string): Promise<number> =>
  (await deps.db.read.selectFrom('jobs').select('id').where('worker', '=', worker).execute()).length
const countEvents = async (kind: string): Promise<number> =>
  (await deps.db.read.selectFrom('events').select('id').where('kind', '=', kind).execute()).length

for (let round = 0; round < rounds; round++) {
  const ids: number[] = []
  for (let index = 0; index < JOBS; index++) ids.push(await makeDocument(deps))
  await enqueueMany(deps, COMMAND_LINE, { document_ids: ids, notes: 'One.\nTwo.' })
  const late = startSlowWorker(settings, 'late', seed + round, 1_000, 4_000)
  await until('the first worker has the jobs', async () => (await countHeld('late')) === JOBS)
  await sleep(2_500)
  late.kill('SIGSTOP')
  // Its steps take so long that it still holds every job when the first one wakes up.
  const second = startSlowWorker(settings, 'second', seed, 10_000, 10_000)
  await until('the second worker has the jobs', async () => (await countHeld('second')) === JOBS, MINUTE)
  late.kill('SIGCONT')
  await sleep(6_000)
  await stopWorkers(late)
  await until('every job is done', async () => (await countBusy(deps)) === 0, 10 * MINUTE)
  await stopWorkers(second)
}

const all = rounds * JOBS
const finished = await countEvents('step.finished')
const drafts = await countEvents('draft.ready')
const questions = await deps.db.read.selectFrom('questions').select('id').execute()
await deps.close()
await server.stop()
conclude(
  `${engine}, seed ${seed}: ${all} jobs were taken from a sleeping worker that then wrote: ${finished} steps written of ${all * STEPS}, ${drafts} drafts and ${questions.length} questions of ${all}`,
  finished === all * STEPS && drafts === all && questions.length === all,
)
