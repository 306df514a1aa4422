// node bench/webhooks.ts: what a receiver that hangs costs everyone else. A steady stream of reads is measured in turns, without
// and with a worker that has ten thousand messages for a receiver that takes connections and never responds.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDeps } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { emit } from '../src/features/webhooks/emit.ts'
import { readOptions } from '../test/faults/experiment.ts'
import { until } from '../test/until.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { reads } from './reads.ts'
import { removeFolder, residentMegabytes, startGalley, startWorker } from './servers.ts'

const { documents, messages, turns, seconds } = readOptions(
  'What a receiver of webhooks that hangs costs everyone else.',
  {
    documents: 2_000,
    messages: 10_000,
    turns: 3,
    seconds: 8,
  },
)
const AT_ONCE = 500

let hanging = 0
const receiver = createServer(() => void hanging++).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const galley = await startGalley({ GALLEY_WEBHOOK_NETWORKS: 'loopback' })
try {
  await importCorpus(galley.env, documents)
  const known = await prepare(galley, documents)
  await post(galley.origin, '/api/admin/webhooks', { url }, known.headers)
  await say()
  await reads(galley, known, 3)
  const p99 = { without: [] as number[], with: [] as number[] }
  const memory: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    p99.without.push(await reads(galley, known, seconds))
    const [worker, before] = [startWorker(galley), hanging]
    await until('the receiver hangs', () => hanging > before)
    memory.push(residentMegabytes(worker.pid))
    p99.with.push(await reads(galley, known, seconds))
    memory.push(residentMegabytes(worker.pid))
    await worker.stop()
  }
  const shown = (values: number[]) => values.map((value) => value.toFixed(1)).join(', ')
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  process.stdout.write(
    `p99 of reads, ms: without ${shown(p99.without)}; behind ${messages} messages ${shown(p99.with)}\n`,
  )
  process.stdout.write(`ratio of the medians: ${(middle(p99.with) / middle(p99.without)).toFixed(2)}\n`)
  process.stdout.write(`worker, MB at the start and the end of each turn: ${memory.join(', ')}\n`)
} finally {
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
