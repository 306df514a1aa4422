// Nothing of an inbox, its counts or its mails tells of a document to someone who may not read it: everybody is asked about,
// watches, is mentioned on and to review every document of a site with every visibility, and owns some of them, as people do whose
// role was larger once. What only editors see is in no reader's inbox, whatever they may read.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Tx } from '#engine/db/db.ts'
import { accessSite, mayRead, READERS, type TestReader } from '../../../test/access-site.ts'
import { onEngines } from '../../../test/build.ts'
import { sendDueMails } from '../../../test/inbox.ts'

const FOR_ALL = ['question', 'answered', 'watched']
const FOR_EDITORS = ['mention', 'comment', 'proposal', 'feedback', 'missed', 'link']
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
      for (const [nth, { id }] of site.docs.entries()) {
        await addDuties(tx, id, [...idOf.values()], nth, at)
        const times = { run_at: at, created_at: at, updated_at: at }
        const job = { document_id: id, status: 'queued' as const, ...times }
        const jobRow = await tx.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow()
        const iteration = {
          job_id: jobRow.id,
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
          const mail = { user_id, kind: 'question', ref_id: asked.id, run_at: 0, created_at: at }
          await tx.insertInto('mails').values(mail).execute()
          await tx.insertInto('watches').values({ user_id, document_id: id, since: 0 }).execute()
        }
      }
    })
  })

  test('is about what editors see for editors alone', async () => {
    for (const reader of people) {
      const { counts } = (await site.get(reader, '/api/admin/inbox?limit=1')).json()
      const kinds = reader.role === 'reader' ? [] : FOR_EDITORS
      assert.deepEqual(
        Object.keys(counts)
          .filter((kind) => !FOR_ALL.includes(kind))
          .sort(),
        [...kinds].sort(),
        reader.name,
      )
    }
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
      const pages = [0, 200, 400].map((offset) => site.get(reader, `/api/admin/inbox?limit=200&offset=${offset}`))
      const read = (await Promise.all(pages)).map((page) => page.json())
      const [{ counts, total }, items] = [read[0], read.flatMap((page): ListedEntry[] => page.items)]
      assert.deepEqual(listed(items, 'question'), readableIds(reader), reader.name)
      for (const id of [...listed(items, 'watched'), ...listed(items, 'answered')])
        assert.ok(readableIds(reader).includes(id), reader.name)
      assert.equal(counts.question, readableIds(reader).length || undefined)
      assert.equal((await site.get(reader, '/api/admin/inbox/count')).json().open, total)
    }
  })

  test('is the same in a mail, which nobody gets at an address that is not proven', async () => {
    const built = site.built()
    await sendDueMails(built)
    for (const reader of people) {
      const mails = built.mails
        .filter(({ to }) => to === `${reader.name}@example.com`)
        .map(({ text }) => text)
        .join()
      const named = [...new Set([...mails.matchAll(/secret of (\d+)\./g)].map(([, id]) => Number(id)))].sort()
      assert.equal(mails.includes('Kept among editors'), reader.role !== 'reader', reader.name)
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

/** addDuties: everybody is mentioned, reviews and hears of an answer; one of them, in turn, owns the document. */
async function addDuties(tx: Tx, document_id: number, userIds: number[], nth: number, at: number): Promise<void> {
  const owner = { document_id, owner_id: userIds[nth % userIds.length]!, since: at }
  await tx.insertInto('owners').values(owner).execute()
  const words = { block_id: 'b', quote: '', said: '', before: '', after: '' }
  const thread = await tx
    .insertInto('threads')
    .values({ document_id, ...words, created_at: at, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comments = [1, 2].map(() => ({ thread_id: thread.id, body: 'Kept among editors', created_at: at }))
  const [first, last] = await tx.insertInto('comments').values(comments).returning('id').execute()
  await tx.updateTable('threads').set({ last_id: last!.id }).where('id', '=', thread.id).execute()
  const { published_id } = await tx
    .selectFrom('documents')
    .select('published_id')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const text = { document_id, revision_id: published_id, base_id: published_id, action: '{"published":false}' }
  const state = { title: 'Change', state: 'open' as const, by_save: 0 as const, created_at: at, updated_at: at }
  const proposal = await tx
    .insertInto('proposals')
    .values({ ...text, ...state })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const user_id of userIds) {
    await tx.insertInto('comment_mentions').values({ comment_id: first!.id, user_id }).execute()
    await tx.insertInto('proposal_reviewers').values({ proposal_id: proposal.id, user_id }).execute()
    const asked = { words: `w${document_id}`, question: `secret of ${document_id}.`, asked_by: user_id, asked_at: at }
    const answer = { ...asked, document_id, answered_at: at }
    const question = await tx.insertInto('team_questions').values(answer).returning('id').executeTakeFirstOrThrow()
    const mail = { user_id, run_at: 0, created_at: at }
    const mails = [
      { ...mail, kind: 'mention', ref_id: first!.id },
      { ...mail, kind: 'answered', ref_id: question.id },
    ]
    await tx.insertInto('mails').values(mails).execute()
  }
  await tx
    .insertInto('feedback')
    .values({ document_id, section: '', is_helpful: 0, said: 'Bad', created_at: at })
    .execute()
  const missed = { words: `w${document_id}`, question: null, searches: 2, last_at: at }
  await tx.insertInto('missed_searches').values(missed).execute()
  await tx.insertInto('missed_duties').values({ words: missed.words, document_id, since: at }).execute()
  await tx.insertInto('page_links').values({ document_id, slug: 'gone', broken_since: at }).execute()
}
