// Experiment: of two nodes under write load, one is stopped with SIGSTOP, as a paused machine or a cut network would, and
// wakes up later. Passes when the other goes on writing within seconds and reading at once, and nothing acknowledged is lost.

import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../postgres.ts'
import { conclude, percentile, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const { seconds, clients, longest, rounds } = readOptions(
  'One of two nodes is frozen for `seconds`; the other may have no successful write for `longest` seconds at most.',
  { seconds: 20, clients: 8, longest: 3, rounds: 3 },
)

const postgres = await startPostgres(process.env.TEST_DATABASE_URL)
const env = { ...NO_LIMITS, DATABASE_URL: postgres.url, GALLEY_LOG_LEVEL: 'silent' }
const [frozen, other] = [
  await startService({ ...env, GALLEY_NODE: 'frozen' }),
  await startService({ ...env, GALLEY_NODE: 'other' }),
]
const token = await firstToken(frozen.origin)

const readTimes: number[] = []
let badReads = ''
let gapMs = 0

for (let round = 0; round < rounds; round++) {
  const [there, here] = [new Writers(() => frozen.origin, token), new Writers(() => other.origin, token)]
  there.start(clients)
  here.start(clients)
  await there.reach(100)
  frozen.child.kill('SIGSTOP')
  const until = performance.now() + seconds * 1_000
  const watching = (async () => {
    while (performance.now() < until) {
      gapMs = Math.max(gapMs, performance.now() - here.lastSuccessAt)
      await sleep(10)
    }
  })()
  const reading = ['/api/docs/', '/', '/api/docs/tree', '/readyz'].map(async (path) => {
    while (performance.now() < until) {
      const asked = performance.now()
      const response = await fetch(other.origin + path)
      await response.arrayBuffer()
      readTimes.push(performance.now() - asked)
      if (!response.ok) badReads ||= `${path} ${response.status}`
      await sleep(20)
    }
  })
  await Promise.all([watching, ...reading])
  frozen.child.kill('SIGCONT')
  await here.stop()
  await there.stop()
  const lost = (await here.lost()) + (await there.lost(other.origin))
  if (lost > 0) badReads ||= `${lost} acknowledged writes lost`
}
await stopService(frozen)
await stopService(other)
await postgres.stop()

conclude(
  `${rounds} × ${seconds} s: the other node's longest time without a successful write was ${Math.round(gapMs)} ms; reads p99 ${percentile(readTimes, 0.99).toFixed(0)} ms, longest ${Math.max(...readTimes).toFixed(0)} ms; ${badReads || 'no read failed'}`,
  gapMs <= longest * 1_000 && badReads === '' && Math.max(...readTimes) < longest * 1_000,
)
