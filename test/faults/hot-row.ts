// Experiment: one document's row is locked from outside while many clients edit it, and others read and write elsewhere.
// Passes when only those edits wait, are 503 with Retry-After in time, and go through again when the lock is gone.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../postgres.ts'
import { conclude, percentile, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const { seconds, editors, clients, rounds, longest } = readOptions(
  'A row is locked for `seconds` while `editors` edit it; edits may wait for `longest` seconds at most.',
  { seconds: 20, editors: 30, clients: 4, rounds: 2, longest: 12 },
)
/** A p99 of a few milliseconds differs by more than a fifth between two quiet minutes of a shared machine. */
const NOISE_MS = 30

const postgres = await startPostgres(process.env.TEST_DATABASE_URL)
const service = await startService({ ...NO_LIMITS, DATABASE_URL: postgres.url, GALLEY_LOG_LEVEL: 'silent' })
const token = await firstToken(service.origin)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
const send = (method: string, path: string, body?: object) =>
  fetch(service.origin + path, { method, headers, body: body && JSON.stringify(body) })
const hot = (await (await send('POST', '/api/docs/', { title: 'Hot', markdown: 'Text.' })).json()) as { id: number }
const locker = new pg.Client({ connectionString: postgres.url })
await locker.connect()

const times = { quiet: [] as number[], locked: [] as number[] }
const edits = { refused: 0, unnamed: 0, done: 0, odd: 0, longestMs: 0 }
let failed = ''
let wellMs = 0

/** whileLast repeats until the time is over, however long each takes. */
async function whileLast(until: number, run: () => Promise<void>): Promise<void> {
  while (performance.now() < until) await run()
}

async function edit(): Promise<void> {
  const asked = performance.now()
  const response = await send('PUT', `/api/docs/${hot.id}`, { summary: String(asked) })
  await response.arrayBuffer()
  edits.longestMs = Math.max(edits.longestMs, performance.now() - asked)
  if (response.status === 503) edits.refused++
  else if (response.ok) edits.done++
  else edits.odd++
  if (response.status === 503 && !response.headers.has('retry-after')) edits.unnamed++
  await sleep(1_000)
}

async function readFor(phase: keyof typeof times): Promise<void> {
  const until = performance.now() + seconds * 1_000
  const paths = [
    ...['/api/time', '/healthz', '/readyz', '/api/docs/', '/api/docs/private', '/', '/api/docs/search?q=writer'],
  ]
  await Promise.all(
    paths.map((path) =>
      whileLast(until, async () => {
        const asked = performance.now()
        const response = await send('GET', path)
        await response.arrayBuffer()
        times[phase].push(performance.now() - asked)
        if (!response.ok) failed ||= `${path} ${response.status}`
        await sleep(20)
      }),
    ),
  )
}

const writers = new Writers(() => service.origin, token)
writers.start(clients, 20)
for (let round = 0; round < rounds; round++) {
  await readFor('quiet')
  await locker.query('begin')
  await locker.query('select 1 from documents where id = $1 for update', [hot.id])
  const until = performance.now() + seconds * 1_000
  const editing = Array.from({ length: editors }, () => whileLast(until, edit))
  await readFor('locked')
  const refusedBefore = edits.done
  await locker.query('rollback')
  const freed = performance.now()
  await edit()
  wellMs = Math.max(wellMs, performance.now() - freed - 1_000)
  if (edits.done === refusedBefore) failed ||= 'the row stayed locked'
  await Promise.all(editing)
}
await writers.stop()
const lost = await writers.lost()
await locker.end()
await stopService(service)
await postgres.stop()

const [quiet, locked] = [percentile(times.quiet, 0.99), percentile(times.locked, 0.99)]
conclude(
  `${rounds} × ${seconds} s with ${editors} edits of a locked row: ${edits.refused} were 503 (${edits.unnamed} without Retry-After) after ${Math.round(edits.longestMs)} ms at most, ${edits.odd} something else, the first after the lock took ${Math.round(wellMs)} ms; other requests p99 ${locked.toFixed(1)} ms (${quiet.toFixed(1)} ms before), ${failed || 'none failed'}; other writes: ${writers.writes}, refused ${writers.odd([]) || 'none'}, ${lost} lost`,
  edits.refused > 0 &&
    edits.unnamed + edits.odd + lost === 0 &&
    edits.longestMs <= longest * 1_000 &&
    locked <= Math.max(quiet * 1.2, NOISE_MS) &&
    failed === '' &&
    writers.odd([]) === '',
)
