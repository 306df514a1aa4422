// A database that version 1.0.0 wrote, upgraded in place: the API says of it what it said before, on both engines. The database
// (240 documents with history, drafts, schedules, previews, trash, proposals, comments, owners, jobs in every state, evidence and
// uploads) and 4,668 responses were recorded with that version; PostgreSQL gets the rows at the old schema.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { buildApp } from '#app.ts'
import type { Db } from '#engine/db/db.ts'
import { migrate } from '#engine/db/migrate.ts'
import { DELIVERIES, SCHEDULES } from '#engine/tasks/kinds.ts'
import { claimDueTasks } from '#engine/tasks/tasks.ts'
import { claimImport } from '#features/exchange/imports/claims.ts'
import { claimNextMail } from '#features/inbox/mails.ts'
import { isNextOf } from '#features/webhooks/store.ts'
import { buildDeps, onEngines } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { pluck } from '../pluck.ts'
import { isStillSaid, oldDatabase, readRecorded } from './recorded.ts'

const { now, tokens, answers } = readRecorded()
const WHO: Record<string, Record<string, string>> = {
  editor: { authorization: `Bearer ${tokens.editor}` },
  reader: { authorization: `Bearer ${tokens.reader}` },
  visitor: { 'x-forwarded-for': '203.0.113.9' },
}

/** findTyped returns the documents of 1.0.0 with a text that was typed and not saved. */
async function findTyped(db: Db): Promise<{ id: number; slug: string; blocks: string }[]> {
  const { rows } = await sql<{ id: number; slug: string; blocks: string }>`select documents.id, slug, typed.blocks
    from heads join documents on documents.id = heads.document_id join revisions as typed on typed.id = heads.working_id
    join revisions as live on live.id = heads.published_id where typed.blocks <> live.blocks`.execute(db.read)
  assert.ok(rows.length > 3, String(rows.length))
  return rows
}

onEngines('a database of version 1.0.0', (engine) => {
  const t = suiteCleaner()

  test('says what it said', { timeout: 600_000 }, async () => {
    const { config, db } = await oldDatabase(t, engine)
    const typed = await findTyped(db)
    await migrate(db)
    const deps = await buildDeps(t, { engine, clock: { now: () => now } })
    const app = buildApp({ ...deps, config, db })
    t.after(() => app.close())
    const call = async (method: 'GET' | 'POST', url: string) => app.inject({ method, url, headers: WHO.editor! })
    const differ: string[] = []
    for (const [key, [status, text]] of Object.entries(answers)) {
      const [who, url] = key.split(/ (.*)/) as [string, string]
      // Hits are ranked by counts of words, which are no rows: another index has others. Of a move both are made anew.
      if (/\/search\?/.test(url) || (engine === 'postgres' && /\/suggest\?/.test(url))) continue
      // What was typed is part of the draft now.
      if (typed.some(({ id, slug }) => [`/api/docs/${id}/working-copy`, `/api/docs/${slug}`].includes(url))) continue
      const response = await app.inject({ url, headers: WHO[who]! })
      if (response.statusCode !== status || !isStillSaid(text, response)) differ.push(key)
    }
    assert.deepEqual(differ, [])
    for (const { id, blocks } of typed)
      assert.deepEqual((await call('GET', `/api/docs/${id}/working-copy`)).json().blocks, JSON.parse(blocks))
    for (const { id } of (await call('GET', '/api/admin/docs/trash?limit=200')).json()) {
      const restored = await call('POST', `/api/admin/docs/trash/${id}/restore`)
      assert.equal(restored.statusCode, 201, restored.body)
    }
  })

  test('flags no source any more for who may read it, and keeps the ids of sources', async () => {
    const { db } = await oldDatabase(t, engine)
    const { id } = await db.read.selectFrom('documents').select('id').limit(1).executeTakeFirstOrThrow()
    const fill = [
      sql`insert into evidence (document_id, block_id, origin, checked_at) values (${id}, 'a', 'source', 1)`,
      sql`insert into evidence_sources
        (document_id, block_id, kind, source_id, title, quote, closed, missing, reason, stale_since) values
        (${id}, 'a', 'document', ${id}, 'removed', 'Q', 0, null, null, null),
        (${id}, 'a', 'document', ${id}, 'closed', 'Q', 1, null, 'closed', 7),
        (${id}, 'a', 'document', ${id}, 'changed, too', 'Q', 1, 'changed', 'closed', 7),
        (${id}, 'a', 'document', ${id}, 'accepted', 'Q', 1, 'changed', null, null)`,
      sql`delete from evidence_sources where title = 'removed'`,
    ]
    await db.inTransaction(async (tx) => {
      for (const statement of fill) await statement.execute(tx)
    })
    const listIds = async () =>
      (await db.read.selectFrom('evidence_sources').select('id').orderBy('id').execute()).map((row) => row.id)
    const before = await listIds()
    await migrate(db)
    const rows = await db.read.selectFrom('evidence_sources').selectAll().orderBy('id').execute()
    assert.deepEqual(pluck(rows, 'title', 'reason', 'stale_since'), [
      ['closed', null, null],
      ['changed, too', 'changed', 7],
      ['accepted', null, null],
    ])
    assert.deepEqual(await listIds(), before)
    const { id: _, ...like } = rows[0]!
    await db.inTransaction((tx) => tx.insertInto('evidence_sources').values(like).execute())
    assert.deepEqual((await listIds()).slice(0, -1), before)
  })

  test('goes on with imports, messages, mails and schedules that were in progress', async () => {
    const { db } = await oldDatabase(t, engine)
    const { id: user } = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    const fill = [
      sql`insert into imports (name, size, state, run, tries, alive_at, created_at) values
        ('in progress', 1, 'importing', 4, 2, 5, 3), ('asked for', 1, 'undoing', 0, 0, null, 9), ('done', 1, 'done', 7, 1, null, 1)`,
      sql`insert into webhooks (id, name, url, kinds, visibility, secret, created_at, updated_at)
        values (7, 'n', 'http://x', '[]', 'public', 's', 1, 1)`,
      sql`insert into webhook_deliveries (webhook_id, message, kind, lane, body, status, attempts, next_at, created_at, finished_at)
        values (7, 'first', 'k', 'a', '', 'pending', 3, 5, 1, null), (7, 'behind it', 'k', 'a', '', 'pending', 0, 5, 1, null),
        (7, 'sent', 'k', 'b', '', 'delivered', 1, 5, 1, 6)`,
      sql`insert into mails (id, user_id, kind, ref_id, batch, attempts, next_at, created_at) values
        (71, ${user}, 'comment', 71, 71, 1, 5, 1), (72, ${user}, 'comment', 72, 71, 1, 5, 1),
        (73, ${user}, 'comment', 73, null, 0, 8, 1)`,
      sql`insert into schedules (name, last_run_at, result, next_run_at) values ('new', 4, 'Wrote it', 1)`,
    ]
    await db.inTransaction(async (tx) => {
      for (const statement of fill) await statement.execute(tx)
    })
    await migrate(db)
    const deps = { db, clock: { now: () => 10 } }
    const imports = [await claimImport(deps), await claimImport(deps)]
    assert.deepEqual(
      imports.map((row) => [row?.name, row?.fence, row?.attempts]),
      [
        ['in progress', 5, 3],
        [undefined, undefined, undefined],
      ],
    )
    const messages = await claimDueTasks(deps, DELIVERIES, { limit: 9, where: isNextOf(7) })
    assert.deepEqual(
      messages.map(({ message, attempts }) => [message, attempts]),
      [['first', 4]],
    )
    const mails = [await claimNextMail(deps), await claimNextMail(deps), await claimNextMail(deps)]
    assert.deepEqual(
      mails.map((taken) => taken.map(({ id, attempts }) => [id, attempts])),
      [[[71, 2]], [[73, 1]], []],
    )
    const [schedule] = await claimDueTasks(deps, SCHEDULES)
    assert.deepEqual([schedule?.name, schedule?.last_run_at, schedule?.result], ['new', 4, 'Wrote it'])
  })
})
