// Nothing of an inbox, its counts or its mails tells of a document to someone who may not read it: everybody is asked about, and
// watches, every document of a site with every visibility.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { WAITING } from '#waiting.ts'
import { accessSite, mayRead, READERS, type TestReader } from '../../../test/access-site.ts'
import { onEngines } from '../../../test/build.ts'
import { sendNext } from './mailing.ts'

type ListedEntry = { kind: string; document: { id: number; title: string } }

onEngines('what an inbox tells', (engine) => {
  const site = accessSite(engine)
  const people = READERS.filter(({ role }) => role !== null)
  const idOf = new Map<string, number>()

  before(async () => {
    const { db, clock } = site.built()
    const at = clock.now()
    for (const reader of people) idOf.set(reader.name, (await site.get(reader, '/auth/me')).json().id)
    await db.inTransaction(async (tx) => {
      for (const { id } of site.docs) {
        const times = { run_at: at, created_at: at, updated_at: at }
        const job = { document_id: id, status: 'queued' as const, ...times }
        const made = await tx.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow()
        const iteration = {
          job_id: made.id,
          document_id: id,
          number: 1,
          status: 'processing' as const,
          base_version: 0,
        }
        const row = { ...iteration, created_at: at, updated_at: at }
        const { id: iteration_id } = await tx
          .insertInto('iterations')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow()
        for (const user_id of idOf.values()) {
          const question = { iteration_id, body: `secret of ${id}.`, assignee_id: user_id, assigned_at: at }
          const asked = await tx.insertInto('questions').values(question).returning('id').executeTakeFirstOrThrow()
          const mail = { user_id, kind: 'question', ref_id: asked.id, next_at: 0, created_at: at }
          await tx.insertInto('mails').values(mail).execute()
          await tx.insertInto('watches').values({ user_id, document_id: id, since: 0 }).execute()
        }
      }
    })
  })

  const readableIds = (reader: TestReader) =>
    site.docs
      .filter((doc) => mayRead(doc, reader))
      .map(({ id }) => id)
      .sort()
  const listed = (items: ListedEntry[], kind: string) =>
    items
      .filter((item) => item.kind === kind)
      .map(({ document }) => document.id)
      .sort()

  test('is about documents that its reader may read, in entries and in counts', async () => {
    for (const reader of people) {
      const { items, counts, total } = (await site.get(reader, '/api/admin/inbox?limit=200')).json()
      assert.deepEqual(listed(items, 'question'), readableIds(reader), reader.name)
      for (const id of listed(items, 'watched')) assert.ok(readableIds(reader).includes(id), reader.name)
      assert.equal(counts.question, readableIds(reader).length || undefined)
      assert.equal((await site.get(reader, '/api/admin/inbox/count')).json().open, total)
    }
  })

  test('is the same in a mail, which nobody gets at an address that is not proven', async () => {
    const built = site.built()
    while (await sendNext({ ...built, ...WAITING })) {}
    for (const reader of people) {
      const said = built.mails
        .filter(({ to }) => to === `${reader.name}@example.com`)
        .map(({ text }) => text)
        .join()
      const named = [...said.matchAll(/secret of (\d+)\./g)].map(([, id]) => Number(id)).sort()
      assert.deepEqual(named, reader.unproven ? [] : readableIds(reader), reader.name)
    }
  })

  test('watching tells nobody that a document is there', async () => {
    for (const reader of people)
      for (const doc of site.docs) {
        const { statusCode } = await site.get(reader, `/api/docs/${doc.id}/watch`)
        assert.equal(statusCode, mayRead(doc, reader) ? 200 : 404, `${reader.name} ${doc.slug}`)
      }
  })
})
