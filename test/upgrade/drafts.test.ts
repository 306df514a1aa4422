// Jobs that the version before their drafts were revisions wrote, upgraded in place: in every state, edited, redrafted after a
// review, an approval and a failure, approved, changed by hand meanwhile. The API says of them what it said, and whoever approves
// them all gets the same responses and the same documents, on both engines. 225 responses were recorded with that version.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { buildApp } from '#app.ts'
import { migrate } from '#engine/db/migrate.ts'
import { buildDeps, onEngines, takeServersWay } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { isStillSaid, oldDatabase, readRecorded } from './recorded.ts'

type Answer = [status: number, said: unknown]
type RecordedJobs = {
  now: number
  token: string
  answers: Record<string, Answer>
  /** approvals are by iteration, one after another; `published` are the documents after them. */
  approvals: Record<string, Answer>
  published: Record<string, { version: number; title: string; blocks: unknown; tags: string[] }>
}
const { now, token, answers, approvals, published } = readRecorded<RecordedJobs>('before-drafts')

onEngines('jobs of the version before drafts were revisions', (engine) => {
  const t = suiteCleaner()

  test('say what they said, and are approved as they would have been', { timeout: 120_000 }, async () => {
    const { config, db } = await oldDatabase(t, engine, 'before-drafts', '0059')
    assert.equal((await migrate(db))[0], '0059_drafts')
    const deps = await buildDeps(t, { engine, clock: { now: () => now } })
    const app = takeServersWay(buildApp({ ...deps, config, db }))
    t.after(() => app.close())
    const headers = { authorization: `Bearer ${token}` }
    const differ: string[] = []
    for (const [url, [status, text]] of Object.entries(answers)) {
      const response = await app.inject({ url, headers })
      if (response.statusCode !== status || !isStillSaid(text, response)) differ.push(url)
    }
    assert.deepEqual(differ, [])

    for (const [id, [status, text]] of Object.entries(approvals)) {
      const response = await app.inject({
        method: 'POST',
        url: `/api/pipeline/docs/iterations/${id}/approve`,
        headers,
      })
      const { approved_at: _then, ...before } = text as { approved_at?: string }
      assert.ok(response.statusCode === status && isStillSaid(before, response), `${id}: ${response.body}`)
    }
    for (const [slug, { version, title, blocks, tags }] of Object.entries(published)) {
      const is = (await app.inject({ url: `/api/docs/${slug}`, headers })).json()
      assert.deepEqual(
        { version: is.version, title: is.title, tags: is.tags, blocks: is.blocks },
        { version, title, tags, blocks },
        slug,
      )
    }
  })

  test('name revisions that can not be removed', async () => {
    const { db } = await oldDatabase(t, engine, 'before-drafts', '0059')
    await migrate(db)
    for (const column of ['draft_id', 'drafted_id', 'base_id']) {
      const names = sql`select ${sql.id(column)} from iterations`
      await assert.rejects(
        db.inTransaction((tx) => sql`delete from revisions where id in (${names})`.execute(tx)),
        /foreign key|FOREIGN KEY/,
        column,
      )
    }
  })
})
