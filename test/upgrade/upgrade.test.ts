// A database that the version before revisions wrote, upgraded in place and killed on the way: the API says of it what it said
// before, on both engines. The database (240 documents with history, working copies, schedules, previews, trash, jobs in every
// state, evidence and uploads) and 4,642 responses were recorded with that version; PostgreSQL gets the rows at the old schema.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '#app.ts'
import { dropFormerTables, FORMER } from '#engine/db/former.ts'
import { migrate } from '#engine/db/migrate.ts'
import { lackOfRoom } from '#engine/db/room.ts'
import { buildDeps, onEngines, takeServersWay } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { startUpgrade } from './old-site.ts'
import { isStillSaid, oldDatabase, readRecorded } from './recorded.ts'

type RecordedSite = {
  now: number
  tokens: { editor: string; reader: string }
  /** answers are a status and what was said, by who asked for what; of pages the status alone. */
  answers: Record<string, [status: number, said?: unknown]>
}
const { now, tokens, answers } = readRecorded<RecordedSite>('before-revisions')
const WHO: Record<string, Record<string, string>> = {
  editor: { authorization: `Bearer ${tokens.editor}` },
  reader: { authorization: `Bearer ${tokens.reader}` },
  visitor: { 'x-forwarded-for': '203.0.113.9' },
}

onEngines('a database of the version before revisions', (engine) => {
  const t = suiteCleaner()

  test('says what it said', { timeout: 600_000 }, async () => {
    const { config, db } = await oldDatabase(t, engine, 'before-revisions', '0058')
    const { child, ended, says } = startUpgrade({ GALLEY_DATA: config.dataDir, DATABASE_URL: config.databaseUrl })
    await says(1)
    child.kill('SIGKILL')
    await ended
    await migrate(db)
    const deps = await buildDeps(t, { engine, clock: { now: () => now } })
    const app = takeServersWay(buildApp({ ...deps, config, db }))
    t.after(() => app.close())
    const differ: string[] = []
    for (const [key, [status, text]] of Object.entries(answers)) {
      const [who, url] = key.split(/ (.*)/) as [string, string]
      // The index is made anew after a move.
      if (engine === 'postgres' && /\/(search|suggest)\?/.test(url)) continue
      const response = await app.inject({ url, headers: WHO[who]! })
      if (response.statusCode !== status || !isStillSaid(text, response)) differ.push(key)
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

test('an update that copies the database begins only where there is room for it', () => {
  assert.equal(lackOfRoom(3 * 1024 ** 3, 4 * 1024 ** 3), undefined)
  assert.equal(lackOfRoom(3 * 1024 ** 3, 1024 ** 3), 'This update needs 3,072 MB of free disk, and there are 1,024 MB')
})
