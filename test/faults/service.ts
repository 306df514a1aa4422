// A service of its own for experiments from outside: a real process over a fresh folder, and clients that keep it busy.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Service = { port: number; child: ChildProcess; ended: Promise<unknown[]>; clean: () => void }

export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-service-'))
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: { ...process.env, GALLEY_DATA: folder, GALLEY_PORT: '0', GALLEY_WORKERS: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const clean = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  while (!said.includes('Galley is up') && child.exitCode === null) await sleep(20)
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  return { port, child, ended, clean }
}

/** A KeptClient sends its next request the moment it has an answer, as a load balancer's connection does. */
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

/** keepBusy returns when every client has had some answers; `cutOff` waits for their end and counts those left waiting. */
export async function keepBusy(port: number, size: number) {
  const clients = Array.from({ length: size }, () => new KeptClient(port))
  while (clients.some(({ answered }) => answered < 20)) await sleep(5)
  return {
    answered: () => clients.reduce((sum, client) => sum + client.answered, 0),
    cutOff: async () => {
      await Promise.all(clients.map((client) => client.closed))
      return clients.filter((client) => client.isWaiting).length
    },
  }
}
