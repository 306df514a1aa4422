// A worker process for experiments: the real loop with a drafter that takes its time in every step, so that a fault finds
// one under way. Arguments: name, seed, and how many milliseconds a step takes at least and at most.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDeps } from '../../src/compose.ts'
import { runWorker } from '../../src/worker/run.ts'
import { plainDrafter } from '../pipeline.ts'
import { random } from '../random.ts'

const [name = 'w', seed = '1', least = '20', most = '170'] = process.argv.slice(2)
const next = random(Number(seed))
const deps = await openDeps({ migrate: false })
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
const drafter = plainDrafter({ faults: () => sleep(Number(least) + next() * (Number(most) - Number(least))) })
await runWorker(deps, { name, concurrency: 4, signal: stop.signal, drafter })
await deps.close()
