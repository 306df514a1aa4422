// Experiment: PostgreSQL restarted in good order, restarted after a crash, and cut off (nothing gets through, nothing is
// refused) while clients write, read and a worker drafts. Passes when no acknowledged write is lost, responses meanwhile are
// only 503, and service and worker are well again within five seconds.

import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startPostgres } from '../postgres.ts'
import { conclude, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const WELL_AGAIN_MS = 5_000
const { seconds, clients } = readOptions('PostgreSQL goes away under load; `seconds` is how long it is cut off.', {
  seconds: 30,
  clients: 8,
})

const server = await startPostgres(undefined)
const cable = await layCable(Number(new URL(server.url).port))
const url = Object.assign(new URL(server.url), { port: String(cable.port) }).href
const service = await startService({
  ...NO_LIMITS,
  GALLEY_DATA: newFolder(),
  DATABASE_URL: url,
  GALLEY_WORKERS: '1',
  GALLEY_LOG_LEVEL: 'silent',
})
const token = await firstToken(service.origin)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
const post = async (path: string, body: object) =>
  (await fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<
    Record<string, number>
  >

const TROUBLES: Record<string, () => Promise<void>> = {
  undisturbed: async () => {},
  'restarted in good order': () => server.restart!('SIGINT'),
  'restarted after a crash': () => server.restart!('SIGQUIT'),
  [`cut off for ${seconds} s`]: async () => {
    cable.cut()
    await sleep(seconds * 1_000)
    cable.mend()
  },
}

const lines: string[] = []
let isFine = true
/** usualMs is what a draft takes without trouble: where others keep the machine busy, three times that is allowed. */
let usualMs: number | undefined
for (const [name, trouble] of Object.entries(TROUBLES)) {
  const writers = new Writers(() => service.origin, token)
  const reads = new Map<number, number>()
  let brokenReads = 0
  let isReading = true
  const reader = (async () => {
    while (isReading) {
      for (const path of ['/api/docs/', '/api/docs/search?q=writer', '/healthz']) {
        const status = await fetch(service.origin + path, { headers }).then(
          async (response) => {
            await response.arrayBuffer()
            return response.status
          },
          () => 0,
        )
        if (status === 0) brokenReads++
        reads.set(status, (reads.get(status) ?? 0) + 1)
      }
      await sleep(20)
    }
  })()
  writers.start(clients)
  await writers.reach(50)
  await trouble()
  const over = performance.now()
  const before = writers.writes
  while (writers.writes < before + clients && performance.now() < over + 60_000) await sleep(5)
  const wellMs = performance.now() - over
  const { id } = await post('/api/docs/', { title: `To draft when ${name}` })
  const { job_id } = await post('/api/pipeline/docs/enqueue', { document_id: id!, notes: 'One. Two.' })
  const drafted = await untilReview(job_id!)
  const draftedMs = performance.now() - over
  usualMs ??= draftedMs
  await writers.stop()
  isReading = false
  await reader
  // After the drafted response everything must be well: a 503 from here on is one too many.
  const late = await writers.lost()
  const odd = writers.odd([503])
  const oddReads = [...reads.keys()].filter((status) => status !== 200 && status !== 503)
  lines.push(
    `${name}: ${late} of ${writers.writes} acknowledged lost, ${writers.statuses.get(503) ?? 0} writes and ${reads.get(503) ?? 0} reads refused with 503, ${writers.unnamed} without detail or Retry-After, other responses ${[odd, ...oddReads].filter(Boolean).join(', ') || 'none'}, writing again after ${Math.round(wellMs)} ms, a job drafted after ${drafted ? `${Math.round(draftedMs)} ms` : 'NEVER'}`,
  )
  isFine &&=
    late === 0 &&
    writers.unnamed + writers.broken + brokenReads === 0 &&
    odd === '' &&
    oddReads.length === 0 &&
    wellMs <= WELL_AGAIN_MS &&
    drafted &&
    draftedMs <= Math.max(WELL_AGAIN_MS, 3 * usualMs)
}
await stopService(service)
cable.close()
await server.stop()
conclude(lines.join('; '), isFine)

async function untilReview(job: number): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${service.origin}/api/pipeline/docs/job/${job}`, { headers })
    if (((await response.json()) as { status?: string }).status === 'review') return true
    await sleep(50)
  }
  return false
}

/** layCable forwards to the server's port until it is cut: then bytes wait at both ends, and new connections get no response. */
async function layCable(to: number) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let isCut = false
  const forwarder = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (chunk) => other.write(chunk))
      if (isCut) socket.pause()
    }
  }).listen(port, '127.0.0.1')
  return {
    port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    mend: () => {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close: () => forwarder.close(),
  }
}
