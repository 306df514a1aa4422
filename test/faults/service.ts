// A service of its own for experiments from outside: a real process over a fresh folder, and clients that keep it busy.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE } from '../../src/time.ts'
import { settled, until } from '../until.ts'

/** Four times as long as a service gives its processes before it kills them. */
const STOP_MS = 2 * MINUTE

export type Service = {
  port: number
  origin: string
  child: ChildProcess
  ended: Promise<unknown[]>
  /** said is what it printed and logged so far. */
  said: () => string
  clean: () => void
}

/** NO_LIMITS keeps the rate limits out of experiments that send more than people do. */
export const NO_LIMITS = { GALLEY_RATE_IP: '0', GALLEY_RATE_TOKEN: '0', GALLEY_RATE_SEARCH: '0' }

/** newFolder makes a folder that is gone when the experiment ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-service-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** startService returns when the service is up, or has ended by itself; `under` is a program that runs it, in a checkout. */
export async function startService(
  env: Record<string, string> = {},
  under: string[] = [],
  checkout = '.',
): Promise<Service> {
  const folder = env.GALLEY_DATA ?? newFolder()
  // As `npm start` does, with what was compiled before.
  const [program, ...words] = [...under, process.execPath, 'bin/galley.cjs', 'serve']
  const child = spawn(program!, words, {
    cwd: checkout,
    env: { ...process.env, GALLEY_PORT: '0', GALLEY_WORKERS: '0', DATABASE_URL: '', ...env, GALLEY_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  // SIGTERM, so that its workers have ended when it has.
  endWithUs(child, 'SIGTERM')
  const clean = () => {
    child.kill('SIGKILL')
    if (env.GALLEY_DATA === undefined) rmSync(folder, { recursive: true, force: true })
  }
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-100_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const findPort = () => /Galley is up\.\s+http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await until('the service is up', () => findPort() || hasEnded(), 10 * MINUTE)
  const port = Number(findPort())
  return { port, origin: `http://127.0.0.1:${port}`, child, ended, said: () => output, clean }
}

// Without this a signal would end an experiment before what endWithUs and newFolder leave to its end.
process.once('SIGTERM', () => process.exit(1))

/** endWithUs: an experiment that fails midway leaves no process behind. */
function endWithUs(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const end = () => void child.kill(signal)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

/** startSlowWorker takes the arguments of slow-worker.ts. */
export function startSlowWorker(env: Record<string, string>, ...words: (string | number)[]): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'slow-worker.ts'), ...words.map(String)], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  // One that was stopped hears nothing else.
  endWithUs(child, 'SIGKILL')
  return child
}

/** stopWorkers waits for their end: a folder can't be removed while they still write to it. */
export async function stopWorkers(...workers: ChildProcess[]): Promise<void> {
  const running = workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGTERM')
  await settled('the workers end after SIGTERM', Promise.all(ended), STOP_MS)
}

/** endOf waits for a service that was told to end. */
export const endOf = ({ ended }: Pick<Service, 'ended'>): Promise<unknown> =>
  settled('the service ends after SIGTERM', ended, STOP_MS)

export async function stopService({ child, ended, clean }: Service): Promise<void> {
  child.kill('SIGTERM')
  await endOf({ ended }).finally(clean)
}

/** firstToken makes the first account of a fresh service, an administrator's, and gives its token. */
export async function firstToken(origin: string): Promise<string> {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'a long pass phrase' })
  const response = await fetch(`${origin}/auth/register`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** A KeptClient sends its next request the moment it has a response, as a load balancer's connection does. */
class KeptClient {
  answered = 0
  isWaiting = false
  readonly closed: Promise<void>

  constructor(port: number) {
    const socket = connect(port, '127.0.0.1')
    const next = () => {
      this.isWaiting = true
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    }
    socket.on('connect', next)
    socket.on('data', (chunk) => {
      this.isWaiting = false
      this.answered++
      if (/connection: close/i.test(String(chunk))) socket.end()
      else setImmediate(next)
    })
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()))
  }
}

/** keepBusy returns when every client has had some responses; `cutOff` waits for their end and counts those left waiting. */
export async function keepBusy(port: number, size: number) {
  const clients = Array.from({ length: size }, () => new KeptClient(port))
  await until('every client has had some responses', () => clients.every(({ answered }) => answered >= 20))
  return {
    answered: () => clients.reduce((sum, client) => sum + client.answered, 0),
    cutOff: async () => {
      await Promise.all(clients.map((client) => client.closed))
      return clients.filter((client) => client.isWaiting).length
    },
  }
}
