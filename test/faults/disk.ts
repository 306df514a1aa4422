// Experiment: the disk fills up under writers and a worker, and later can't be written to at all, each for some seconds.
// Passes when writes are 503 or 507 with a detail, reads go on, nothing ends, and writes and jobs succeed again by themselves.
// The full disk is a small one of its own, in a mount namespace; the read-only one is made by strace (Linux).

import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../until.ts'
import { conclude, readOptions, refuse } from './experiment.ts'
import { endOf, firstToken, NO_LIMITS, newFolder, startService } from './service.ts'
import { Writers } from './writers.ts'

const WELL_AGAIN_MS = 5_000
const { seconds, clients } = readOptions('A full disk, then a read-only one, under a running service with a worker.', {
  seconds: 10,
  clients: 8,
})

// In a namespace of its own a mount needs no rights, and is gone with the last process.
if (process.env.OWN_MOUNTS === undefined) {
  const inside = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), process.execPath]
  const again = spawn('unshare', [...inside, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, OWN_MOUNTS: 'yes' },
  })
  const code = await new Promise<number>((resolve) => {
    again.on('error', () => refuse('unshare (util-linux) is needed for this.'))
    again.on('close', (status) => resolve(status ?? 1))
  })
  process.exit(code)
}

const folder = newFolder()
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'galley', folder], { encoding: 'utf8' })
process.prependOnceListener('exit', () => spawnSync('umount', [folder]))
if (mounted.status !== 0) refuse(`A small disk can't be mounted here: ${mounted.stderr.trim()}`)
if (spawnSync('strace', ['--version']).status !== 0) refuse('strace is needed for this; install it.')

const service = await startService({
  ...NO_LIMITS,
  GALLEY_DATA: folder,
  GALLEY_WORKERS: '1',
  GALLEY_LOG_LEVEL: 'error',
})
const token = await firstToken(service.origin)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
const processes = async () => {
  const response = await fetch(`${service.origin}/api/admin/celery/procs`, { headers })
  return (await response.json()) as { kind: string; pid: number; status: string; restarts: number }[]
}
const atFirst = await until('worker and beat run', async () => {
  const all = await processes()
  return all.filter(({ status }) => status === 'running').length >= 2 && all
})

let jobs = 0
/** draft takes a document through the whole pipeline. */
async function draft(): Promise<boolean> {
  const post = (path: string, body: object) =>
    fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const document = (await (await post('/api/docs/', { title: `To draft ${++jobs}` })).json()) as { id: number }
  const response = await post('/api/pipeline/docs/enqueue', { document_id: document.id, notes: 'One. Two.' })
  const { job_id } = (await response.json()) as { job_id: number }
  for (let tries = 0; tries < 400; tries++) {
    const job = await fetch(`${service.origin}/api/pipeline/docs/job/${job_id}`, { headers })
    if (((await job.json()) as { status: string }).status === 'review') return true
    await sleep(50)
  }
  return false
}

type Trouble = { name: string; begin: () => Promise<() => Promise<void>> }
const filler = join(folder, 'filler')

const TROUBLES: Trouble[] = [
  {
    name: 'full',
    begin: async () => {
      fill()
      // What is written meanwhile may free a page again; nothing stays free for long.
      const refill = setInterval(fill, 100)
      return async () => {
        clearInterval(refill)
        rmSync(filler, { force: true })
      }
    },
  },
  {
    name: 'read-only',
    begin: async () => {
      const calls = ['pwrite64', 'write', 'ftruncate', 'fallocate', 'fdatasync']
      const files = ['', '-wal', '-shm'].flatMap((suffix) => ['-P', join(folder, `galley.db${suffix}`)])
      const inject = calls.flatMap((call) => ['-e', `inject=${call}:error=EROFS`])
      const strace = spawn('strace', [
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-p',
        String(service.child.pid),
        ...files,
        ...inject,
      ])
      await sleep(500)
      return async () => {
        strace.kill('SIGTERM')
        await new Promise((resolve) => strace.once('close', resolve))
      }
    },
  },
]

function fill(): void {
  const file = openSync(filler, 'a')
  for (const size of [65_536, 4_096, 512]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}

const lines: string[] = []
let isFine = true
for (const { name, begin } of TROUBLES) {
  const writers = new Writers(() => service.origin, token)
  writers.start(clients)
  await writers.reach(50)
  const end = await begin()
  let reads = 0
  let badReads = 0
  const endAt = performance.now() + seconds * 1_000
  while (performance.now() < endAt) {
    for (const path of ['/api/docs/', '/api/docs/private', '/api/docs/search?q=writer', '/api/time', '/']) {
      const response = await fetch(service.origin + path, { headers })
      await response.arrayBuffer()
      reads++
      if (!response.ok) badReads++
    }
    await sleep(20)
  }
  const refused = writers.statuses.get(503) ?? 0
  const during = writers.writes
  await end()
  const ended = performance.now()
  while (writers.writes < during + clients && performance.now() < ended + 30_000) await sleep(5)
  const wellMs = performance.now() - ended
  await writers.stop()
  const drafted = await draft()
  const lost = await writers.lost()
  const odd = writers.odd([503, 507])
  lines.push(
    `${name}: ${refused} writes refused with 503, ${writers.unnamed} without detail, other responses ${odd || 'none'}, ${badReads} of ${reads} reads failed, well again after ${Math.round(wellMs)} ms, ${lost} of ${writers.writes} acknowledged lost, a job ${drafted ? 'was drafted' : 'was NOT drafted'} after`,
  )
  isFine &&=
    refused > 0 &&
    writers.unnamed + writers.broken + badReads + lost === 0 &&
    odd === '' &&
    wellMs <= WELL_AGAIN_MS &&
    drafted
}
const atLast = await processes()
const same = atFirst.every(({ pid }) => atLast.some((one) => one.pid === pid && one.status === 'running'))
const isUp = service.child.exitCode === null
service.child.kill('SIGTERM')
await endOf(service)
conclude(
  `${lines.join('; ')}; the service ${isUp ? 'stayed up' : 'ENDED'}, its worker and beat ${same ? 'too' : `did not: ${JSON.stringify(atLast.map(({ kind, status, restarts }) => ({ kind, status, restarts })))}`}`,
  isFine && same && isUp,
)
