// Experiment: mixed reads, writes and drafts at a steady rate for a long time, with workers restarted on the way.
// Passes when memory and open files of service, worker and beat, the log of SQLite and the CPU time of a response are as low at
// the end as after the start. The p99 is told, but not held to anything: on a machine that others use it is mostly theirs.

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../random.ts'
import { conclude, databaseOf, percentile, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'

const SLICES = 10
const { engine, minutes, rate, documents, seed } = readOptions(
  'Mixed load for many minutes; the second of ten slices is compared with the last.',
  { engine: 'sqlite', minutes: 60, rate: 60, documents: 10_000, seed: 1 },
)

const next = random(seed)
const server = await databaseOf(engine)
const folder = newFolder()
const service = await startService({
  ...NO_LIMITS,
  GALLEY_DATA: folder,
  DATABASE_URL: server.url,
  GALLEY_WORKERS: '1',
  GALLEY_LOG_LEVEL: 'error',
})
const headers = { 'content-type': 'application/json', authorization: `Bearer ${await firstToken(service.origin)}` }
const send = (method: string, path: string, body?: object) =>
  fetch(service.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })

const ids: number[] = []
const any = () => ids[Math.floor(next() * ids.length)] ?? 1
/** Documents come and go, so that the database does not grow: only what is left behind would. */
const MOST_DOCUMENTS = documents
const FILLING = 16

const KINDS: [number, () => Promise<Response>][] = [
  [20, () => send('GET', '/api/docs/private?limit=20')],
  [15, () => send('GET', `/api/docs/${any()}/blocks`)],
  [10, () => send('GET', '/api/docs/search?q=words')],
  [10, () => send('GET', '/api/docs/suggest?q=so')],
  [10, () => send('GET', '/api/docs/tree/me')],
  [10, () => send('GET', '/')],
  [5, () => send('GET', '/docs/dashboard')],
  [8, () => send('PUT', `/api/docs/${any()}`, { summary: `Summary ${Math.floor(next() * 1e9)}` })],
  [6, write],
  [4, () => send('POST', '/api/pipeline/docs/enqueue', { document_id: any(), notes: 'One. Two.' })],
  [2, approveOne],
]
const weights = KINDS.reduce((sum, [weight]) => sum + weight, 0)

async function write(): Promise<Response> {
  if (ids.length >= MOST_DOCUMENTS) return send('DELETE', `/api/docs/${ids.shift()}`)
  const response = await send('POST', '/api/docs/', {
    title: `Some words ${ids.length}`,
    markdown: '# Head\n\nSome words.',
  })
  ids.push(((await response.clone().json()) as { id: number }).id)
  return response
}

async function approveOne(): Promise<Response> {
  const page = await send('GET', '/api/admin/docs/buckets/processing?page_size=5')
  const { items } = (await page.clone().json()) as { items: { job: { status: string; iteration_id: number } | null }[] }
  const job = items.find((item) => item.job?.status === 'review')?.job
  return job ? send('POST', `/api/pipeline/docs/iterations/${job.iteration_id}/approve`) : page
}

function pick(): () => Promise<Response> {
  let left = next() * weights
  for (const [weight, kind] of KINDS) {
    left -= weight
    if (left < 0) return kind
  }
  return KINDS[0]![1]
}

/** Sizes are those of one process: megabytes, and open files other than connections. */
type Sizes = { memory: number; files: number }
type Slice = { times: number[]; cpu: number; wal: number; processes: Record<string, Sizes> }
const slices: Slice[] = []
let broken = 0
let restarts = 0
await Promise.all(
  Array.from({ length: FILLING }, async () => {
    while (ids.length < MOST_DOCUMENTS) await write()
  }),
)

for (let slice = 0; slice < SLICES; slice++) {
  const times: number[] = []
  const cpuBefore = cpuOf(service.child.pid!)
  const endAt = performance.now() + (minutes * 60_000) / SLICES
  const underWay = new Set<Promise<void>>()
  while (performance.now() < endAt) {
    const began = performance.now()
    const one = pick()()
      .then(async (response) => {
        await response.arrayBuffer()
        times.push(performance.now() - began)
        if (response.status >= 500) broken++
      })
      .catch(() => {
        broken++
      })
    const tracked: Promise<void> = one.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    await sleep((1_000 / rate) * 2 * next())
  }
  await Promise.all(underWay)
  const cpu = (cpuOf(service.child.pid!) - cpuBefore) / times.length
  slices.push({ times, cpu, wal: logSize(), processes: await sizes() })
  if (slice % 3 === 1) await restartWorker()
}
const isUp = service.child.exitCode === null
await stopService(service)
await server.stop()

const [first, last] = [slices[1]!, slices.at(-1)!]
const p99 = (slice: Slice) => percentile(slice.times, 0.99)
const findings: { text: string; isTooMuch: boolean }[] = []
const compare = (name: string, from: number, to: number, most: number, digits = 0) =>
  findings.push({
    text: `${name} ${from.toFixed(digits)} → ${to.toFixed(digits)}${to > most ? ' (TOO MUCH)' : ''}`,
    isTooMuch: to > most,
  })
for (const [name, from] of Object.entries(first.processes)) {
  const to = last.processes[name]!
  compare(`${name} MB`, from.memory, to.memory, from.memory * 1.2 + 20)
  compare(`${name} files`, from.files, to.files, from.files + 5)
}
compare('WAL MB', first.wal, last.wal, Math.max(first.wal * 1.2, 40))
compare('CPU ms a response', first.cpu, last.cpu, first.cpu * 1.2, 2)
compare('p99 ms', p99(first), p99(last), Number.POSITIVE_INFINITY, 1)
conclude(
  `${engine}, seed ${seed}, ${documents} documents, ${minutes} min at ${rate} a second: ${slices.reduce((sum, { times }) => sum + times.length, 0)} responses, ${broken} of 5xx or broken, ${restarts} restarts of a worker; second slice → last: ${findings.map(({ text }) => text).join(', ')}`,
  isUp && broken === 0 && !findings.some(({ isTooMuch }) => isTooMuch),
)

function logSize(): number {
  return (statSync(join(folder, 'galley.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / 1024 ** 2
}

async function sizes(): Promise<Record<string, Sizes>> {
  const procs = (await (await send('GET', '/api/admin/celery/procs')).json()) as { kind: string; pid: number }[]
  const all = [{ kind: 'service', pid: service.child.pid! }, ...procs]
  return Object.fromEntries(all.map(({ kind, pid }) => [kind, sizesOf(pid)]))
}

function sizesOf(pid: number): Sizes {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  // Connections come and go with the load; what must not grow are the others.
  const files = readdirSync(`/proc/${pid}/fd`).filter((fd) => !linkOf(`/proc/${pid}/fd/${fd}`).startsWith('socket:'))
  return { memory: kilobytes / 1024, files: files.length }
}

/** cpuOf is what a process has used, in ms: the 14th and 15th number of its stat, in ticks of 10 ms. */
function cpuOf(pid: number): number {
  const [, numbers] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
  const [user, system] = numbers!.split(' ').slice(11, 13).map(Number)
  return (user! + system!) * 10
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return 'socket: closed since'
  }
}

async function restartWorker(): Promise<void> {
  const procs = (await (await send('GET', '/api/admin/celery/procs')).json()) as { id: number; kind: string }[]
  const worker = procs.find(({ kind }) => kind === 'worker')!
  await send('POST', `/api/admin/celery/proc/${worker.id}/restart`)
  restarts++
}
