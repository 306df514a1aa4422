// Queries over texts: revisions, which are immutable, and heads, which point at the published and the saved one. No rules.

import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { prepared, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type Revision = Selectable<Tables['revisions']>
export type Heads = Selectable<Tables['heads']>
type FormRow = Selectable<Tables['texts']>

const MOST_LISTED = 1000

/**
 * A published text is listed with the last version it had, and who published it when; `last` is null for the current one. A
 * change of tags alone isn't listed. Drafts of iterations are.
 */
const selectTexts = (query: Query, documentId: number) =>
  query
    .selectFrom((from) =>
      from
        .selectFrom('revisions')
        .select(['id', 'version', 'title', 'origin', 'reason'])
        .select(sql<number | null>`lead(version) over (partition by version is null order by version) - 1`.as('last'))
        .select(sql<number | null>`case when version is null then author_id else published_by end`.as('author_id'))
        .select(sql<number>`coalesce(published_at, created_at)`.as('created_at'))
        .where('document_id', '=', documentId)
        .where(sql<SqlBool>`case when version is null then iteration_id is null else version = since end`)
        .as('listed'),
    )
    .leftJoin('users', 'users.id', 'listed.author_id')
    .selectAll('listed')
    .select(personName('users').as('author_name'))

/** `replaced`: formerly published texts; `all`: unpublished ones too. Newest first. */
export const listTexts = (query: Query, documentId: number, which: 'replaced' | 'all') =>
  selectTexts(query, documentId)
    .$if(which === 'replaced', (texts) => texts.where('listed.last', 'is not', null).where('version', 'is not', null))
    .orderBy(sql`${sql.ref(which === 'replaced' ? 'listed.version' : 'listed.id')} desc`)
    .limit(MOST_LISTED)
    .execute()

export type TextRow = Awaited<ReturnType<typeof listTexts>>[number]

export const findListedText = (query: Query, documentId: number, id: number) =>
  selectTexts(query, documentId)
    .innerJoin('revisions', 'revisions.id', 'listed.id')
    .select(['revisions.summary', 'revisions.tags', 'revisions.blocks', 'revisions.evidence'])
    .where('listed.id', '=', id)
    .executeTakeFirst()

/** A revision and those that differ only in tags or language. */
export const listSameText = async (tx: Tx, documentId: number, id: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from revisions where document_id = ${documentId} and (id = ${id}
    or since = (select version from revisions where id = ${id}))`.execute(tx)
  return rows.map((row) => row.id)
}

/** The caller has removed all references to them. */
export async function deleteRevisions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('revisions').where('id', 'in', ids).execute()
}

/** Deletes a document's drafts whose iterations are gone and that were never published. */
export async function deleteDrafts(tx: Tx, documentId: number): Promise<void> {
  const drafts = tx.deleteFrom('revisions').where('document_id', '=', documentId).where('version', 'is', null)
  await drafts.where('iteration_id', 'is not', null).execute()
}

export const findRevision = (query: Query, id: number): Promise<Revision | undefined> =>
  query.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst()

/** A document's text at a version. */
export const findTextAt = (query: Query, documentId: number, version: number): Promise<Revision | undefined> =>
  query
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('version', '<=', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export const getHeads = (query: Query, documentId: number): Promise<Heads> =>
  query.selectFrom('heads').selectAll().where('document_id', '=', documentId).executeTakeFirstOrThrow()

const selectPublished = prepared<Revision, { id: number }>((slot, query) =>
  query
    .selectFrom('heads')
    .innerJoin('revisions', 'revisions.id', 'heads.published_id')
    .selectAll('revisions')
    .where('heads.document_id', '=', slot('id')),
)
export const findPublished = async (query: Query, documentId: number): Promise<Revision | undefined> =>
  (await selectPublished(query, { id: documentId }))[0]

export const findSaved = (query: Query, documentId: number): Promise<Revision | undefined> =>
  query
    .selectFrom('heads')
    .innerJoin('revisions', 'revisions.id', 'heads.saved_id')
    .selectAll('revisions')
    .where('heads.document_id', '=', documentId)
    .executeTakeFirst()

/** The newest text of a document's draft, typed or saved. */
export const findUnpublishedId = async (query: Query, documentId: number): Promise<number | null> => {
  const { working_id, saved_id } = await getHeads(query, documentId)
  return working_id ?? saved_id
}

/** The newest saved blocks as JSON: unpublished ones first. */
export const findNewestBlocks = async (query: Query, documentId: number): Promise<string | undefined> =>
  (
    await query
      .selectFrom('heads')
      .innerJoin('revisions', (join) =>
        join.on('revisions.id', '=', sql<number>`coalesce(heads.saved_id, heads.published_id)`),
      )
      .select('revisions.blocks')
      .where('heads.document_id', '=', documentId)
      .executeTakeFirst()
  )?.blocks

const NEW_REVISION = [
  'document_id',
  'parent_id',
  'merged_id',
  'version',
  'since',
  'base_version',
  'iteration_id',
  'title',
  'summary',
  'tags',
  'lang',
  'blocks',
  'origin',
  'author_id',
  'reason',
  'created_at',
  'behind',
  'published_by',
  'published_at',
] as const
export type NewRevision = Pick<Revision, (typeof NEW_REVISION)[number]>

const insert = preparedWrite<{ id: number }, NewRevision>((slot, tx) =>
  tx.insertInto('revisions').values(slotsOf(slot, NEW_REVISION)).returning('id'),
)
export const insertRevision = async (tx: Tx, row: NewRevision): Promise<number> => (await insert(tx, row))[0]!.id

/** What publishing sets on a revision. */
type Publication = Pick<Revision, 'lang' | 'origin' | 'published_by'> & {
  version: number
  since: number
  published_at: number
}

export async function updatePublication(tx: Tx, id: number, publication: Publication): Promise<void> {
  await tx.updateTable('revisions').set(publication).where('id', '=', id).execute()
}

/** Saves the evidence of a replaced text. */
export async function updateEvidence(tx: Tx, id: number, evidence: string): Promise<void> {
  await tx.updateTable('revisions').set({ evidence }).where('id', '=', id).execute()
}

const insertHeads = preparedWrite<void, Pick<Heads, 'document_id' | 'published_id'>>((slot, tx) =>
  tx.insertInto('heads').values(slotsOf(slot, ['document_id', 'published_id'])),
)
const insertText = preparedWrite<void, FormRow>((slot, tx) =>
  tx.insertInto('texts').values(slotsOf(slot, ['document_id', 'text', 'html'])),
)
const movePublished = preparedWrite<void, Pick<Heads, 'document_id' | 'published_id'>>((slot, tx) =>
  tx
    .updateTable('heads')
    .set(slotsOf(slot, ['published_id']))
    .where('document_id', '=', slot('document_id')),
)
const updateText = preparedWrite<void, FormRow>((slot, tx) =>
  tx
    .updateTable('texts')
    .set(slotsOf(slot, ['text', 'html']))
    .where('document_id', '=', slot('document_id')),
)

export type PublishedForm = Pick<FormRow, 'text' | 'html'>

/** For a new document. */
export async function insertPublished(tx: Tx, heads: Pick<Heads, 'document_id' | 'published_id'>, form: PublishedForm) {
  const { document_id } = heads
  await Promise.all([insertHeads(tx, heads), insertText(tx, { document_id, text: form.text, html: form.html })])
}

/** Without a form for unchanged blocks. */
export async function updatePublished(
  tx: Tx,
  heads: Pick<Heads, 'document_id' | 'published_id'>,
  form: PublishedForm | undefined,
): Promise<void> {
  const { document_id } = heads
  await Promise.all([
    movePublished(tx, heads),
    form && updateText(tx, { document_id, text: form.text, html: form.html }),
  ])
}

/** For a document restored from the trash, which had none. */
export const insertForm = (tx: Tx, documentId: number, { text, html }: PublishedForm) =>
  insertText(tx, { document_id: documentId, text, html })

/** With `working_id` null, editors continue from the saved or else the published text. */
export async function updateSaved(
  tx: Tx,
  documentId: number,
  saved: Pick<Heads, 'saved_id' | 'saved_since'> & { working_id?: null },
): Promise<void> {
  await tx.updateTable('heads').set(saved).where('document_id', '=', documentId).execute()
}

export async function updateWorking(tx: Tx, documentId: number, working_id: number | null): Promise<void> {
  await tx.updateTable('heads').set({ working_id }).where('document_id', '=', documentId).execute()
}

/** A text and its predecessors, newest first, up to `from` or to a published text. */
export const listWriting = async (query: Query, id: number, from: number) => {
  const { rows } = await sql<
    Pick<Revision, 'id' | 'author_id'>
  >`with recursive writing (id, parent_id, author_id, nth) as (
      select id, parent_id, author_id, 0 from revisions where id = ${id}
      union all select revisions.id, revisions.parent_id, revisions.author_id, nth + 1
      from revisions join writing on revisions.id = writing.parent_id
      where revisions.id <> ${from} and revisions.version is null)
    select id, author_id from writing order by nth`.execute(query as Tx)
  return rows
}
