// A worker process for workers.ts: the real loop with a drafter that takes its time in every step, so that a kill finds
// one under way. Arguments: name, seed.

import { setTimeout as sleep } from 'node:timers/promises'
import { openDeps } from '../../src/compose.ts'
import { runWorker } from '../../src/worker/run.ts'
import { plainDrafter } from '../pipeline.ts'
import { random } from '../random.ts'

const [name = 'w', seed = '1'] = process.argv.slice(2)
const next = random(Number(seed))
const deps = await openDeps({ migrate: false })
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
const drafter = plainDrafter({ faults: () => sleep(20 + next() * 150) })
await runWorker(deps, { name, concurrency: 4, signal: stop.signal, drafter })
await deps.close()
