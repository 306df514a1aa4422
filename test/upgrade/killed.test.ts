// An upgrade that is killed in its batches goes on where it was, and ends as one that nobody disturbed; so do two at once.

import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { readConfig } from '#config.ts'
import type { Db } from '#engine/db/db.ts'
import { MIGRATIONS, migrate } from '#engine/db/migrate.ts'
import { openDb } from '#engine/db/open.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import { type Engine, onEngines } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { folderOf } from '../folder.ts'
import { databaseAt, onServer } from '../postgres.ts'
import { random } from '../random.ts'
import { fillOldSite, startUpgrade, sumOfSite } from './old-site.ts'

const DOCUMENTS = 2_000
const KILLS = 4
const next = random(1)

onEngines('an upgrade', (engine) => {
  const t = suiteCleaner()

  /** emptyDatabase is the settings of a new one. */
  async function emptyDatabase(name: string) {
    const url = engine === 'postgres' ? await onTestServer(name, '') : ''
    return { GALLEY_DATA: folderOf(t, {}), DATABASE_URL: url }
  }

  async function onTestServer(name: string, template: string): Promise<string> {
    const server = process.env.TEST_DATABASE_URL!
    const database = `${name}_${process.pid}`
    await onServer(server, `create database ${database}${template && ` template ${template}_${process.pid}`}`)
    t.after(() => onServer(server, `drop database if exists ${database} with (force)`))
    return databaseAt(server, database)
  }

  /** copyOf has the same rows as the database of that name. */
  async function copyOf(name: string, place: { GALLEY_DATA: string }, engine: Engine, copied: string) {
    if (engine === 'postgres') return { GALLEY_DATA: folderOf(t, {}), DATABASE_URL: await onTestServer(copied, name) }
    const folder = folderOf(t, {})
    copyFileSync(join(place.GALLEY_DATA, 'galley.db'), join(folder, 'galley.db'))
    return { GALLEY_DATA: folder, DATABASE_URL: '' }
  }

  async function killOnItsWay(place: Record<string, string>, db: Db): Promise<void> {
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, ended, says } = startUpgrade(place)
      await says(1)
      if (kill > 0) await sleep(next() * 100)
      child.kill('SIGKILL')
      const { code, complaint } = await ended
      assert.ok(code === null || code === 0, complaint)
      // The first kill is at a tenth; a fast machine may come to the end before the others.
      if (kill === 0) await assert.rejects(requireCurrentSchema(db), /run galley migrate/)
    }
  }

  test('that is killed goes on, and what starts meanwhile refuses or helps', { timeout: 600_000 }, async () => {
    const place = await emptyDatabase('upgrade_old')
    const old = await openDb(readConfig(place))
    await fillOldSite(old, { documents: DOCUMENTS, revisions: 3, words: 60 })
    await old.close()
    const killed = await copyOf('upgrade_old', place, engine, 'upgrade_killed')

    const undisturbed = await openDb(readConfig(place))
    t.after(() => undisturbed.close())
    await migrate(undisturbed)

    const db = await openDb(readConfig(killed))
    t.after(() => db.close())
    await killOnItsWay(killed, db)
    const both = [startUpgrade(killed), startUpgrade(killed)]
    const ends = await Promise.all(both.map(({ ended }) => ended))
    assert.deepEqual(
      ends.map(({ complaint }) => complaint),
      ['', ''],
    )
    const applied = both.flatMap(({ applied }) => applied())
    assert.equal(new Set(applied).size, applied.length)
    await requireCurrentSchema(db)
    assert.equal(await sumOfSite(db), await sumOfSite(undisturbed))
    // The way back is to the version before, not to where a kill left it.
    if (engine === 'postgres') return
    const copy = new Sqlite(join(killed.GALLEY_DATA, `backups/before-${MIGRATIONS[1]!.name}.backup`), {
      readonly: true,
    })
    t.after(() => copy.close())
    assert.deepEqual(copy.prepare('select name from schema_migrations').pluck().all(), [MIGRATIONS[0]!.name])
  })
})
