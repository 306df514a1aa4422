// node bench/wake.ts [--engine postgres] [--jobs 200] [--seconds 15]: what an idle worker costs and how soon it wakes.
// Counts the queries of an idle worker process beside a quiet service and beside one that is written to all the time (on
// PostgreSQL the messages on its connections, on SQLite the statements it runs); then enqueues one job at a time.

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../test/faults/experiment.ts'
import { freePort, startPostgres } from '../test/postgres.ts'
import { post, prepare } from './fill.ts'
import { type Galley, removeFolder, startGalley, startWorker } from './servers.ts'
import { readStatements } from './watch-statements.ts'

const WRITES_EVERY_MS = 20
const SETTLE_MS = 3_000

const { engine, jobs, seconds } = readOptions(
  `What an idle worker asks of the database in \`seconds\`, and how soon each of \`jobs\` wakes it; \`engine\` is sqlite or
postgres.`,
  { engine: 'sqlite', jobs: 200, seconds: 15 },
)

const postgres = engine === 'postgres' ? await startPostgres(undefined) : undefined
const galley = await startGalley(postgres ? { DATABASE_URL: postgres.url } : {})
const { headers } = await prepare(galley, 0)
const counted = postgres ? await countMessages(postgres.url) : countStatements(join(galley.folder, 'statements'))
const worker = startWorker(galley, { env: counted.env, nodeOptions: ['--import', './bench/watch-statements.ts'] })
try {
  await sleep(SETTLE_MS)
  const quiet = await rateWhile(() => sleep(seconds * 1000))
  const busy = await rateWhile(() => writeAllTheTime(galley))
  const calm = await wakeUps(galley)
  const load = `load average ${loadavg()[0]!.toFixed(1)}`
  process.stdout.write(`${engine}: an idle worker makes ${quiet.toFixed(1)} queries a second; `)
  process.stdout.write(`${busy.toFixed(1)} while others write (${load})\n`)
  process.stdout.write(`from the response to an enqueue to its claim, ${calm.length} jobs: `)
  for (const share of [0.5, 0.9, 0.99, 1]) process.stdout.write(`p${share * 100} ${quantile(calm, share)} ms  `)
  process.stdout.write('\n')
} finally {
  await worker.stop()
  await galley.stop()
  await postgres?.stop()
  removeFolder(galley.folder)
}
process.exit(0)

async function rateWhile(work: () => Promise<unknown>): Promise<number> {
  const [before, begun] = [counted.read(), performance.now()]
  await work()
  return ((counted.read() - before) / (performance.now() - begun)) * 1000
}

async function writeAllTheTime({ origin }: Galley): Promise<void> {
  const endAt = performance.now() + seconds * 1000
  for (let index = 0; performance.now() < endAt; index++) {
    await post(origin, '/api/docs/', { title: `Written ${index}` }, headers)
    await sleep(WRITES_EVERY_MS)
  }
}

/** wakeUps lets the worker finish each job before the next is enqueued, so that it waits every time. */
async function wakeUps({ origin }: Galley): Promise<number[]> {
  const waits: number[] = []
  for (let index = 0; index < jobs; index++) {
    const { id } = await post(origin, '/api/docs/', { title: `To draft ${index}` }, headers)
    const { job_id: job } = await post(
      origin,
      '/api/pipeline/docs/enqueue',
      { document_id: id, notes: 'One.' },
      headers,
    )
    const answeredAt = Date.now()
    for (;;) {
      const status = (await (await fetch(`${origin}/api/pipeline/docs/status/${job}`, { headers })).json()) as Status
      if (status.status === 'review') {
        // A worker is often done before the response has reached us.
        waits.push(Math.max(0, Date.parse(status.started_at) - answeredAt))
        break
      }
      await sleep(20)
    }
    await sleep(20 + Math.random() * 100)
  }
  return waits.sort((a, b) => a - b)
}
type Status = { status: string; started_at: string }

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}

type Counted = { env: Record<string, string>; read: () => number }

function countStatements(file: string): Counted {
  return { env: { STATEMENTS_FILE: file }, read: () => readStatements(file).count }
}

/** countMessages stands between the worker and the server and counts the messages that run something: Query and Execute. */
async function countMessages(url: string): Promise<Counted> {
  let count = 0
  const port = await freePort()
  const { hostname, port: behind } = new URL(url)
  const proxy = createServer((client) => {
    const server = connect(Number(behind), hostname)
    let rest = Buffer.alloc(0)
    let isGreeted = false
    client.on('data', (chunk: Buffer) => {
      server.write(chunk)
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        // Only the first message of a connection has no letter before its length.
        const head = isGreeted ? 1 : 0
        if (rest.length < head + 4) break
        const length = head + rest.readUInt32BE(head)
        if (rest.length < length) break
        if (isGreeted && 'QE'.includes(String.fromCharCode(rest[0]!))) count++
        isGreeted = true
        rest = rest.subarray(length)
      }
    })
    server.pipe(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('close', () => other.destroy())
      one.on('error', () => other.destroy())
    }
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    env: { DATABASE_URL: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href },
    read: () => count,
  }
}
