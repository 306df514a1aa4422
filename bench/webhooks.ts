// node bench/webhooks.ts: what a receiver that hangs costs everyone else. A worker has ten thousand messages for a receiver that
// takes connections and never responds. A steady stream of reads is measured in many slices of a second while it works and
// while it is frozen (SIGSTOP), in turns and each first half of the time: what else the machine does hits both sides alike.
// The p99s are those of all slices together; drawing pairs of slices again and again says how far to trust their ratio. At
// the end the receiver wakes up, and the order in which it hears of each document is checked.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
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
    pairs: 60,
    seconds: 1,
  },
)
const AT_ONCE = 500

/** Enough to hear of most documents twice. */
const LISTEN_MS = 15_000
const DRAWS = 1_000

let hanging: ServerResponse[] = []
let isAwake = false
const heard: { id: string; document: number; nth: number }[] = []
const receiver = createServer(async (request, response) => {
  if (!isAwake) return void hanging.push(response)
  let text = ''
  for await (const part of request) text += part
  const { data } = JSON.parse(text)
  heard.push({ id: String(request.headers['webhook-id']), document: data.document.id, nth: data.nth })
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
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
  await until('the receiver hangs', () => hanging.length > 0)
  const memory = () => [residentMegabytes(galley.pid), residentMegabytes(worker!.pid)].join(' + ')
  const before = memory()
  const slices: Slices[] = []
  const cpu = { frozen: 0, working: 0 }
  for (let pair = 0; pair < pairs; pair++) {
    const slice: Slices = { frozen: [], working: [] }
    for (const state of pair % 2 === 0 ? (['frozen', 'working'] as const) : (['working', 'frozen'] as const)) {
      process.kill(worker.pid, state === 'working' ? 'SIGCONT' : 'SIGSTOP')
      const started = cpuSeconds(galley.pid)
      slice[state] = await readTimes(galley, known, seconds)
      cpu[state] += cpuSeconds(galley.pid) - started
    }
    slices.push(slice)
  }
  process.kill(worker.pid, 'SIGCONT')
  const after = memory()
  await wakeUp()
  const reads = slices.flatMap(({ working }) => working).length
  const p99 = (state: keyof Slices) => p99Of(slices.flatMap((slice) => slice[state]))
  const drawn = Array.from({ length: DRAWS }, () =>
    ratioOf(slices.map(() => slices[Math.floor(Math.random() * pairs)]!)),
  )
  const [low, high] = [0.05, 0.95].map((at) => drawn.toSorted((a, b) => a - b)[Math.floor(DRAWS * at)]!)
  const wrong = outOfOrder()
  const lines = [
    `load of the machine: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`,
    `p99 of ${reads} reads each, ms: ${p99('frozen').toFixed(1)} while the worker is frozen, ${p99('working').toFixed(1)} behind ${messages} messages`,
    `ratio of the p99s: ${ratioOf(slices).toFixed(2)} (nine draws of ten lie between ${low!.toFixed(2)} and ${high!.toFixed(2)}); at most 1.2 is wanted`,
    `CPU time of the service for a read, ratio: ${(cpu.working / cpu.frozen).toFixed(2)}`,
    `memory of service + worker, MB: ${before} at the start, ${after} at the end`,
    `awake, the receiver heard ${heard.length} messages of ${new Set(heard.map(({ document }) => document)).size} documents, ${wrong} of them out of order`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (wrong > 0 || ratioOf(slices) > 1.2) process.exitCode = 1
} finally {
  // Frozen, it would outlive us.
  if (worker) process.kill(worker.pid, 'SIGCONT')
  await worker?.stop()
  await galley.stop()
  removeFolder(galley.folder)
}
process.exit()

/** Slices are the times of one pair. */
type Slices = { frozen: number[]; working: number[] }

function ratioOf(slices: Slices[]): number {
  const p99 = (state: keyof Slices) => p99Of(slices.flatMap((slice) => slice[state]))
  return p99('working') / p99('frozen')
}

/** wakeUp lets the receiver respond, to what hangs too, and listens for a while. */
async function wakeUp(): Promise<void> {
  isAwake = true
  for (const response of hanging) response.writeHead(204).end()
  hanging = []
  await sleep(LISTEN_MS)
}

/** outOfOrder counts messages that came after a later one about the same document; one that is repeated has the same id. */
function outOfOrder(): number {
  const last = new Map<number, number>()
  const known = new Set<string>()
  return heard.filter(({ id, document, nth }) => {
    const isLate = !known.has(id) && nth < (last.get(document) ?? -1)
    known.add(id)
    last.set(document, Math.max(nth, last.get(document) ?? -1))
    return isLate
  }).length
}

/** say writes the messages as saves would, in batches. */
async function say(): Promise<void> {
  const deps = await openDeps({ migrate: false }, readConfig({ ...galley.env, GALLEY_LOG_LEVEL: 'silent' }))
  const rows = await deps.db.read.selectFrom('documents').select('id').execute()
  for (let from = 0; from < messages; from += AT_ONCE)
    await deps.db.inTransaction(async (tx) => {
      for (let at = from; at < Math.min(from + AT_ONCE, messages); at++)
        await emit(tx, 'document.updated', { documentId: rows[at % rows.length]!.id }, deps.clock.now(), { nth: at })
    })
  await deps.close()
}
