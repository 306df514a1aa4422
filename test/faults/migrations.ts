// Experiment: a filled database of an older schema is migrated by processes that are killed midway, then by two at once.
// Passes when the old rows are as they were, every migration is there whole and once, on both engines.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../src/config.ts'
import type { Db, Tx } from '../../src/engine/db/db.ts'
import { MIGRATIONS, migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { MINUTE } from '../../src/time.ts'
import { databaseAt, onServer } from '../postgres.ts'
import { random } from '../random.ts'
import { settled } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { newFolder } from './service.ts'
import { REWRITES } from './slow-migration.ts'

const BATCH = 500
/** All but the baseline are missing in the old database, so that they are tried as well. */
const OLD = MIGRATIONS.slice(0, 1)
const { documents, rounds, seed } = readOptions(
  'Migrations of a filled older database, killed on their way and rerun; then by two processes at once.',
  { documents: 40_000, rounds: 5, seed: 1 },
)
const next = random(seed)

type Installation = { GALLEY_DATA: string; DATABASE_URL: string }
const open = (place: Installation) => openDb(readConfig(place))

async function fill(place: Installation): Promise<void> {
  const db = await open(place)
  await migrate(db, OLD)
  const at = 1_700_000_000_000
  for (let from = 1; from <= documents; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, documents - from + 1) }, (_, index) => from + index)
    await db.inTransaction(async (tx) => {
      const rows = ids.map((id) => ({
        id,
        slug: `d-${id}`,
        title: `Document ${id} ü`,
        created_at: at,
        updated_at: at + id,
      }))
      await insertOld(tx, 'documents', rows)
      const blocks = ids.map((document_id) => ({
        document_id,
        text: `Text of ${document_id}. `.repeat(20),
        html: '<p>…</p>',
      }))
      await insertOld(tx, 'blocks', blocks)
      const revisions = ids.map((id) => ({
        document_id: id,
        version: 1,
        title: 'Old',
        blocks: '[]',
        origin: 'hand' as const,
        created_at: at,
      }))
      await insertOld(tx, 'revisions', revisions)
    })
  }
  await db.close()
}

/** insertOld writes to a table as it was: its columns are not those of the program any more. */
const insertOld = (tx: Tx, table: string, rows: object[]) =>
  tx
    .insertInto(table as never)
    .values(rows as never)
    .execute()

/** sumOf is a checksum over every old row, column by column as it was. */
async function sumOf(db: Db): Promise<string> {
  const hash = createHash('sha256')
  const parts = {
    documents: 'id, slug, title, bucket, version, created_at, updated_at',
    blocks: 'document_id, text, html, version',
    revisions: 'id, document_id, version, title, blocks',
  }
  const tables = new Set((await db.catalog.tables(db.read)).map(({ name }) => name))
  for (const [name, columns] of Object.entries(parts)) {
    const table = tables.has(`former_${name}`) ? `former_${name}` : name
    const { rows } = await sql.raw<object>(`select ${columns} from ${table} order by 1`).execute(db.read)
    for (const row of rows) hash.update(JSON.stringify(Object.values(row)))
  }
  return hash.digest('hex')
}

function startMigration(place: Installation) {
  const child = spawn(process.execPath, ['test/faults/slow-migration.ts'], {
    env: { ...process.env, ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaint = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  const ended = new Promise<{ code: number | null; applied: string[]; complaint: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, applied: said.split('\n').filter(Boolean), complaint })),
  )
  return { child, ended }
}

/** faultsAfter counts what is not as it must be when all migrations are through. */
async function faultsAfter(place: Installation, before: string): Promise<string[]> {
  const db = await open(place)
  const faults: string[] = []
  if ((await sumOf(db)) !== before) faults.push('old rows changed')
  const names = (await db.read.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )
  const wanted = [...MIGRATIONS, ...REWRITES].map(({ name }) => name).sort()
  if (names.join() !== wanted.join()) faults.push(`applied: ${names.join()}`)
  for (const [index, column] of ['first', 'second', 'third'].entries()) {
    const { rows } = await sql
      .raw<{ done: number; words: number }>(
        `select (select count(*) from document_rows where ${column}_length = length(title) + ${index}) as done, (select count(*) from ${column}_words) as words`,
      )
      .execute(db.read)
    if (Number(rows[0]!.done) !== documents || Number(rows[0]!.words) !== documents)
      faults.push(`${column} is not whole`)
  }
  await db.close()
  return faults
}

async function run(engine: string): Promise<{ line: string; isFine: boolean }> {
  const server = await databaseOf(engine)
  let kills = 0
  let midway = 0
  const faults: string[] = []
  let fullMs = 0
  for (let round = 0; round <= rounds; round++) {
    const place = { GALLEY_DATA: newFolder(), DATABASE_URL: await freshDatabase(server.url, round) }
    await fill(place)
    const db = await open(place)
    const before = await sumOf(db)
    await db.close()
    if (round === 0) {
      // The first round has two at once, undisturbed, and shows how long it takes.
      const began = performance.now()
      const started = [startMigration(place).ended, startMigration(place).ended]
      const both = await settled('two migrations at once end', Promise.all(started), 10 * MINUTE)
      fullMs = performance.now() - began
      const applied = both.flatMap((one) => one.applied)
      const wanted = MIGRATIONS.length - OLD.length + REWRITES.length
      if (both.some(({ code }) => code !== 0)) faults.push(`two at once: ${both.map((one) => one.complaint).join(' ')}`)
      if (applied.length !== wanted || new Set(applied).size !== wanted)
        faults.push(`two at once applied ${applied.join()}`)
    } else {
      for (let isDone = false; !isDone; ) {
        const { child, ended } = startMigration(place)
        const timer = setTimeout(() => child.kill('SIGKILL'), next() * fullMs)
        const { code, applied, complaint } = await ended
        clearTimeout(timer)
        isDone = code === 0
        if (code === null) kills++
        if (code === null && applied.length > 0) midway++
        if (code !== null && code !== 0) faults.push(complaint.trim())
        if (code !== null && code !== 0) break
        // The next one may come before the server has noticed that this one is gone.
        await sleep(next() * 50)
      }
    }
    faults.push(...(await faultsAfter(place, before)))
  }
  await server.stop()
  for (const fault of faults) process.stdout.write(`${engine}: ${fault}\n`)
  return {
    line: `${engine}: ${rounds} databases of ${documents} documents migrated after ${kills} kills (${midway} between migrations), one by two at once in ${(fullMs / 1_000).toFixed(1)} s, ${faults.length} faults`,
    isFine: faults.length === 0 && kills > 0,
  }
}

async function freshDatabase(url: string, round: number): Promise<string> {
  if (url === '') return ''
  await onServer(url, `create database migrated_${round}`)
  return databaseAt(url, `migrated_${round}`)
}

const results = [await run('sqlite'), await run('postgres')]
conclude(
  `seed ${seed}; ${results.map(({ line }) => line).join('; ')}`,
  results.every(({ isFine }) => isFine),
)
