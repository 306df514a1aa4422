// node bench/queue.ts [--engine postgres] [--jobs 10000] [--seconds 1] [--only text]: does a long queue slow anything down?
// Two services with the same documents, one with a short queue and one with a long one, are asked in turn; no worker runs.
// Both queues hold WATCHED jobs at their end, so that responses of equal size are compared.

import { cpSync, mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../test/faults/experiment.ts'
import { databaseAt, onServer, startPostgres } from '../test/postgres.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { load } from './load.ts'
import { median } from './measure.ts'
import { type Galley, removeFolder, startGalley, startWorker } from './servers.ts'
import type { Shot } from './shots.ts'

const WATCHED = 50
const IN_REVIEW = 180
const SPARE = 200
const PAIRS = 40
const ROUNDS = 4
const CONNECTIONS = 8

const { engine, jobs, seconds, only } = readOptions(
  `Endpoints with a short queue and with a long one of \`jobs\`. Each that reads is asked for \`seconds\` in a round; \`only\`
those whose names contain that; \`engine\` is sqlite or postgres.`,
  { engine: 'sqlite', jobs: 10_000, seconds: 1, only: '' },
)

type Enqueued = { job_id: number; iteration_id: number; document_id: number }
type Queued = {
  galley: Galley
  headers: Record<string, string>
  reviewed: Enqueued[]
  watched: Enqueued[]
  spare: { id: number; slug: string }[]
}

const postgres = engine === 'postgres' ? await startPostgres(undefined) : undefined
const folders = ['short', 'long'].map((name) => mkdtempSync(join(tmpdir(), `galley-queue-${name}-`)))
const started: Galley[] = []
try {
  const [short, long] = await startBoth()
  const rows = [...(await compareReads(short, long)), ...(await compareWrites(short, long))]
  process.stdout.write(
    `${engine}, ${jobs.toLocaleString('en')} queued jobs against ${WATCHED}; load average ${loadavg()[0]!.toFixed(1)}\n`,
  )
  for (const { name, before, after, unit } of rows.sort((a, b) => b.after / b.before - a.after / a.before))
    process.stdout.write(
      `${(after / before).toFixed(2).padStart(6)} ×  ${name.padEnd(44)} ${before.toFixed(2)} → ${after.toFixed(2)} ${unit}\n`,
    )
} finally {
  for (const galley of started) await galley.stop()
  await postgres?.stop()
  folders.forEach(removeFolder)
}
process.exit(0)

/** startBoth fills one database, copies it, and starts a service on each. */
async function startBoth(): Promise<[Queued, Queued]> {
  const envs = postgres ? await postgresEnvs(postgres.url) : [{}, {}]
  await importCorpus({ GALLEY_DATA: folders[0]!, ...envs[0] }, jobs + WATCHED + IN_REVIEW + SPARE + 100)
  if (postgres) await onServer(postgres.url, 'create database queue_long template queue_short')
  else cpSync(folders[0]!, folders[1]!, { recursive: true })
  for (const [index, folder] of folders.entries()) started.push(await startGalley(envs[index]!, folder))
  return [await fill(started[0]!, 0), await fill(started[1]!, jobs)]
}

async function postgresEnvs(url: string): Promise<Record<string, string>[]> {
  await onServer(url, 'create database queue_short')
  return ['queue_short', 'queue_long'].map((name) => ({ DATABASE_URL: databaseAt(url, name) }))
}

/** fill brings some documents into review with a real worker, which then ends, and queues the others. */
async function fill(galley: Galley, queued: number): Promise<Queued> {
  const { headers } = await prepare(galley, 0)
  const documents: { id: number; slug: string }[] = []
  while (documents.length < queued + WATCHED + IN_REVIEW + SPARE) {
    const url = `${galley.origin}/api/admin/docs/?limit=200&skip=${documents.length + 1}`
    documents.push(...((await (await fetch(url, { headers })).json()) as typeof documents))
  }
  const reviewed = await enqueue(galley, headers, documents.splice(0, IN_REVIEW))
  await workOff(galley, headers)
  const spare = documents.splice(0, SPARE)
  const watched = documents.splice(0, WATCHED)
  await enqueue(galley, headers, documents.slice(0, queued))
  return { galley, headers, reviewed, spare, watched: await enqueue(galley, headers, watched) }
}

async function enqueue(galley: Galley, headers: Record<string, string>, documents: { id: number }[]) {
  const all: Enqueued[] = []
  for (let at = 0; at < documents.length; at += 1000) {
    const document_ids = documents.slice(at, at + 1000).map(({ id }) => id)
    const body = { document_ids, notes: 'Restart the service with `galley serve`. It listens on port 8000.' }
    all.push(...((await post(galley.origin, '/api/pipeline/docs/enqueue_many', body, headers)).enqueued as Enqueued[]))
  }
  return all
}

async function workOff(galley: Galley, headers: Record<string, string>): Promise<void> {
  const worker = startWorker(galley)
  for (;;) {
    await sleep(200)
    const page = await fetch(`${galley.origin}/metrics`, { headers }).then((response) => response.text())
    const left = [...page.matchAll(/^galley_jobs\{status="(?:queued|processing)"\} (\d+)/gm)]
    if (left.every(([, count]) => count === '0')) break
  }
  await worker.stop()
}

type QueueRow = { name: string; before: number; after: number; unit: string }

function readsOf({ headers, reviewed, watched, spare }: Queued): Record<string, Shot[]> {
  const get = (path: string): Shot[] => [{ method: 'GET', path, headers }]
  const pipeline = '/api/pipeline/docs'
  const last = watched.at(-1)!
  return {
    'status of a queued job': watched.flatMap(({ job_id }) => get(`${pipeline}/status/${job_id}`)),
    'status of a job in review': reviewed.flatMap(({ job_id }) => get(`${pipeline}/status/${job_id}`)),
    'detail of a queued job': watched.flatMap(({ job_id }) => get(`${pipeline}/job/${job_id}`)),
    'detail of a job in review': reviewed.flatMap(({ job_id }) => get(`${pipeline}/job/${job_id}`)),
    'events of a job': get(`${pipeline}/job/${last.job_id}/events`),
    'actions of an iteration': reviewed.flatMap(({ iteration_id }) =>
      get(`${pipeline}/iterations/${iteration_id}/actions`),
    ),
    backlog: get(`${pipeline}/backlog`),
    'bucket counts': get('/api/admin/docs/buckets/counts'),
    'bucket queued, 50 rows': get('/api/admin/docs/buckets/queued?page_size=50'),
    'bucket queued, 1 row': get('/api/admin/docs/buckets/queued?page_size=1'),
    'bucket processing, 50 rows': get('/api/admin/docs/buckets/processing?page_size=50'),
    'bucket empty': get('/api/admin/docs/buckets/empty'),
    'bucket failed': get('/api/admin/docs/buckets/failed'),
    'document with a queued job, by id': watched.flatMap(({ document_id }) => get(`/api/admin/docs/${document_id}`)),
    'document by slug': spare.flatMap(({ slug }) => get(`/api/docs/${slug}`)),
    'blocks of a document': spare.flatMap(({ id }) => get(`/api/docs/${id}/blocks`)),
    'list of documents': get('/api/docs/'),
    'list of every document': get('/api/admin/docs/'),
    'list of what you may read': get('/api/docs/private'),
    tree: get('/api/docs/tree'),
    search: get('/api/docs/search?q=service'),
    suggest: get('/api/docs/suggest?q=ba'),
    dashboard: get('/docs/dashboard'),
    processes: get('/api/admin/celery/procs'),
    metrics: get('/metrics'),
  }
}

async function compareReads(short: Queued, long: Queued): Promise<QueueRow[]> {
  const [calm, busy] = [readsOf(short), readsOf(long)]
  // The queued bucket of a site without jobs is an empty answer: what that costs is an empty bucket's price.
  const pairs = Object.entries(calm).map(([name, shots]) => ({ name, shots, against: busy[name]! }))
  pairs.push({
    name: 'bucket queued, 50 rows, against none',
    shots: calm['bucket failed']!,
    against: busy['bucket queued, 50 rows']!,
  })
  const rows: QueueRow[] = []
  for (const { name, shots, against } of pairs.filter((pair) => pair.name.includes(only))) {
    const times: [number, number][] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push([await millisecondsOf(short, shots, name), await millisecondsOf(long, against, name)])
    // The quickest round of each side: other work of the machine can only add time.
    const [before, after] = [Math.min(...times.map(([time]) => time)), Math.min(...times.map(([, time]) => time))]
    rows.push({ name, before, after, unit: postgres ? 'ms a request under load' : 'ms of CPU a request' })
  }
  return rows
}

/** millisecondsOf is the service's CPU where that is the whole price, and the time where a database server has its share. */
async function millisecondsOf({ galley }: Queued, shots: Shot[], name: string): Promise<number> {
  const { perSecond, cpuMicroseconds, failures } = await load(galley, shots, seconds, CONNECTIONS)
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed`)
  return postgres ? 1000 / perSecond : cpuMicroseconds / 1000
}

/** compareWrites does each thing PAIRS times, on the two sides in turn. */
async function compareWrites(short: Queued, long: Queued): Promise<QueueRow[]> {
  const made: Record<string, Enqueued[]> = { short: [], long: [] }
  const own = (side: Queued) => made[side === short ? 'short' : 'long']!
  const pipeline = '/api/pipeline/docs'
  const writes: Record<string, (side: Queued, turn: number) => Promise<unknown>> = {
    enqueue: async (side, turn) => {
      const body = { document_id: side.spare[turn]!.id, notes: 'One.' }
      own(side).push((await post(side.galley.origin, `${pipeline}/enqueue`, body, side.headers)) as Enqueued)
    },
    'enqueue, then its status': async (side, turn) => {
      const body = { document_id: side.spare[PAIRS + turn]!.id, notes: 'One.' }
      const job = (await post(side.galley.origin, `${pipeline}/enqueue`, body, side.headers)) as Enqueued
      const url = `${side.galley.origin}${pipeline}/status/${job.job_id}`
      await (await fetch(url, { headers: side.headers })).text()
    },
    cancel: (side, turn) =>
      post(side.galley.origin, `${pipeline}/job/${own(side)[turn]!.job_id}/cancel`, {}, side.headers),
    redraft: (side, turn) =>
      post(
        side.galley.origin,
        `${pipeline}/iterations/${side.reviewed[turn]!.iteration_id}/redraft`,
        { notes: 'Shorter.' },
        side.headers,
      ),
    approve: (side, turn) =>
      post(
        side.galley.origin,
        `${pipeline}/iterations/${side.reviewed[PAIRS + turn]!.iteration_id}/approve`,
        {},
        side.headers,
      ),
    'enqueue_many of ten': (side, turn) => {
      const from = 2 * PAIRS + (turn % 10) * 10
      const document_ids = side.spare.slice(from, from + 10).map(({ id }) => id)
      return post(side.galley.origin, `${pipeline}/enqueue_many`, { document_ids, notes: 'One.' }, side.headers)
    },
  }
  const rows: QueueRow[] = []
  for (const [name, write] of Object.entries(writes)) {
    const times: Record<string, number[]> = { before: [], after: [] }
    for (let turn = 0; turn < PAIRS; turn++) {
      times.before!.push(await timed(() => write(short, turn)))
      times.after!.push(await timed(() => write(long, turn)))
    }
    rows.push({ name, before: median(times.before!), after: median(times.after!), unit: 'ms, one at a time' })
  }
  return rows.filter(({ name }) => name.includes(only))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
