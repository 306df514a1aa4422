// Experiment: a thousand connections that send their request at a byte per second, while others ask for the time.
// Reports the others' p99 and when the last slow one was sent away.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { conclude, percentile, readOptions } from './experiment.ts'
import { startService } from './service.ts'

const { connections } = readOptions('Connections that send a byte a second, while others ask for the time.', {
  connections: 1_000,
})
const LONGEST_MS = 30_000
const P99_MS = 200

const { port, child, ended, clean } = await startService({ GALLEY_RATE_IP: '0' })
const lives: number[] = []
for (let i = 0; i < connections; i++) {
  const opened = performance.now()
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/time HTTP/1.1\r\nHost: localhost\r\nX-Slow: '))
  const drip = setInterval(() => socket.write('x'), 1_000)
  socket.resume()
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(drip)
    lives.push(performance.now() - opened)
  })
}

const times: number[] = []
const giveUpAt = performance.now() + LONGEST_MS + 5_000
while (lives.length < connections && performance.now() < giveUpAt) {
  const asked = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/time`)
  await response.arrayBuffer()
  times.push(response.ok ? performance.now() - asked : Number.POSITIVE_INFINITY)
  await sleep(5)
}
child.kill('SIGTERM')
await ended
clean()

const p99 = percentile(times, 0.99)
const longest = Math.max(...lives)
conclude(
  `${lives.length} of ${connections} slow clients sent away, the last after ${(longest / 1000).toFixed(1)} s; p99 of ${times.length} others ${p99.toFixed(1)} ms`,
  lives.length === connections && longest <= LONGEST_MS && p99 < P99_MS,
)
