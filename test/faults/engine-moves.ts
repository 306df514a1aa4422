// Experiment: a service runs under load on one engine, then `galley move` takes its database to the other while people go on
// reading; the move is killed on the way, and run again. Then the same way back.
// Passes when every acknowledged write and job has moved, no read failed, a service refuses to start on the half-moved database and
// names the command, and the moved one lets people sign in.

import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../src/time.ts'
import { zipOf } from '../docx.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, type Service, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const ACCOUNT = { identifier: 'ada@example.com', password: 'a long pass phrase' }
const READ_PAUSE_MS = 50
const { minutes, clients, pause } = readOptions(
  'A database that ran under load moves to the other engine and back; each move is killed once and goes on.',
  { minutes: 10, clients: 4, pause: 20 },
)

type Settings = Record<string, string>
const common = { ...NO_LIMITS, GALLEY_LOG_LEVEL: 'silent', GALLEY_WORKERS: '1' }
const server = await databaseOf('postgres')
const lite: Settings = { ...common, GALLEY_DATA: newFolder(), DATABASE_URL: '' }
const onServer: Settings = { ...common, GALLEY_DATA: newFolder(), DATABASE_URL: server.url }
const back: Settings = { ...common, GALLEY_DATA: newFolder(), DATABASE_URL: '' }

let service = await startService(lite)
const token = await firstToken(service.origin)
const writers = new Writers(() => service.origin, token)
const jobs = new Set<number>()
const faults: string[] = []
const seen: string[] = []
service = await run('SQLite to PostgreSQL', lite, onServer, server.url)
service = await run('and back', onServer, back, back.GALLEY_DATA!)
await stopService(service)
await server.stop()
conclude(
  `${minutes} min of load before each move: ${seen.join('; ')}; ${faults.join('; ') || 'no faults'}`,
  faults.length === 0,
)

/** run returns the service on the moved database. */
async function run(way: string, from: Settings, to: Settings, address: string): Promise<Service> {
  const fault = (sentence: string) => void faults.push(`${way}: ${sentence}`)
  await useFor(minutes * MINUTE)
  const readers = new AbortController()
  const reading = readUntil(readers.signal)

  const killed = startMove(from, address)
  await until(
    'the move is under way',
    () => /Moving: [3-9]0 %/.test(killed.said()) || killed.child.exitCode !== null,
    10 * MINUTE,
  )
  killed.child.kill('SIGKILL')
  if ((await killed.ended) === 0) fault('the move ended before it was killed')
  const refused = await startService(to)
  if (refused.child.exitCode !== 1 || !refused.said().includes('run: galley move --to'))
    fault(`a service on the half-moved database said: ${refused.said().trim().slice(0, 300)}`)
  refused.child.kill('SIGTERM')
  const began = performance.now()
  const finished = startMove(from, address)
  if ((await finished.ended) !== 0) fault(`the move failed: ${finished.said().trim().slice(-300)}`)
  const seconds = (performance.now() - began) / 1_000
  readers.abort()
  const { reads, failed } = await reading
  if (failed > 0) fault(`${failed} of ${reads} reads failed during the move`)
  await stopService(service)

  const moved = await startService(to)
  const lost = await writers.lost(moved.origin)
  if (lost > 0) fault(`${lost} acknowledged writes are missing`)
  const login = await call(moved.origin, 'POST', '/auth/login', ACCOUNT)
  if (login.status !== 200) fault(`signing in is ${login.status}`)
  let missing = 0
  for (const job of jobs) if (!(await call(moved.origin, 'GET', `/api/pipeline/docs/job/${job}`)).ok) missing++
  if (missing > 0) fault(`${missing} of ${jobs.size} jobs are missing`)
  seen.push(
    `${way}: ${/Moved .* tables/.exec(finished.said())?.[0] ?? 'nothing'}, ${writers.acknowledged.size} documents and ${jobs.size} jobs held against it, ${reads} reads meanwhile, ${seconds.toFixed(0)} s after the kill`,
  )
  return moved
}

/** useFor is what people do: many who write, and now and then one who signs in, drafts, comments, searches or imports. */
async function useFor(ms: number): Promise<void> {
  const endAt = performance.now() + ms
  writers.start(clients, pause)
  for (let round = 0; performance.now() < endAt || round < 2; round++) {
    await call(service.origin, 'POST', '/auth/login', ACCOUNT)
    await call(service.origin, 'POST', '/auth/send-code', { identifier: ACCOUNT.identifier })
    await call(service.origin, 'GET', '/api/docs/search?q=nothing')
    await until('a document is written', () => writers.acknowledged.size > 0)
    const document_id = [...writers.acknowledged.keys()].at(-1)!
    const job = await call(service.origin, 'POST', '/api/pipeline/docs/enqueue', {
      document_id,
      notes: 'Kept for 30 days.',
    })
    if (job.ok) jobs.add(((await job.json()) as { job_id: number }).job_id)
    await comment(document_id)
    if (round % 20 === 0) await importSome(round)
    await sleep(500)
  }
  await writers.stop()
}

async function comment(document_id: number): Promise<void> {
  const response = await call(service.origin, 'GET', `/api/docs/${document_id}/blocks`)
  const { blocks } = (await response.json()) as { blocks: { id: string }[] }
  await call(service.origin, 'POST', `/api/docs/${document_id}/threads`, { block_id: blocks[0]!.id, body: 'Is it?' })
}

async function importSome(round: number): Promise<void> {
  const zip = zipOf({ 'site/start.md': `# Start ${round}\n\nWords.\n` })
  const made = await call(service.origin, 'POST', '/api/admin/imports', { name: 'site', size: zip.length })
  const url = `/api/admin/imports/${((await made.json()) as { id: number }).id}`
  await call(service.origin, 'PUT', `${url}/pieces/0`, zip)
  await call(service.origin, 'POST', `${url}/read`, {})
}

async function readUntil(signal: AbortSignal): Promise<{ reads: number; failed: number }> {
  let [reads, failed] = [0, 0]
  for (; !signal.aborted; reads++) {
    const response = await call(service.origin, 'GET', '/api/docs/private?limit=20').catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status !== 200) failed++
    await sleep(READ_PAUSE_MS)
  }
  return { reads, failed }
}

function call(origin: string, method: string, path: string, body?: object): Promise<Response> {
  const isBytes = Buffer.isBuffer(body)
  return fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(2 * MINUTE),
  })
}

function startMove(
  from: Settings,
  address: string,
): { child: ChildProcess; said: () => string; ended: Promise<number | null> } {
  const env = { ...process.env, ...from }
  const child = spawn(process.execPath, ['src/main.ts', 'move', '--to', address], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, said: () => output, ended: new Promise((resolve) => child.on('close', resolve)) }
}
