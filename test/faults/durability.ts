// Experiment: the system calls of the service and a worker, watched by strace while both write to SQLite.
// Passes when every answer to a write, and every end of a write transaction, comes after a sync of what was written to the log.
// First one client writes, then eight at once, whose saves are made in a thread of their own.

import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MINUTE } from '../../src/time.ts'
import { until } from '../until.ts'
import { conclude, readOptions, refuse } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService } from './service.ts'

const { writes, jobs } = readOptions(
  'Whether the WAL is synced between commit and answer, seen from outside by strace (Linux).',
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
  const answer = await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
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
await service.ended

/** One writer: a thread of a process of ours; what it wrote to the log and has not synced yet. */
type Writer = { unsynced: boolean; wrote: boolean; commits: number; unsafe: number }
const writersByThread = new Map<string, Writer>()
let answers = 0
let early = 0
const WRITE_LOCK = /l_type=F_UNLCK.*l_start=120\b/

/** A call during which another thread was seen stands on two lines; the second completes it. */
const begun = new Map<string, string>()

for await (const line of createInterface({ input: createReadStream(trace) })) {
  const [, thread = '', seen = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
  if (seen.endsWith('<unfinished ...>')) {
    begun.set(thread, seen.replace(/ <unfinished \.\.\.>$/, ''))
    continue
  }
  const rest = seen.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '')
  const writer = writersByThread.get(thread) ?? { unsynced: false, wrote: false, commits: 0, unsafe: 0 }
  writersByThread.set(thread, writer)
  if (/^pwrite64\(\d+<[^>]*galley\.db-wal>/.test(rest)) Object.assign(writer, { unsynced: true, wrote: true })
  else if (/^f(data)?sync\(\d+<[^>]*galley\.db-wal>\).*= 0$/.test(rest)) writer.unsynced = false
  else if (/^fcntl\(\d+<[^>]*galley\.db-shm>/.test(rest) && WRITE_LOCK.test(rest) && writer.wrote) {
    writer.commits++
    if (writer.unsynced) writer.unsafe++
    writer.wrote = false
  } else if (rest.includes('"HTTP/1.1 201')) {
    answers++
    // Of those who write together nobody can tell from outside whose commit was whose.
    if (answers <= writes && (writer.unsynced || writer.commits < answers)) early++
  }
}
const busy = [...writersByThread.values()].filter(({ commits }) => commits > 0)
const commits = busy.reduce((sum, { commits }) => sum + commits, 0)
const unsafe = busy.reduce((sum, { unsafe }) => sum + unsafe, 0)
conclude(
  `${answers - early} of ${answers} answers to writes came after the sync; ${commits - unsafe} of ${commits} commits of ${busy.length} threads were synced before their lock was given back`,
  created === all && answers === all && early === 0 && unsafe === 0 && busy.length >= 3,
)

function servicePid(): number {
  return Number(spawnSync('pgrep', ['-P', String(service.child.pid)], { encoding: 'utf8' }).stdout.trim())
}
