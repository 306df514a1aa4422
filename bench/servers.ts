// The processes under measurement: a Galley of its own on a temporary folder, and the floor. Both on this Node, this machine.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../test/postgres.ts'

const ROOT = new URL('..', import.meta.url).pathname
const CLOCK_TICKS_A_SECOND = 100

/** `databasePid` is the database's first process, if it has one of its own. */
export type MeasuredServer = { pid: number; origin: string; databasePid?: number; stop: () => Promise<void> }
export type Galley = MeasuredServer & { folder: string; startSeconds: number; env: Record<string, string> }

/** startGalley starts the service as users do; every check is on, only the rate limits are raised. */
export async function startGalley(
  given: Record<string, string>,
  folder = mkdtempSync(join(tmpdir(), 'galley-bench-')),
): Promise<Galley> {
  const port = await freePort()
  const env = {
    GALLEY_DATA: folder,
    GALLEY_PORT: String(port),
    GALLEY_RATE_TOKEN: '1000000000',
    GALLEY_RATE_IP: '1000000000',
    GALLEY_RATE_SEARCH: '0',
    GALLEY_WORKERS: '0',
    ...given,
  }
  const log = openSync(join(folder, 'bench.log'), 'a')
  const started = performance.now()
  const child = spawn(process.execPath, ['bin/galley.cjs', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
  })
  const origin = `http://127.0.0.1:${port}`
  await answered(`${origin}/readyz`, child)
  const startSeconds = (performance.now() - started) / 1000
  return { pid: child.pid!, origin, folder, startSeconds, env, stop: () => ended(child, 'SIGTERM') }
}

async function answered(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`galley serve ended with ${child.exitCode}; see bench.log`)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await sleep(10)
  }
  throw new Error(`${url} did not answer within a minute`)
}

export type Floor = MeasuredServer & { sendLike: (body: Buffer, type: string, status: number) => Promise<void> }

export async function startFloor(): Promise<Floor> {
  const child = fork(join(ROOT, 'bench', 'floor.ts'), { stdio: 'inherit' })
  const { port } = await message<{ port: number }>(child)
  return {
    pid: child.pid!,
    origin: `http://127.0.0.1:${port}`,
    sendLike: async (body, type, status) => {
      child.send({ body: body.toString('base64'), type, status })
      await message(child)
    },
    stop: () => ended(child, 'SIGTERM'),
  }
}

const message = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve) => child.once('message', (value) => resolve(value as T)))

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** cpuSeconds is what the process has used so far, user and system together (Linux). */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_A_SECOND
}

/** treeSeconds is the CPU time of a process and its children; one that ends meanwhile counts for nothing. */
export function treeSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return children.reduce((sum, child) => sum + secondsIfThere(Number(child)), secondsIfThere(pid))
}

function secondsIfThere(pid: number): number {
  try {
    return cpuSeconds(pid)
  } catch {
    return 0
  }
}

function parentOf(pid: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}

/** databaseServer asks a backend for its number: its parent is the server. */
export async function databaseServer(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  // While the backend is there: one that has ended has no parent.
  const server = parentOf(rows[0].pid)
  await client.end()
  return server
}

/** cpuMilliseconds is the same to the nanosecond, of the threads that are still there: for what takes less than a tick of the clock. */
export const cpuMilliseconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, one) => sum + one, 0)

const megabytesOf = (pid: number, field: string): number =>
  Math.round(
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
  )

export const residentMegabytes = (pid: number): number => megabytesOf(pid, 'Rss')

/** Megabytes of several processes; `needed` counts what comes from files, such as Node itself, once: in the one that has most of it. */
export type MemoryUse = { all: number; needed: number }

/** memoryOf is that of the service and of all that it started (Linux). */
export function memoryOf({ pid }: Pick<Galley, 'pid'>): MemoryUse {
  const processes = withChildren(pid).map((one) => {
    return { resident: residentMegabytes(one), own: megabytesOf(one, 'Anonymous') }
  })
  const sum = (of: (one: (typeof processes)[number]) => number) => processes.reduce((total, one) => total + of(one), 0)
  const files = Math.max(...processes.map(({ resident, own }) => resident - own))
  return { all: sum(({ resident }) => resident), needed: sum(({ own }) => own) + files }
}

function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => withChildren(Number(child))))]
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
