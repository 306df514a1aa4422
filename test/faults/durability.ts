// Experiment: the system calls of the service and a worker, watched by strace while both write to SQLite.
// Passes when every response to a write comes after a sync of what was written to the log, and no writer begins its next commit
// before the last one is synced. First one client writes, then eight at once.

import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MINUTE } from '../../src/time.ts'
import { until } from '../until.ts'
import { conclude, readOptions, refuse } from './experiment.ts'
import { endOf, firstToken, NO_LIMITS, newFolder, startService } from './service.ts'

const { writes, jobs } = readOptions(
  'Whether the WAL is synced between commit and response, seen from outside by strace (Linux).',
  { writes: 1_000, jobs: 50 },
)
const TOGETHER = 8
const all = writes + TOGETHER * Math.floor(writes / TOGETHER)
if (spawnSync('strace', ['--version']).status !== 0) refuse('strace is needed for this; install it.')

const folder = newFolder()
const trace = join(folder, 'trace')
const watch = ['strace', '-f', '-y', '--seccomp-bpf', '-s', '16', '-o', trace]
const service = await startService(
  { ...NO_LIMITS, GALLEY_DATA: folder, GALLEY_WORKERS: '1', GALLEY_LOG_LEVEL: 'error' },
  [...watch, '-e', 'trace=pwrite64,fdatasync,fsync,fcntl,write,writev,sendto,sendmsg'],
)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${await firstToken(service.origin)}` }
const send = async (path: string, body: object) => {
  const response = await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return response.status
}
let created = 0
const create = async (title: string) => {
  if ((await send('/api/docs/', { title, markdown: 'Kept.' })) === 201) created++
}
for (let write = 1; write <= writes; write++) await create(`Write ${write}`)
await Promise.all(
  Array.from({ length: TOGETHER }, async (_, client) => {
    for (let write = 1; write <= writes / TOGETHER; write++) await create(`Client ${client}, write ${write}`)
  }),
)
for (let job = 1; job <= jobs; job++) await send('/api/pipeline/docs/enqueue', { document_id: job, notes: 'One. Two.' })
await until(
  `${jobs} drafts are in review`,
  async () => {
    const page = await fetch(`${service.origin}/api/admin/docs/buckets/processing?page_size=200`, { headers })
    const { items } = (await page.json()) as { items: { job: { status: string } }[] }
    return items.filter(({ job }) => job.status === 'review').length >= jobs
  },
  10 * MINUTE,
)
// strace is the child: it ends when the service does.
process.kill(servicePid(), 'SIGTERM')
await endOf(service)

/** A WriterState is a thread of ours that commits, and whether what it wrote is synced. */
type WriterState = { isWriting: boolean; isSynced: boolean; commits: number; unsafe: number }
const writersByThread = new Map<string, WriterState>()
const WRITE_LOCK = /l_type=F_UNLCK.*l_start=120\b/
let responses = 0
let early = 0

/** A call during which another thread was seen takes two lines: when it began, and how it ended. */
const begun = new Map<string, string>()

for await (const line of createInterface({ input: createReadStream(trace) })) {
  const [, thread = '', seen = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
  const isEnd = seen.startsWith('<... ')
  const call = isEnd ? (begun.get(thread) ?? '') + seen.replace(/^<\.\.\. \w+ resumed>/, '') : seen
  if (call.endsWith('<unfinished ...>')) begun.set(thread, call.replace(/ <unfinished \.\.\.>$/, ''))
  else endCall(thread, call)
}

function endCall(thread: string, call: string): void {
  const writer = writersByThread.get(thread) ?? { isWriting: false, isSynced: true, commits: 0, unsafe: 0 }
  writersByThread.set(thread, writer)
  if (/^pwrite64\(\d+<[^>]*galley\.db-wal>/.test(call)) {
    if (!writer.isWriting && !writer.isSynced) writer.unsafe++
    Object.assign(writer, { isWriting: true, isSynced: false })
  } else if (/^f(data)?sync\(\d+<[^>]*galley\.db-wal>\).*= 0$/.test(call)) {
    writer.isSynced = true
  } else if (/^fcntl\(\d+<[^>]*galley\.db-shm>/.test(call) && WRITE_LOCK.test(call) && writer.isWriting) {
    writer.commits++
    writer.isWriting = false
  } else if (call.includes('"HTTP/1.1 201')) {
    responses++
    // Of those who write together nobody can tell from outside whose commit was whose.
    if (responses <= writes && (!writer.isSynced || writer.commits < responses)) early++
  }
}

const busy = [...writersByThread.values()].filter(({ commits }) => commits > 0)
const commits = busy.reduce((sum, { commits }) => sum + commits, 0)
const unsafe = busy.reduce((sum, { unsafe, isSynced }) => sum + unsafe + (isSynced ? 0 : 1), 0)
conclude(
  `${responses - early} of ${responses} responses to writes came after the sync; ${commits - unsafe} of ${commits} commits of ${busy.length} threads were synced before the next one of the same thread`,
  created === all && responses === all && early === 0 && unsafe === 0 && busy.length >= 2,
)

function servicePid(): number {
  return Number(spawnSync('pgrep', ['-P', String(service.child.pid)], { encoding: 'utf8' }).stdout.trim())
}
