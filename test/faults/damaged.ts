// Experiment: starting on a database that is damaged in many places, cut short, no database at all, or of a newer program.
// Passes when every start refuses with one line that says what to do, leaves the file as it was, and `restore` mends it.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { databaseFiles } from '../../src/engine/db/backup/restore.ts'
import { MINUTE } from '../../src/time.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const { documents, rounds, seed } = readOptions(
  'Starts on a damaged, truncated, foreign or newer SQLite file; each kind of damage as many rounds as asked.',
  { documents: 300, rounds: 10, seed: 1 },
)

const next = random(seed)
const folder = newFolder()
const file = databaseFiles(folder)[0]!
const backup = join(folder, 'good.backup')
const env = { ...NO_LIMITS, GALLEY_DATA: folder, GALLEY_LOG_LEVEL: 'error' }
const galley = (...words: string[]) =>
  spawnSync(process.execPath, ['src/main.ts', ...words], {
    encoding: 'utf8',
    env: { ...process.env, GALLEY_PORT: '0', GALLEY_WORKERS: '0', DATABASE_URL: '', ...env },
  })

const service = await startService(env)
const token = await firstToken(service.origin)
const writers = new Writers(() => service.origin, token)
writers.start(8)
await until(`${documents} documents are written`, () => writers.acknowledged.size >= documents, 10 * MINUTE)
await writers.stop()
await stopService(service)
galley('backup', backup)
const pageSize = 4096
const pages = statSync(backup).size / pageSize

/** Each kind of damage is done to a copy of the good file. */
const KINDS: Record<string, () => void> = {
  'a page overwritten with zeros': () => overwrite(Math.floor(next() * pages) * pageSize, Buffer.alloc(pageSize)),
  'a page overwritten with noise': () => overwrite(Math.floor(next() * pages) * pageSize, noise(pageSize)),
  'a damaged header': () => overwrite(Math.floor(next() * 16), noise(20)),
  'a file cut short': () => truncateSync(file, 1 + Math.floor(next() * (statSync(file).size - 1))),
  'a text file': () => writeFileSync(file, `This is no database. ${'x'.repeat(5_000)}`),
  'a newer schema': () => {
    const database = new Sqlite(file)
    database.prepare('insert into schema_migrations (name, applied_at) values (?, ?)').run('9999_from_the_future', 1)
    database.close()
  },
}

const noise = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(next() * 256)))

function overwrite(at: number, bytes: Buffer): void {
  const all = readFileSync(file)
  bytes.copy(all, at)
  writeFileSync(file, all)
}

const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/** isHidden: SQLite keeps no checksums, so damage within a text, or in a page that nothing uses, goes unseen. */
function isHidden(): boolean {
  try {
    const database = new Sqlite(file, { readonly: true })
    try {
      const newer = database.prepare('select count(*) from schema_migrations where name > ?').pluck().get('9')
      return newer === 0 && database.pragma('integrity_check(1)', { simple: true }) === 'ok'
    } finally {
      database.close()
      for (const part of databaseFiles(folder).slice(1)) rmSync(part, { force: true })
    }
  } catch {
    return false
  }
}

function lay(): void {
  for (const part of databaseFiles(folder)) rmSync(part, { force: true })
  copyFileSync(backup, file)
}

let faults = 0
let refused = 0
let tried = 0
let hidden = 0
for (const [kind, damage] of Object.entries(KINDS)) {
  for (let round = 0; round < rounds; round++) {
    lay()
    damage()
    const before = hash(file)
    if (isHidden()) {
      hidden++
      continue
    }
    tried++
    const started = spawnSync('timeout', ['-s', 'KILL', '10', process.execPath, 'src/main.ts', 'serve'], {
      encoding: 'utf8',
      env: { ...process.env, GALLEY_PORT: '0', GALLEY_WORKERS: '0', DATABASE_URL: '', ...env },
    })
    const lines = started.stderr.trim().split('\n')
    const isRefused = started.status === 1 && lines.length === 1 && lines[0]!.startsWith('galley: The database')
    const isUntouched = hash(file) === before && sizeOf(`${file}-wal`) === 0
    const restored = galley('restore', backup, '--force')
    const isMended = restored.status === 0 && countDocuments() >= documents
    if (isRefused) refused++
    if (isRefused && isUntouched && isMended) continue
    faults++
    process.stdout.write(
      `${kind}: exit ${started.status ?? started.signal}, "${lines.slice(0, 2).join(' / ').slice(0, 200)}", file ${isUntouched ? 'untouched' : 'CHANGED'}, restore ${isMended ? 'works' : `FAILED: ${restored.stderr.trim()}`}\n`,
    )
  }
}
conclude(
  `seed ${seed}: ${refused} of ${tried} starts refused with one line, file untouched and restored in ${tried - faults}; ${hidden} more were damaged where SQLite can't see it`,
  faults === 0,
)

function countDocuments(): number {
  const database = new Sqlite(file, { readonly: true })
  const total = database.prepare('select count(*) from documents').pluck().get() as number
  database.close()
  return total
}
