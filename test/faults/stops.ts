// Experiment: SIGTERM to a service under keep-alive load, many times.
// Reports the requests that were cut off, the exit codes, and the longest time that a stop took.

import { conclude, readOptions } from './experiment.ts'
import { keepBusy, startService } from './service.ts'

const { rounds, clients } = readOptions('SIGTERM under keep-alive load.', { rounds: 20, clients: 20 })

let answered = 0
let failed = 0
let orderly = 0
let longest = 0
for (let round = 0; round < rounds; round++) {
  const { port, child, ended, clean } = await startService()
  const crowd = await keepBusy(port, clients)
  const asked = performance.now()
  child.kill('SIGTERM')
  failed += await crowd.cutOff()
  const [code] = await ended
  answered += crowd.answered()
  if (code === 0) orderly++
  longest = Math.max(longest, performance.now() - asked)
  clean()
}
conclude(
  `${failed} of ${answered} requests failed, exit 0 in ${orderly} of ${rounds} stops, the longest took ${Math.round(longest)} ms`,
  failed === 0 && orderly === rounds && longest < 10_000,
)
