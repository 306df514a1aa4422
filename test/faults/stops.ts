// Experiment: SIGTERM to a service under keep-alive load, many times. Run: node test/faults/stops.ts [rounds].
// Reports the requests that were cut off, the exit codes, and the longest time that a stop took.

import { keepBusy, startService } from './service.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
const CLIENTS = 20

let answered = 0
let failed = 0
let orderly = 0
let longest = 0
for (let round = 0; round < ROUNDS; round++) {
  const { port, child, ended, clean } = await startService()
  const crowd = await keepBusy(port, CLIENTS)
  const asked = performance.now()
  child.kill('SIGTERM')
  failed += await crowd.cutOff()
  const [code] = await ended
  answered += crowd.answered()
  if (code === 0) orderly++
  longest = Math.max(longest, performance.now() - asked)
  clean()
}
process.stdout.write(
  `${failed} of ${answered} requests failed, exit 0 in ${orderly} of ${ROUNDS} stops, the longest took ${Math.round(longest)} ms\n`,
)
process.exit(failed === 0 && orderly === ROUNDS && longest < 10_000 ? 0 : 1)
