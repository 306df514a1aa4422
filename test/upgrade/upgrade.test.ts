// A database that the version before revisions wrote, upgraded in place: the API says of it what it said before, on both engines. The database (240 documents with history, working copies, schedules, previews, trash, jobs in every state, evidence
// and uploads) and 4,642 responses were recorded with that version; PostgreSQL gets the rows at the old schema, then upgrades.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { buildApp } from '#app.ts'
import { lackOfRoom } from '#compose.ts'
import { type Config, readConfig } from '#config.ts'
import { moveDatabase } from '#engine/db/backup/move.ts'
import type { Db } from '#engine/db/db.ts'
import { dropFormerTables, FORMER } from '#engine/db/former.ts'
import { MIGRATIONS, migrate } from '#engine/db/migrate.ts'
import { openDb } from '#engine/db/open.ts'
import { buildDeps, type Engine, onEngines, takeServersWay } from '../build.ts'
import { type Cleaner, suiteCleaner } from '../cleaner.ts'
import { folderOf } from '../folder.ts'
import { databaseAt, onServer } from '../postgres.ts'

type RecordedSite = {
  now: number
  tokens: { editor: string; reader: string }
  /** answers are a status and what was said, by who asked for what; of pages the status alone. */
  answers: Record<string, [status: number, said?: unknown]>
}
const read = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, `before-revisions.${name}.gz`)))
const { now, tokens, answers } = JSON.parse(read('json').toString()) as RecordedSite
const OLD = MIGRATIONS.slice(0, 1)
const WHO: Record<string, Record<string, string>> = {
  editor: { authorization: `Bearer ${tokens.editor}` },
  reader: { authorization: `Bearer ${tokens.reader}` },
  visitor: { 'x-forwarded-for': '203.0.113.9' },
}

/** oldDatabase has the recorded rows at the schema of their version. */
async function oldDatabase(t: Cleaner, engine: Engine): Promise<{ config: Config; db: Db }> {
  const folder = folderOf(t, {})
  writeFileSync(join(folder, 'galley.db'), read('db'))
  const env = { GALLEY_DATA: folder, DATABASE_URL: '', GALLEY_WORKERS: '0', GALLEY_LOG_LEVEL: 'silent' }
  const unlimited = { GALLEY_RATE_IP: '0', GALLEY_RATE_SEARCH: '0', GALLEY_RATE_TOKEN: '0' }
  const config = readConfig({ ...env, ...unlimited })
  const db = await openDb(config)
  t.after(() => db.close())
  if (engine === 'sqlite') return { config, db }
  const moved = readConfig({ ...env, ...unlimited, DATABASE_URL: await emptyPostgres(t) })
  const target = await openDb(moved)
  t.after(() => target.close())
  await migrate(target, OLD)
  await moveDatabase(db, target)
  return { config: moved, db: target }
}

/** emptyPostgres makes a database without any table. */
async function emptyPostgres(t: Cleaner): Promise<string> {
  const server = process.env.TEST_DATABASE_URL!
  const name = `old_${process.pid}`
  await onServer(server, `create database ${name}`)
  t.after(() => onServer(server, `drop database if exists ${name} with (force)`))
  return databaseAt(server, name)
}

onEngines('a database of the version before revisions', (engine) => {
  const t = suiteCleaner()

  test('says what it said', { timeout: 240_000 }, async () => {
    const { config, db } = await oldDatabase(t, engine)
    assert.deepEqual(await migrate(db), ['0058_revisions'])
    const deps = await buildDeps(t, { engine, clock: { now: () => now } })
    const app = takeServersWay(buildApp({ ...deps, config, db }))
    t.after(() => app.close())
    const differ: string[] = []
    for (const [key, [status, said]] of Object.entries(answers)) {
      const [who, url] = key.split(/ (.*)/) as [string, string]
      // The index is made anew after a move.
      if (engine === 'postgres' && /\/(search|suggest)\?/.test(url)) continue
      const response = await app.inject({ url, headers: WHO[who]! })
      if (response.statusCode !== status || !isStillSaid(said, response)) differ.push(key)
    }
    assert.deepEqual(differ, [])

    const call = async (method: 'GET' | 'POST', url: string) => app.inject({ method, url, headers: WHO.editor! })
    for (const { id } of (await call('GET', '/api/admin/docs/trash?limit=200')).json()) {
      const restored = await call('POST', `/api/admin/docs/trash/${id}/restore`)
      assert.equal(restored.statusCode, 201, restored.body)
    }
    await db.inTransaction(dropFormerTables)
    const tables = (await db.catalog.tables(db.read)).map(({ name }) => name)
    assert.deepEqual(
      tables.filter((name) => FORMER.includes(name)),
      [],
    )
  })
})

/** isStillSaid: fields that came since are fine. */
function isStillSaid(said: unknown, response: { body: string; json: () => unknown }): boolean {
  if (said === undefined) return true
  return typeof said === 'string' ? said === response.body : holds(response.json(), said)
}

function holds(now: unknown, before: unknown): boolean {
  if (Array.isArray(before))
    return Array.isArray(now) && now.length === before.length && before.every((part, index) => holds(now[index], part))
  if (typeof before !== 'object' || before === null) return now === before
  const fields = now as Record<string, unknown> | null
  return typeof fields === 'object' && Object.entries(before).every(([name, value]) => holds(fields?.[name], value))
}

test('an update that copies the database begins only where there is room for it', () => {
  assert.equal(lackOfRoom(1024 ** 3, 4 * 1024 ** 3), undefined)
  assert.equal(lackOfRoom(1024 ** 3, 1024 ** 3), 'This update needs 3072 MB of free disk, and there are 1024')
})
