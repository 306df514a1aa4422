// Experiment: workers killed with SIGKILL in every step, and one stopped past its lease and woken, while jobs run.
// Passes when every job ends in review, no step, draft, question or event is doubled, and all are resumed within 30 s.

import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMMAND_LINE } from '../../src/actor.ts'
import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { LEASE_MS } from '../../src/engine/queue/queue.ts'
import { enqueueMany } from '../../src/features/pipeline/enqueue.ts'
import { MINUTE } from '../../src/time.ts'
import { countBusy, makeDocument } from '../pipeline.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { newFolder, startSlowWorker, stopWorkers } from './service.ts'

const { engine, jobs, kills, seed } = readOptions('Workers killed in every step, and one stopped past its lease.', {
  engine: 'sqlite',
  jobs: 200,
  kills: 20,
  seed: 1,
})
const WORKERS = 3
const RESUMED_WITHIN_MS = 30_000

const next = random(seed)
const server = await databaseOf(engine)
const settings = { GALLEY_DATA: newFolder(), DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'silent' }
const deps = await openDeps({ migrate: true }, readConfig(settings))

const ids: number[] = []
for (let index = 0; index < jobs; index++) ids.push(await makeDocument(deps))
await enqueueMany(deps, COMMAND_LINE, { document_ids: ids, notes: 'One.\nTwo.' })

let spawned = 0
const spawnWorker = () => startSlowWorker(settings, `w${++spawned}`, seed + spawned)
const workers = Array.from({ length: WORKERS }, spawnWorker)
const killedAt = new Map<string, number>()

/** findBusy waits until a worker that still runs has jobs under way: killing an idle one proves nothing. */
async function findBusy(except?: ChildProcess): Promise<ChildProcess | undefined> {
  while ((await countBusy(deps)) > 0) {
    const rows = await deps.db.read.selectFrom('jobs').select('worker').where('status', '=', 'processing').execute()
    const busy = workers.filter((one) => one !== except && rows.some(({ worker }) => worker === one.spawnargs[2]))
    if (busy.length > 0) return busy[Math.floor(next() * busy.length)]
    await sleep(20)
  }
  return undefined
}

const stopped = await findBusy()
stopped?.kill('SIGSTOP')
const stoppedAt = Date.now()
for (let killed = 0; killed < kills; killed++) {
  await sleep(next() * 300)
  const victim = await findBusy(stopped)
  if (!victim) break
  victim.kill('SIGKILL')
  killedAt.set(victim.spawnargs[2]!, Date.now())
  workers[workers.indexOf(victim)] = spawnWorker()
}
await sleep(Math.max(0, stoppedAt + LEASE_MS + 2_000 - Date.now()))
stopped?.kill('SIGCONT')
await until('every job is done', async () => (await countBusy(deps)) === 0, 10 * MINUTE)
await sleep(1_000)
await stopWorkers(...workers)

const events = await deps.db.read.selectFrom('events').selectAll().orderBy('id').execute()
const reviewed = await deps.db.read.selectFrom('jobs').select('id').where('status', '=', 'review').execute()
const questions = await deps.db.read.selectFrom('questions').select('id').execute()
const actions = await deps.db.read.selectFrom('actions').select('id').execute()
const many = (kind: string) => events.filter((event) => event.kind === kind).length
const recovered = events.filter((event) => event.kind === 'job.recovered')
const waits = recovered.flatMap((event) => {
  const at = killedAt.get(String(JSON.parse(event.data).worker))
  return at === undefined ? [] : [event.created_at - at]
})
const checks: [string, number, number][] = [
  ['jobs in review', reviewed.length, jobs],
  ['job.started', many('job.started'), jobs],
  ['step.started', many('step.started'), 4 * jobs],
  ['step.finished', many('step.finished'), 4 * jobs],
  ['draft.ready', many('draft.ready'), jobs],
  ['questions', questions.length, jobs],
  ['actions', actions.length, jobs],
  ['jobs resumed in time', waits.filter((wait) => wait <= RESUMED_WITHIN_MS).length, waits.length],
]
const failed = checks.filter(([, got, wanted]) => got !== wanted)
for (const [name, got, wanted] of checks) process.stdout.write(`${name}: ${got} of ${wanted}\n`)
await deps.close()
await server.stop()
conclude(
  `${engine}, seed ${seed}: ${killedAt.size} workers killed, ${recovered.length} jobs recovered, the slowest after ${Math.max(0, ...waits) / 1000} s`,
  failed.length === 0,
)
