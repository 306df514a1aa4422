// Queries over proposals, reviewers and approvals; no rules.

import { type Expression, type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { ProposalState } from '#engine/db/vocabulary.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'
import type { Behind } from '../revisions/behind.ts'

export type ProposalRow = Selectable<Tables['proposals']>
type ProposalReadRule = Expression<SqlBool>

/** Locks the proposal; its document is locked first. */
export const holdProposal = (tx: Tx, { forUpdate }: Pick<Dialect, 'forUpdate'>, id: number) =>
  tx.selectFrom('proposals').selectAll().where('id', '=', id).modifyEnd(sql.raw(forUpdate)).executeTakeFirst()

/** The open proposal of someone's saves, which the next save updates. */
export const findSaveOf = (tx: Tx, documentId: number, authorId: number | null): Promise<ProposalRow | undefined> =>
  tx
    .selectFrom('proposals')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('author_id', 'is not distinct from', authorId)
    .where('by_save', '=', 1)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

export const findByIteration = (tx: Tx, iterationId: number): Promise<ProposalRow | undefined> =>
  tx.selectFrom('proposals').selectAll().where('iteration_id', '=', iterationId).executeTakeFirst()

export async function insertProposal(tx: Tx, row: Insertable<Tables['proposals']>): Promise<number> {
  return (await tx.insertInto('proposals').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateProposal(tx: Tx, id: number, values: Updateable<Tables['proposals']>): Promise<void> {
  await tx.updateTable('proposals').set(values).where('id', '=', id).execute()
}

const selectShown = (query: Query, readable: ProposalReadRule) =>
  query
    .selectFrom('proposals')
    .innerJoin('documents', 'documents.id', 'proposals.document_id')
    .leftJoin('users as author', 'author.id', 'proposals.author_id')
    .leftJoin('users as closer', 'closer.id', 'proposals.closed_by')
    .selectAll('proposals')
    .select(['documents.slug as document_slug', 'documents.title as document_title'])
    .select([personName('author').as('author_name'), personName('closer').as('closer_name')])
    .where(readable)

export type ShownProposal = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number]

export const findProposal = (
  query: Query,
  readable: ProposalReadRule,
  id: number,
): Promise<ShownProposal | undefined> => selectShown(query, readable).where('proposals.id', '=', id).executeTakeFirst()

export type ProposalFilter = {
  state: ProposalState | 'waiting' | 'closed' | 'all'
  document_id?: number | undefined
  author_id?: number | undefined
  reviewer_id?: number | undefined
  /** The last id of the previous page. */
  before?: number | undefined
  limit: number
}

/** Newest first; each filter has an index. */
export function listProposals(
  query: Query,
  readable: ProposalReadRule,
  filter: ProposalFilter,
): Promise<ShownProposal[]> {
  const { state, document_id, author_id, reviewer_id, before, limit } = filter
  const asked = (proposals: ReturnType<typeof selectShown>) => {
    if (state === 'waiting') return proposals.where('proposals.closed_at', 'is', null)
    if (state === 'closed') return proposals.where('proposals.closed_at', 'is not', null)
    return state === 'all' ? proposals : proposals.where('proposals.state', '=', state)
  }
  return asked(selectShown(query, readable))
    .$if(document_id !== undefined, (rows) => rows.where('proposals.document_id', '=', document_id!))
    .$if(author_id !== undefined, (rows) => rows.where('proposals.author_id', '=', author_id!))
    .$if(reviewer_id !== undefined, (rows) =>
      rows.where('proposals.id', 'in', (from) =>
        from.selectFrom('proposal_reviewers').select('proposal_id').where('user_id', '=', reviewer_id!),
      ),
    )
    .$if(before !== undefined, (rows) => rows.where('proposals.id', '<', before!))
    .orderBy('proposals.id', 'desc')
    .limit(limit)
    .execute()
}

/** Visitors' open suggestions. */
export const countSuggested = async (query: Query, sender: string): Promise<{ ofSender: number; inAll: number }> => {
  const { rows } = await sql<{ mine: number | null; total: number }>`select count(*) as total,
    sum(case when sender = ${sender} then 1 else 0 end) as mine
    from proposals where sender is not null and closed_at is null`.execute(query as Tx)
  return { ofSender: Number(rows[0]!.mine ?? 0), inAll: Number(rows[0]!.total) }
}

export const listReviewers = (query: Query, id: number) =>
  query
    .selectFrom('proposal_reviewers')
    .innerJoin('users', 'users.id', 'proposal_reviewers.user_id')
    .select(['users.id', personName('users').as('name')])
    .where('proposal_id', '=', id)
    .orderBy('users.id')
    .execute()

export async function putReviewers(tx: Tx, id: number, userIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('proposal_reviewers').where('proposal_id', '=', id).execute()
  const rows = userIds.map((user_id) => ({ proposal_id: id, user_id }))
  if (rows.length > 0) await tx.insertInto('proposal_reviewers').values(rows).execute()
}

/** `behind` are those who stood behind the part then. */
export const listApprovals = async (query: Query, id: number) => {
  const rows = await query
    .selectFrom('proposal_approvals')
    .innerJoin('users', 'users.id', 'proposal_approvals.user_id')
    .select(['user_id', 'part', 'said', 'behind', 'users.role', 'users.disabled', personName('users').as('name')])
    .where('proposal_id', '=', id)
    .orderBy('approved_at')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({ ...row, behind: JSON.parse(row.behind) as Behind[] }))
}

export type GivenApproval = Awaited<ReturnType<typeof listApprovals>>[number]

type NewApproval = { part: string; said: string; behind: Behind[] }

export const listNames = async (query: Query, ids: readonly number[]): Promise<Map<number, string | null>> => {
  if (ids.length === 0) return new Map()
  const named = query.selectFrom('users').select(['id', personName('users').as('name')])
  return new Map((await named.where('id', 'in', ids).execute()).map(({ id, name }) => [id, name]))
}

export async function putApprovals(
  tx: Tx,
  { id, userId, at }: { id: number; userId: number; at: number },
  parts: readonly NewApproval[],
): Promise<void> {
  for (const some of batchesOf(parts)) {
    const rows = some.map(({ behind, ...part }) => ({
      ...{ proposal_id: id, user_id: userId, ...part, approved_at: at },
      behind: JSON.stringify(behind),
    }))
    await tx
      .insertInto('proposal_approvals')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['proposal_id', 'user_id', 'part'])
          .doUpdateSet((eb) => ({ said: eb.ref('excluded.said'), behind: eb.ref('excluded.behind'), approved_at: at })),
      )
      .execute()
  }
}

/** An open proposal references one of these revisions, which record its authors. */
export async function isProposed(query: Query, documentId: number, revisionIds: readonly number[]): Promise<boolean> {
  const open = sql`from proposals where document_id = ${documentId} and closed_at is null`
  const { rows } = await sql`with recursive had (id, parent_id) as (
      select id, parent_id from revisions where id in (select revision_id ${open}) or id in (select base_id ${open})
      union select revisions.id, revisions.parent_id from revisions join had on revisions.id = had.parent_id
      where revisions.version is null)
    select id from had where id in (${sql.join(revisionIds)}) limit 1`.execute(query as Tx)
  return rows.length > 0
}

/** Clears references from closed proposals. */
export async function forgetRevisions(tx: Tx, revisionIds: readonly number[]): Promise<void> {
  const closed = tx.updateTable('proposals').where('closed_at', 'is not', null)
  await closed.set({ revision_id: null }).where('revision_id', 'in', revisionIds).execute()
  await closed.set({ base_id: null }).where('base_id', 'in', revisionIds).execute()
}

/** Inbox: others' changes that the person is asked to review, by name or as owner, and hasn't approved any part of. */
export const selectProposals = ({ person: { userId }, readable }: Addressee): WaitingPart[] => {
  const waiting = {
    kinds: ['proposal'] as const,
    ref_id: sql`proposals.id`,
    since: sql`proposals.updated_at`,
    document_id: sql`proposals.document_id`,
    text: sql`proposals.title`,
    who: personName('users'),
    joins: sql`left join users on users.id = proposals.author_id`,
  }
  const isOpen = sql`proposals.closed_at is null and proposals.state <> 'draft'
    and proposals.author_id is distinct from ${userId} and not exists (select 1 from proposal_approvals
      where proposal_approvals.proposal_id = proposals.id and proposal_approvals.user_id = ${userId})`
  const named = sql`select proposal_id from proposal_reviewers where user_id = ${userId}`
  return [
    {
      ...waiting,
      title: sql`mine.title`,
      from: sql`mine cross join proposals`,
      // A comment's suggestion is listed with the comment.
      where: sql`proposals.document_id = mine.id and proposals.id not in (${named}) and ${isOpen}
        and not exists (select 1 from threads where threads.suggestion_id = proposals.id)`,
    },
    {
      ...waiting,
      from: sql`proposals join documents on documents.id = proposals.document_id`,
      where: sql`proposals.id in (${named}) and ${isOpen} and ${readable}`,
    },
  ]
}

/** Where a document is filed, as visitors notice it. */
export const findFiling = (query: Query, id: number) =>
  query
    .selectFrom('documents')
    .select(['slug', 'path', 'lang', 'category_id', 'visibility', 'published'])
    .where('id', '=', id)
    .executeTakeFirst()

export const listFormerSlugs = async (query: Query, id: number): Promise<string[]> => {
  const former = query.selectFrom('former_slugs').select('slug').where('document_id', '=', id).orderBy('slug')
  return (await former.execute()).map(({ slug }) => slug)
}

const BEHIND_SLUG = /(?:\.md|\/print|\/feed\.xml)?(?:[?#].*)?$/s

/** Redirects to one of these slugs, at whatever address a page has by it, or to the path. */
export async function listRedirectsTo(query: Query, slugs: readonly string[], path: string | null) {
  const rows = await query
    .selectFrom('redirects')
    .select(['from_path', 'to_path', 'kind', 'status'])
    .orderBy('id')
    .execute()
  const names = new Set(slugs.map(encodeURIComponent))
  return rows.filter(({ to_path }) => {
    const to = to_path.replace(BEHIND_SLUG, '')
    return to === path || names.has(to.slice(to.lastIndexOf('/') + 1))
  })
}
