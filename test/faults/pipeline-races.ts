// Experiment: fifty racers over HTTP on one document's enqueue, redraft, approve and cancel, alone and mixed, many rounds.
// On PostgreSQL two services share the database. Passes when every round has the winners that it may have, nobody meets an
// error, and the rows agree: one active job at most, an event for every win, the bucket that the newest job asks for.

import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/engine/db/db.ts'
import type { Bucket, JobStatus } from '../../src/engine/db/vocabulary.ts'
import { makeDocument, work } from '../pipeline.ts'
import { random } from '../random.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { NO_LIMITS, newFolder, startService } from './service.ts'

const { engine, rounds, racers, seed } = readOptions('Fifty racers on one document in the pipeline.', {
  engine: 'sqlite',
  rounds: 200,
  racers: 50,
  seed: 1,
})
const next = random(seed)

const ACTS = ['enqueue', 'redraft', 'approve', 'cancel'] as const
type PipelineAct = (typeof ACTS)[number]
type Target = { document_id: number; job_id: number; iteration_id: number }
/** A Race says how its document begins, who races, and which sets of winners (sorted) there may be. */
type Race = { from: 'empty' | 'review' | 'approved' | 'queued'; acts: PipelineAct[]; winners: string[] }

const RACES: Record<string, Race> = {
  enqueue: { from: 'empty', acts: ['enqueue'], winners: ['enqueue'] },
  redraft: { from: 'review', acts: ['redraft'], winners: ['redraft'] },
  'redraft after approval': { from: 'approved', acts: ['redraft'], winners: ['redraft'] },
  approve: { from: 'review', acts: ['approve'], winners: ['approve'] },
  cancel: { from: 'queued', acts: ['cancel'], winners: ['cancel'] },
  'approve or cancel': { from: 'review', acts: ['approve', 'cancel'], winners: ['approve', 'cancel'] },
  'redraft or cancel': { from: 'review', acts: ['redraft', 'cancel'], winners: ['redraft', 'cancel'] },
  'redraft or enqueue, after approval': {
    from: 'approved',
    acts: ['redraft', 'enqueue'],
    winners: ['redraft', 'enqueue'],
  },
  // A racer that comes after an approval or a cancellation may begin again, once; nobody comes after a redraft.
  'all at once': {
    from: 'review',
    acts: [...ACTS],
    winners: ['redraft', 'cancel', 'approve', 'approve,redraft', 'approve,enqueue', 'cancel,enqueue'],
  },
}

const server = await databaseOf(engine)
const settings = { GALLEY_DATA: newFolder(), DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'silent', ...NO_LIMITS }
const deps = await openDeps({ migrate: true }, readConfig(settings))
const services = [await startService(settings)]
if (deps.db.dialect.manyNodes) services.push(await startService({ ...settings, GALLEY_NODE: 'second' }))
const origins = services.map(({ origin }) => `${origin}/api/pipeline/docs`)

async function call(origin: string, path: string, body?: object): Promise<{ status: number; body: Target }> {
  const response = await fetch(origin + path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Target }
}

const PERFORM: Record<PipelineAct, (origin: string, target: Target) => Promise<{ status: number }>> = {
  enqueue: (origin, { document_id }) => call(origin, '/enqueue', { document_id, notes: 'One.' }),
  redraft: (origin, { iteration_id }) => call(origin, `/iterations/${iteration_id}/redraft`, {}),
  approve: (origin, { iteration_id }) => call(origin, `/iterations/${iteration_id}/approve`),
  cancel: (origin, { job_id }) => call(origin, `/job/${job_id}/cancel`),
}

/** prepare brings as many documents as there are rounds to where the race begins, all with one run of a worker. */
async function prepare(from: Race['from']): Promise<Target[]> {
  const targets: Target[] = []
  for (let round = 0; round < rounds; round++) {
    const document_id = await makeDocument(deps)
    if (from === 'empty') targets.push({ document_id, job_id: 0, iteration_id: 0 })
    else targets.push((await call(origins[0]!, '/enqueue', { document_id, notes: 'One.' })).body)
  }
  if (from === 'review' || from === 'approved') await work(deps, { concurrency: 8 })
  if (from === 'approved') for (const target of targets) await PERFORM.approve(origins[0]!, target)
  return targets
}

/** faultIn looks at one document after its race: undefined when the rows agree with the responses that the racers got. */
async function faultIn({ read }: Db, { document_id }: Target, won: PipelineAct[], from: Race['from']) {
  const jobs = await read.selectFrom('jobs').selectAll().where('document_id', '=', document_id).orderBy('id').execute()
  const document = await read
    .selectFrom('documents')
    .select(['bucket', 'has_content'])
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const events = await read
    .selectFrom('events')
    .innerJoin('jobs', 'jobs.id', 'events.job_id')
    .select('events.kind')
    .where('jobs.document_id', '=', document_id)
    .execute()
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  const wins = (act: PipelineAct) => won.filter((one) => one === act).length
  const began = from === 'empty' ? 0 : 1
  const agree: [string, number, number][] = [
    ['jobs', jobs.length, began + wins('enqueue') + wins('redraft')],
    ['job.queued', count('job.queued'), jobs.length],
    ['iteration.redrafted', count('iteration.redrafted'), wins('redraft')],
    ['iteration.approved', count('iteration.approved'), wins('approve') + (from === 'approved' ? 1 : 0)],
    ['job.cancelled', count('job.cancelled'), wins('cancel')],
  ]
  const active = jobs.filter(({ status }) => ['queued', 'processing', 'review'].includes(status)).length
  const bucket = bucketFor(jobs.at(-1)?.status, document.has_content)
  if (active > 1) return `${active} active jobs`
  if (bucket !== document.bucket) return `bucket ${document.bucket} instead of ${bucket}`
  const [wrong] = agree.filter(([, got, wanted]) => got !== wanted)
  return wrong && `${wrong[0]}: ${wrong[1]} instead of ${wrong[2]}`
}

let bad = 0
for (const [name, { from, acts, winners }] of Object.entries(RACES)) {
  const seen = new Map<string, number>()
  for (const target of await prepare(from)) {
    const responses = await Promise.all(
      Array.from({ length: racers }, async () => {
        const act = acts[Math.floor(next() * acts.length)]!
        const { status } = await PERFORM[act](origins[Math.floor(next() * origins.length)]!, target)
        return { act, status }
      }),
    )
    const won = responses.filter(({ status }) => status === 200).map(({ act }) => act)
    const strange = responses.find(({ status }) => status !== 200 && status !== 409)
    const fault = strange ? `response ${strange.status}` : await faultIn(deps.db, target, won, from)
    const outcome = won.sort().join(',') || 'nobody'
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    if (fault === undefined && winners.includes(outcome)) continue
    bad++
    process.stdout.write(`${name}, document ${target.document_id}: won by ${outcome}; ${fault ?? 'not allowed'}\n`)
  }
  const outcomes = [...seen].map(([outcome, times]) => `${outcome} ${times} ×`).join('; ')
  process.stdout.write(`${engine}, ${services.length} service(s), ${racers} racers, ${name}: ${outcomes}\n`)
  // Jobs that are left over would be worked off with the next race's.
  await deps.db.inTransaction((tx) => tx.deleteFrom('document_rows').execute())
}
await deps.close()
for (const service of services) service.clean()
await server.stop()
conclude(`${Object.keys(RACES).length} races of ${rounds} rounds on ${engine}, ${bad} rounds went wrong`, bad === 0)

/** bucketFor: an active or failed newest job decides, else whether there is content. */
function bucketFor(newestJob: JobStatus | undefined, hasContent: 0 | 1): Bucket {
  if (newestJob === 'queued' || newestJob === 'failed') return newestJob
  if (newestJob === 'processing' || newestJob === 'review') return 'processing'
  return hasContent === 1 ? 'approved' : 'empty'
}
