// Experiment: connections that send their headers or their body at a byte per second, and some that never read a long response,
// while others ask for the time. Reports the others' p99, when the last of each kind was sent away, and what they cost.

import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { conclude, percentile, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, startService } from './service.ts'

const { connections, readers } = readOptions(
  'Connections that send a byte a second, half of them in a body, and `readers` that read nothing.',
  { connections: 1_000, readers: 50 },
)
const SENDING_MS = 30_000
/** Two silent minutes at most: the server looks every minute whether something was read since. */
const READING_MS = 130_000
const P99_MS = 200
const MOST_MB = 600
const LONG = 'A line of a document that is longer than what a network holds.\n\n'.repeat(25_000)

const { port, origin, child, ended, clean } = await startService(NO_LIMITS)
const token = await firstToken(origin)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const body = JSON.stringify({ title: 'Long', markdown: LONG })
const long = (await (await fetch(`${origin}/api/docs/`, { method: 'POST', headers, body })).json()) as { id: number }

const KINDS = {
  headers: {
    count: connections / 2,
    longest: SENDING_MS,
    first: 'GET /api/time HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  },
  bodies: {
    count: connections / 2,
    longest: SENDING_MS,
    first:
      'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  },
  readers: {
    count: readers,
    longest: READING_MS,
    first: `GET /api/docs/${long.id}/blocks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  },
}
type SlowKind = keyof typeof KINDS
const names = Object.keys(KINDS) as SlowKind[]
const lives: Record<SlowKind, number[]> = { headers: [], bodies: [], readers: [] }
const sockets: Socket[] = []

function open(kind: SlowKind): void {
  const opened = performance.now()
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(KINDS[kind].first))
  sockets.push(socket)
  const drip = kind === 'readers' ? undefined : setInterval(() => socket.write('x'), 1_000)
  const look = kind === 'readers' ? setInterval(() => serves(socket) || socket.destroy(), 1_000) : undefined
  if (kind === 'readers') socket.pause()
  else socket.resume()
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(drip)
    clearInterval(look)
    lives[kind].push(performance.now() - opened)
  })
}

/** serves: whoever reads nothing does not notice that the service has closed the connection, so the system is asked. */
function serves({ localPort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`:${hex(port)} \\w+:${hex(localPort)} 01 `)
  return localPort === 0 || established.test(readFileSync('/proc/net/tcp', 'utf8'))
}

for (const kind of names) for (let index = 0; index < KINDS[kind].count; index++) open(kind)

const times: number[] = []
let megabytes = 0
const areGone = () => names.every((kind) => lives[kind].length >= KINDS[kind].count)
const giveUpAt = performance.now() + READING_MS + 5_000
while (!areGone() && performance.now() < giveUpAt) {
  const asked = performance.now()
  const response = await fetch(`${origin}/api/time`)
  await response.arrayBuffer()
  times.push(response.ok ? performance.now() - asked : Number.POSITIVE_INFINITY)
  megabytes = Math.max(
    megabytes,
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
  )
  await sleep(5)
}
const allGone = areGone()
// Whoever is left would hold up the stop, which is not what is measured here.
const sentAway = names.map((kind) => lives[kind].length)
for (const socket of sockets) socket.destroy()
child.kill('SIGTERM')
await ended
clean()

const p99 = percentile(times, 0.99)
const gone = names.map(
  (kind, index) =>
    `${sentAway[index]} of ${KINDS[kind].count} slow ${kind} after ${(Math.max(0, ...lives[kind]) / 1000).toFixed(1)} s`,
)
conclude(
  `sent away: ${gone.join(', ')}; p99 of ${times.length} others ${p99.toFixed(1)} ms, ${megabytes.toFixed(0)} MB at most`,
  allGone &&
    names.every((kind) => Math.max(...lives[kind]) <= KINDS[kind].longest) &&
    p99 < P99_MS &&
    megabytes < MOST_MB,
)
