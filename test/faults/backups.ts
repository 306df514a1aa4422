// Experiment: backups taken by the command while clients write, each restored into a folder or database of its own.
// Passes when every write that was acknowledged before a backup began is in it, and the copy is a service that starts.

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE } from '../../src/time.ts'
import { databaseAt, onServer } from '../postgres.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions, refuse } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const LARGE = 'A sentence of a long document that many a backup has to carry. '.repeat(6_000)
const { engine, rounds, documents, large, clients, pause } = readOptions(
  'Backups while clients write, restored and held against what was acknowledged. PostgreSQL needs a pg_dump of its version.',
  { engine: 'sqlite', rounds: 5, documents: 1_000, large: 100, clients: 8, pause: 0 },
)

const server = await databaseOf(engine)
const folder = newFolder()
const env = { ...NO_LIMITS, GALLEY_DATA: folder, DATABASE_URL: server.url, GALLEY_LOG_LEVEL: 'silent' }

function galley(settings: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ['src/main.ts', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...settings },
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, said: output.trim() })))
}

const service = await startService(env)
const token = await firstToken(service.origin)
for (let index = 0; index < large; index++) {
  await fetch(`${service.origin}/api/docs/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: `Large ${index}`, summary: '0', markdown: LARGE }),
  })
}
const writers = new Writers(() => service.origin, token)
writers.start(clients, pause)
await until(`${documents} documents are written`, () => writers.acknowledged.size >= documents, 10 * MINUTE)

let lost = 0
let failed = 0
let longest = 0
let meanwhile = 0
for (let round = 0; round < rounds; round++) {
  const file = join(folder, `round-${round}.backup`)
  const before = new Map(writers.acknowledged)
  const writesBefore = writers.writes
  const began = performance.now()
  const backup = await galley({}, 'backup', file)
  if (backup.said.includes('pg_dump is older than the server')) refuse(backup.said)
  longest = Math.max(longest, performance.now() - began)
  meanwhile += writers.writes - writesBefore
  const target = await placeFor(round)
  const restored = backup.code === 0 ? await galley(target, 'restore', file) : backup
  if (restored.code !== 0) {
    failed++
    process.stdout.write(`round ${round}: ${restored.said}\n`)
    continue
  }
  const copy = await startService({ ...env, ...target })
  lost += await writers.lost(copy.origin, before)
  await stopService(copy)
  rmSync(file, { force: true })
}
await writers.stop()
await stopService(service)
await server.stop()
const odd = writers.odd([])
conclude(
  `${engine}: ${lost} writes of those acknowledged before are missing in ${rounds - failed} of ${rounds} restored backups; ${writers.acknowledged.size} documents at the end, ${meanwhile} writes while backups ran, the longest took ${(longest / 1_000).toFixed(1)} s; refused writes: ${odd || 'none'}`,
  lost === 0 && failed === 0 && odd === '' && meanwhile > 0,
)

/** placeFor gives an empty folder, and on PostgreSQL an empty database, to restore into. */
async function placeFor(round: number): Promise<Record<string, string>> {
  const GALLEY_DATA = newFolder()
  if (engine === 'sqlite') return { GALLEY_DATA }
  await onServer(server.url, `create database restored_${round}`)
  return { GALLEY_DATA, DATABASE_URL: databaseAt(server.url, `restored_${round}`) }
}
