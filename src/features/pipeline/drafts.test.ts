// The texts of drafts: each is a revision of its document that the document's own history does not show, on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findRevisionsToForget } from '#features/documents/maintenance.ts'
import { DAY } from '#time.ts'
import { type Built, onEngines } from '../../../test/build.ts'
import { makeDocument, paragraph, pipelineOf, sharedSite, work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'

onEngines('drafts', (engine) => {
  const shared = sharedSite(engine)

  /** inReview is a draft that a person has edited once. */
  async function inReview() {
    const site = shared()
    const [editor, admin] = [await site.person('editor'), await site.person('admin')]
    const { call, enqueue, job } = pipelineOf(site, editor.headers)
    const id = await makeDocument(site, { text: 'Old.' })
    const { body: queued } = await enqueue(id, { notes: 'One.\nTwo.' })
    await work(site)
    const row = async () =>
      (await site.db.read.selectFrom('iterations').selectAll().where('document_id', '=', id).executeTakeFirst())!
    const first = await row()
    const edited = { blocks: [paragraph('mine', 'Secret of a person.')] }
    assert.equal((await call('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, edited)).status, 200)
    const revisions = () =>
      site.db.read.selectFrom('revisions').selectAll().where('document_id', '=', id).orderBy('id').execute()
    const approve = () => call('POST', `/iterations/${queued.iteration_id}/approve`)
    const listed = async (query = '') =>
      (await call('GET', `/api/docs/${id}/revisions${query}`)).body as { id: number }[]
    return { site, call, job, id, queued, editor, admin, row, first, revisions, approve, listed }
  }

  /** forget is what maintenance does so many days later, where nothing but what is named is kept. */
  async function forget({ db, config, clock }: Built, days: number): Promise<void> {
    const later = { now: () => clock.now() + days * DAY }
    for (const some of await findRevisionsToForget({ db, config: { ...config, keepRevisions: 0 }, clock: later }))
      await db.inTransaction((tx) => some(tx, 1000))
  }

  test('an edit is a revision over the one before, by the person, and what the drafter wrote stays', async () => {
    const { editor, first, row, revisions } = await inReview()
    const [published, drafted, edited] = await revisions()
    const { base_id, drafted_id, draft_id } = await row()
    assert.deepEqual([base_id, drafted_id, draft_id], [published!.id, drafted!.id, edited!.id])
    assert.partialDeepStrictEqual(first, { drafted_id: drafted!.id, draft_id: drafted!.id })
    assert.partialDeepStrictEqual(drafted!, { parent_id: published!.id, author_id: null })
    assert.partialDeepStrictEqual(edited!, { parent_id: drafted!.id, author_id: editor.id, version: null })
    assert.match(drafted!.blocks, /One\./)
  })

  test('approval publishes the revision itself', async () => {
    const { id, row, revisions, approve, listed } = await inReview()
    assert.equal((await approve()).status, 200)
    const { draft_id } = await row()
    const all = await revisions()
    assert.equal(all.length, 3)
    assert.deepEqual(pluck(all, 'version'), [1, null, 2])
    assert.equal(all.at(-1)!.id, draft_id)
    assert.deepEqual(pluck(await listed('?all=true'), 'id'), [draft_id, all[0]!.id], String(id))
  })

  test('tags that were changed meanwhile stay', async () => {
    const { call, id, approve, revisions } = await inReview()
    const { slug } = (await call('PUT', `/api/docs/${id}`, { tags: ['new'] })).body
    assert.equal((await approve()).status, 200)
    const { body } = await call('GET', `/api/docs/${slug}`)
    assert.deepEqual({ tags: body.tags, id: body.blocks[0].id }, { tags: ['new'], id: 'mine' })
    const all = await revisions()
    assert.equal(all.at(-1)!.merged_id, all[2]!.id)
  })

  test('until it is published a draft is shown at its job alone', async () => {
    const { call, id, row, listed } = await inReview()
    const { draft_id, drafted_id } = await row()
    assert.deepEqual([(await listed()).length, (await listed('?all=true')).length], [0, 1])
    for (const revision of [draft_id, drafted_id])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/restore'],
        ['POST', '/restore?publish=false'],
      ] as const)
        assert.equal(
          (await call(method, `/api/docs/${id}/revisions/${revision}${path}`)).status,
          404,
          `${method} ${path}`,
        )
  })

  test('what an iteration names is never forgotten, and the database refuses to remove it', async () => {
    const { site, call, id, row, approve } = await inReview()
    assert.equal((await approve()).status, 200)
    for (const text of ['Third.', 'Fourth.', 'Fifth.'])
      assert.equal((await call('PUT', `/api/docs/${id}`, { markdown: text })).status, 200)
    await forget(site, 0)
    const { base_id, drafted_id, draft_id } = await row()
    const rows = await site.db.read
      .selectFrom('revisions')
      .select(['id', 'version'])
      .where('document_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map((revision) => [revision.id, revision.version]),
      [
        [base_id, 1],
        [drafted_id, null],
        [draft_id, 2],
        [rows.at(-1)!.id, 5],
      ],
    )
    for (const name of [base_id, drafted_id, draft_id])
      await assert.rejects(
        site.db.inTransaction((tx) => sql`delete from revisions where id = ${name}`.execute(tx)),
        /foreign key/i,
      )
  })

  test('a draft that was changed since is kept for a week', async () => {
    const { site, call, queued, row, revisions } = await inReview()
    for (const text of ['Second.', 'Third.']) {
      const edited = { blocks: [paragraph('mine', text)] }
      assert.equal((await call('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, edited)).status, 200)
    }
    await forget(site, 6)
    assert.equal((await revisions()).length, 5)
    await forget(site, 8)
    const { base_id, drafted_id, draft_id } = await row()
    assert.deepEqual(pluck(await revisions(), 'id'), [base_id, drafted_id, draft_id])
  })

  test('an administrator removes a text for good, from its job as well', async () => {
    const { site, call, job, id, queued, admin, row, approve } = await inReview()
    assert.equal((await approve()).status, 200)
    assert.equal((await call('PUT', `/api/docs/${id}`, { markdown: 'Harmless.' })).status, 200)
    const { draft_id, base_id } = await row()
    for (const revision of [draft_id, base_id]) {
      const url = `/api/docs/${id}/revisions/${revision}`
      assert.equal((await site.app.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode, 204)
    }
    const detail = await job(queued.job_id)
    assert.equal(detail.iterations[0].draft, null)
    assert.doesNotMatch(JSON.stringify(detail), /Secret of a person/)
    const { status } = await call('POST', `/iterations/${queued.iteration_id}/redraft`, { notes: 'Again.' })
    assert.equal(status, 200)
    await work(site)
  })

  test('drafts go with the jobs of a deleted document, and with a purged one everything', async () => {
    const { site, call, id, admin, revisions } = await inReview()
    const remove = (url: string) => site.app.inject({ method: 'DELETE', url, headers: admin.headers })
    assert.equal((await remove(`/api/docs/${id}`)).statusCode, 204)
    assert.deepEqual(pluck(await revisions(), 'version'), [1])
    assert.equal((await call('POST', `/api/admin/docs/trash/${id}/restore`)).status, 201)
    assert.equal((await remove(`/api/docs/${id}`)).statusCode, 204)
    assert.equal((await remove(`/api/admin/docs/trash/${id}`)).statusCode, 204)
    assert.deepEqual(await revisions(), [])
  })
})
