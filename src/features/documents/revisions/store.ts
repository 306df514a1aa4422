// Queries over texts: revisions, which are immutable, and what points at them: a document at the published one, its shared
// draft at the one that editors continue. No rules.

import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { prepared, preparedWrite, slotsOf } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'

export type Revision = Selectable<Tables['revisions']>
export type DraftRow = Selectable<Tables['drafts']>
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

const selectPublished = prepared<Revision, { id: number }>((slot, query) =>
  query
    .selectFrom('document_rows')
    .innerJoin('revisions', 'revisions.id', 'document_rows.published_id')
    .selectAll('revisions')
    .where('document_rows.id', '=', slot('id')),
)
export const findPublished = async (query: Query, documentId: number): Promise<Revision | undefined> =>
  (await selectPublished(query, { id: documentId }))[0]

/** The shared draft: undefined if everything that editors wrote is published. */
export const findSharedDraft = (query: Query, documentId: number): Promise<DraftRow | undefined> =>
  query
    .selectFrom('drafts')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('kind', '=', 'shared')
    .executeTakeFirst()

export async function insertDraft(tx: Tx, row: Insertable<Tables['drafts']>): Promise<void> {
  await tx.insertInto('drafts').values(row).execute()
}

export async function updateDraft(tx: Tx, id: number, values: Updateable<Tables['drafts']>): Promise<void> {
  await tx.updateTable('drafts').set(values).where('id', '=', id).execute()
}

/** Its revisions stay. The document keeps the version, so that none comes twice. */
export async function deleteDraft(tx: Tx, { id, document_id, version }: DraftRow): Promise<void> {
  await tx.deleteFrom('drafts').where('id', '=', id).execute()
  await tx.updateTable('document_rows').set({ draft_version: version }).where('id', '=', document_id).execute()
}

/** The text of a document's draft, by its revision. */
export const findUnpublishedId = async (query: Query, documentId: number): Promise<number | null> =>
  (await findSharedDraft(query, documentId))?.head_id ?? null

/** The blocks that editors continue, as JSON. */
export const findNewestBlocks = async (query: Query, documentId: number): Promise<string | undefined> =>
  (
    await query
      .selectFrom('documents')
      .leftJoin('drafts', (join) =>
        join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
      )
      .innerJoin('revisions', (join) =>
        join.on('revisions.id', '=', sql<number>`coalesce(drafts.head_id, documents.published_id)`),
      )
      .select('revisions.blocks')
      .where('documents.id', '=', documentId)
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
  await tx
    .updateTable('revisions')
    .set({ ...publication, reason: null })
    .where('id', '=', id)
    .execute()
}

/** Saves the evidence of a replaced text. */
export async function updateEvidence(tx: Tx, id: number, evidence: string): Promise<void> {
  await tx.updateTable('revisions').set({ evidence }).where('id', '=', id).execute()
}

const insertText = preparedWrite<void, FormRow>((slot, tx) =>
  tx.insertInto('texts').values(slotsOf(slot, ['document_id', 'text', 'html'])),
)
type PublishedText = { id: number; published_id: number }
const movePublished = preparedWrite<void, PublishedText>((slot, tx) =>
  tx
    .updateTable('document_rows')
    .set(slotsOf(slot, ['published_id']))
    .where('id', '=', slot('id')),
)
const updateText = preparedWrite<void, FormRow>((slot, tx) =>
  tx
    .updateTable('texts')
    .set(slotsOf(slot, ['text', 'html']))
    .where('document_id', '=', slot('document_id')),
)

export type PublishedForm = Pick<FormRow, 'text' | 'html'>

/** For a new document. */
export async function insertPublished(tx: Tx, published: PublishedText, { text, html }: PublishedForm): Promise<void> {
  await Promise.all([movePublished(tx, published), insertText(tx, { document_id: published.id, text, html })])
}

/** Without a form for unchanged blocks. */
export async function updatePublished(
  tx: Tx,
  published: PublishedText,
  form: PublishedForm | undefined,
): Promise<void> {
  await Promise.all([
    movePublished(tx, published),
    form && updateText(tx, { document_id: published.id, text: form.text, html: form.html }),
  ])
}

/** For a document restored from the trash, which had none. */
export const insertForm = (tx: Tx, documentId: number, { text, html }: PublishedForm) =>
  insertText(tx, { document_id: documentId, text, html })

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
