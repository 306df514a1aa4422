// The database that version 1.0.0 wrote, and what it said of it: `release-1.0.db.gz` and `release-1.0.json.gz` in this folder.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Config, readConfig } from '#config.ts'
import { moveDatabase } from '#engine/db/backup/move.ts'
import type { Db } from '#engine/db/db.ts'
import { MIGRATIONS, migrate } from '#engine/db/migrate.ts'
import { openDb } from '#engine/db/open.ts'
import type { Engine } from '../build.ts'
import type { Cleaner } from '../cleaner.ts'
import { folderOf } from '../folder.ts'
import { databaseAt, onServer } from '../postgres.ts'

const read = (file: string) => gunzipSync(readFileSync(join(import.meta.dirname, file)))

type RecordedSite = {
  now: number
  tokens: { editor: string; reader: string }
  /** answers are a status and what was said, by who asked for what; of pages the status alone. */
  answers: Record<string, [status: number, said?: unknown]>
}
export const readRecorded = (): RecordedSite => JSON.parse(read('release-1.0.json.gz').toString())

/** oldDatabase has the recorded rows at the schema of 1.0.0. */
export async function oldDatabase(t: Cleaner, engine: Engine): Promise<{ config: Config; db: Db }> {
  const folder = folderOf(t, {})
  writeFileSync(join(folder, 'galley.db'), read('release-1.0.db.gz'))
  const env = { GALLEY_DATA: folder, DATABASE_URL: '', GALLEY_WORKERS: '0', GALLEY_LOG_LEVEL: 'silent' }
  const unlimited = { GALLEY_RATE_IP: '0', GALLEY_RATE_SEARCH: '0', GALLEY_RATE_TOKEN: '0' }
  const config = readConfig({ ...env, ...unlimited })
  const db = await openDb(config)
  t.after(() => db.close())
  if (engine === 'sqlite') return { config, db }
  const moved = readConfig({ ...env, ...unlimited, DATABASE_URL: await emptyPostgres(t) })
  const target = await openDb(moved)
  t.after(() => target.close())
  await migrate(target, MIGRATIONS.slice(0, 1))
  await moveDatabase(db, target)
  return { config: moved, db: target }
}

let serial = 0

/** emptyPostgres makes a database without any table. */
async function emptyPostgres(t: Cleaner): Promise<string> {
  const server = process.env.TEST_DATABASE_URL!
  const name = `old_${process.pid}_${++serial}`
  await onServer(server, `create database ${name}`)
  t.after(() => onServer(server, `drop database if exists ${name} with (force)`))
  return databaseAt(server, name)
}

/** isStillSaid: fields that came since are fine. */
export function isStillSaid(recorded: unknown, response: { body: string; json: () => unknown }): boolean {
  if (recorded === undefined) return true
  return typeof recorded === 'string' ? recorded === response.body : holds(response.json(), recorded)
}

/** GONE are fields that responses no longer have. */
const GONE = new Set(['closed'])

function holds(now: unknown, before: unknown): boolean {
  if (Array.isArray(before))
    return Array.isArray(now) && now.length === before.length && before.every((part, index) => holds(now[index], part))
  if (typeof before !== 'object' || before === null) return now === before
  const fields = now as Record<string, unknown> | null
  return (
    typeof fields === 'object' &&
    Object.entries(before).every(([name, value]) => GONE.has(name) || holds(fields?.[name], value))
  )
}
