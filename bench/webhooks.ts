// node bench/webhooks.ts: what a receiver that hangs costs everyone else. A worker has ten thousand messages for a receiver that
// takes connections and never responds. A steady stream of reads is measured in many short slices while it works and while
// it is frozen (SIGSTOP), in turns and each first half of the time: what else the machine does hits both sides alike.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { openDeps } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { emit } from '../src/features/webhooks/emit.ts'
import { readOptions } from '../test/faults/experiment.ts'
import { until } from '../test/until.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { p99Of, readTimes } from './reads.ts'
import { cpuSeconds, removeFolder, residentMegabytes, startGalley, startWorker } from './servers.ts'

const { documents, messages, pairs, seconds } = readOptions(
  'What a receiver of webhooks that hangs costs everyone else.',
  {
    documents: 2_000,
    messages: 10_000,
    pairs: 30,
    seconds: 2,
  },
)
const AT_ONCE = 500

let hanging = 0
const receiver = createServer(() => void hanging++).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const galley = await startGalley({ GALLEY_WEBHOOK_NETWORKS: 'loopback' })
let worker: ReturnType<typeof startWorker> | undefined
try {
  await importCorpus(galley.env, documents)
  const known = await prepare(galley, documents)
  await post(galley.origin, '/api/admin/webhooks', { url }, known.headers)
  await say()
  await readTimes(galley, known, 3)
  worker = startWorker(galley)
  await until('the receiver hangs', () => hanging > 0)
  const [startMegabytes, startCpu, startedAt] = [
    residentMegabytes(worker.pid),
    cpuSeconds(worker.pid),
    performance.now(),
  ]
  const times = { frozen: [] as number[], working: [] as number[] }
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const p99 = { frozen: 0, working: 0 }
    for (const state of pair % 2 === 0 ? (['frozen', 'working'] as const) : (['working', 'frozen'] as const)) {
      process.kill(worker.pid, state === 'working' ? 'SIGCONT' : 'SIGSTOP')
      const took = await readTimes(galley, known, seconds)
      times[state].push(...took)
      p99[state] = p99Of(took)
    }
    ratios.push(p99.working / p99.frozen)
  }
  const working = (performance.now() - startedAt) / 2_000
  const cpu = (cpuSeconds(worker.pid) - startCpu) / working
  const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => ratios.toSorted((a, b) => a - b)[Math.floor(pairs * at)]!)
  const lines = [
    `load of the machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`,
    `p99 of ${times.working.length} reads each, ms: ${p99Of(times.frozen).toFixed(1)} while the worker is frozen, ${p99Of(times.working).toFixed(1)} behind ${messages} messages`,
    `ratio of the p99s of ${pairs} pairs: median ${middle!.toFixed(2)}, quartiles ${low!.toFixed(2)} and ${high!.toFixed(2)}`,
    `the worker takes ${(cpu * 100).toFixed(1)} % of a core, and ${residentMegabytes(worker.pid)} MB at the end (${startMegabytes} at the start)`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  // Frozen, it would outlive us.
  if (worker) process.kill(worker.pid, 'SIGCONT')
  await worker?.stop()
  await galley.stop()
  removeFolder(galley.folder)
}
process.exit(0)

/** say writes the messages as saves would, in batches. */
async function say(): Promise<void> {
  const deps = await openDeps({ migrate: false }, readConfig({ ...galley.env, GALLEY_LOG_LEVEL: 'silent' }))
  const rows = await deps.db.read.selectFrom('documents').select('id').execute()
  for (let from = 0; from < messages; from += AT_ONCE)
    await deps.db.inTransaction(async (tx) => {
      for (let at = from; at < Math.min(from + AT_ONCE, messages); at++)
        await emit(tx, 'document.updated', { documentId: rows[at % rows.length]!.id }, deps.clock.now())
    })
  await deps.close()
}
