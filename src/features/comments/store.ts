// Queries over threads and comments. Each that serves a request contains the document's access rule.

import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { prepared } from '#engine/db/prepared.ts'
import type { Tables } from '#engine/db/tables.ts'
import { personName } from '#features/accounts/users/person-name.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'
import type { ThreadAnchor } from './anchor.ts'

type ReadRule = Expression<SqlBool>
type NewThread = Insertable<Tables['threads']>
type NewComment = Pick<Insertable<Tables['comments']>, 'thread_id' | 'author_id' | 'body' | 'created_at'>

/** Comments are about the draft, if there is one, else about the published text. */
const TEXTS = {
  edited: sql<number>`coalesce(drafts.head_id, documents.published_id)`,
  published: sql<number>`documents.published_id`,
}
export type CommentedText = keyof typeof TEXTS

/** Blocks as JSON; undefined if this actor can't see the document. */
export async function findBlocks(query: Query, readable: ReadRule, id: number, of: CommentedText) {
  const row = await query
    .selectFrom('documents')
    .leftJoin('drafts', (join) =>
      join.onRef('drafts.document_id', '=', 'documents.id').on('drafts.kind', '=', 'shared'),
    )
    .leftJoin('revisions', (join) => join.on('revisions.id', '=', TEXTS[of]))
    .select('revisions.blocks')
    .where('documents.id', '=', id)
    .where(readable)
    .executeTakeFirst()
  return row && (row.blocks ?? '[]')
}

const selectThreads = (query: Query, readable: ReadRule) =>
  query
    .selectFrom('threads')
    .innerJoin('documents', 'documents.id', 'threads.document_id')
    .leftJoin('users', 'users.id', 'threads.resolved_by')
    .selectAll('threads')
    .select(personName('users').as('resolver_name'))
    .where(readable)

export const listThreads = (query: Query, readable: ReadRule, documentId: number, isResolved: boolean | undefined) =>
  selectThreads(query, readable)
    .where('threads.document_id', '=', documentId)
    .where('threads.proposal_id', 'is', null)
    .$if(isResolved !== undefined, (asked) => asked.where('threads.is_resolved', '=', isResolved ? 1 : 0))
    .orderBy('threads.id')
    .execute()
export type ThreadRow = Awaited<ReturnType<typeof listThreads>>[number]

export const listThreadsAbout = (query: Query, proposalId: number): Promise<ThreadRow[]> =>
  selectThreads(query, sql<SqlBool>`1 = 1`)
    .where('threads.proposal_id', '=', proposalId)
    .orderBy('threads.id')
    .execute()

export const findThread = (query: Query, readable: ReadRule, id: number): Promise<ThreadRow | undefined> =>
  selectThreads(query, readable).where('threads.id', '=', id).executeTakeFirst()

export const listComments = async (query: Query, threadIds: readonly number[]) => {
  const found = await Promise.all(
    batchesOf(threadIds).map((ids) =>
      query
        .selectFrom('comments')
        .leftJoin('users', 'users.id', 'comments.author_id')
        .selectAll('comments')
        .select(personName('users').as('author_name'))
        .where('thread_id', 'in', ids)
        .orderBy('comments.id')
        .execute(),
    ),
  )
  return found.flat()
}
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export const listMentions = async (query: Query, threadIds: readonly number[]) => {
  const found = await Promise.all(
    batchesOf(threadIds).map((ids) =>
      query
        .selectFrom('comment_mentions')
        .innerJoin('comments', 'comments.id', 'comment_mentions.comment_id')
        .innerJoin('users', 'users.id', 'comment_mentions.user_id')
        .select(['comment_id', 'user_id', personName('users').as('name')])
        .where('comments.thread_id', 'in', ids)
        .orderBy('comment_id')
        .orderBy('user_id')
        .execute(),
    ),
  )
  return found.flat()
}

/** A comment that isn't deleted, with its thread. */
export const findComment = (query: Query, readable: ReadRule, id: number) =>
  query
    .selectFrom('comments')
    .innerJoin('threads', 'threads.id', 'comments.thread_id')
    .innerJoin('documents', 'documents.id', 'threads.document_id')
    .select(['comments.author_id', 'comments.thread_id'])
    .where('comments.id', '=', id)
    .where('comments.deleted_at', 'is', null)
    .where(readable)
    .executeTakeFirst()

export async function countComments(query: Query, threadId: number): Promise<number> {
  const { count } = await query
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertThread(tx: Tx, thread: NewThread): Promise<number> {
  return (await tx.insertInto('threads').values(thread).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<number> {
  const { id } = await tx.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()
  const { thread_id, author_id: last_by, created_at: last_at } = comment
  await tx.updateTable('threads').set({ last_id: id, last_at, last_by }).where('id', '=', thread_id).execute()
  return id
}

/** Updates who commented last in a thread. */
async function setLast(tx: Tx, threadId: number): Promise<void> {
  const last = await tx
    .selectFrom('comments')
    .select(['id as last_id', 'created_at as last_at', 'author_id as last_by'])
    .where('thread_id', '=', threadId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('threads')
    .set(last ?? { last_id: null, last_at: null, last_by: null })
    .where('id', '=', threadId)
    .execute()
}

export async function putMentions(tx: Tx, commentId: number, userIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('comment_mentions').where('comment_id', '=', commentId).execute()
  const rows = userIds.map((user_id) => ({ comment_id: commentId, user_id }))
  if (rows.length > 0) await tx.insertInto('comment_mentions').values(rows).execute()
}

export async function updateComment(
  tx: Tx,
  id: number,
  values: { body: string; edited_at: number } | { body: ''; deleted_at: number },
): Promise<void> {
  await tx.updateTable('comments').set(values).where('id', '=', id).execute()
}

export async function updateState(tx: Tx, id: number, by: number | null, at: number | null): Promise<void> {
  const state = { is_resolved: at === null ? 0 : 1, resolved_by: by, resolved_at: at } as const
  await tx.updateTable('threads').set(state).where('id', '=', id).execute()
}

/** Removes a thread without comments. */
export async function deleteEmpty(tx: Tx, id: number): Promise<void> {
  await setLast(tx, id)
  await tx.deleteFrom('threads').where('id', '=', id).where('last_id', 'is', null).execute()
}

/** The look-up that every new text of a document pays. */
export const listAnchors = prepared<ThreadAnchor & { id: number }, { documentId: number }>((slot, query) =>
  query
    .selectFrom('threads')
    .select(['id', 'block_id', 'quote', 'said', 'before', 'after'])
    .where('document_id', '=', slot('documentId'))
    .orderBy('id'),
)

export async function updateAnchor(tx: Tx, id: number, { block_id, said, before, after }: ThreadAnchor): Promise<void> {
  await tx.updateTable('threads').set({ block_id, said, before, after }).where('id', '=', id).execute()
}

export async function deleteMentionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('comment_mentions').where('user_id', '=', userId).execute()
}

export const listSaid = (query: Query, userId: number) =>
  query
    .selectFrom('comments')
    .innerJoin('threads', 'threads.id', 'comments.thread_id')
    .select(['comments.id', 'threads.document_id', 'comments.body', 'comments.created_at'])
    .where('comments.author_id', '=', userId)
    .where('comments.deleted_at', 'is', null)
    .orderBy('comments.id')
    .execute()

const WORDS = {
  text: sql`comments.body`,
  who: personName('users'),
  place: sql`threads.id`,
  part: sql`threads.proposal_id`,
}
const AUTHOR = sql`left join users on users.id = comments.author_id`

/** Inbox: mentions, until the thread is resolved or the mentioned person has commented. */
export const selectMentions = ({ person: { userId }, readable }: Addressee): WaitingPart => ({
  kinds: ['mention'],
  ref_id: sql`comments.id`,
  since: sql`comments.created_at`,
  document_id: sql`documents.id`,
  ...WORDS,
  from: sql`comment_mentions
    join comments on comments.id = comment_mentions.comment_id
    join threads on threads.id = comments.thread_id
    join documents on documents.id = threads.document_id`,
  joins: AUTHOR,
  where: sql`comment_mentions.user_id = ${userId} and threads.is_resolved = 0 and comments.author_id is distinct from ${userId}
    and not exists (select 1 from comments as later where later.thread_id = threads.id and later.id > comments.id
      and later.author_id = ${userId} and later.deleted_at is null)
    and ${readable}`,
})

/** Inbox: open threads on the person's pages and proposals in which someone else commented last. */
export const selectOwnThreads = ({ person: { userId }, readable }: Addressee): WaitingPart[] => {
  const thread = {
    kinds: ['comment'] as const,
    ref_id: sql`threads.id`,
    since: sql`threads.last_at`,
    document_id: sql`threads.document_id`,
    ...WORDS,
    joins: sql`join comments on comments.id = threads.last_id ${AUTHOR}`,
  }
  const isUnanswered = sql`threads.is_resolved = 0 and threads.last_by is distinct from ${userId}
    and threads.last_id not in (select comment_id from comment_mentions where user_id = ${userId})`
  return [
    {
      ...thread,
      title: sql`mine.title`,
      from: sql`mine cross join threads`,
      where: sql`threads.document_id = mine.id and ${isUnanswered}`,
    },
    {
      ...thread,
      from: sql`threads join proposals on proposals.id = threads.proposal_id
        join documents on documents.id = proposals.document_id`,
      where: sql`proposals.author_id = ${userId} and proposals.closed_at is null and ${isUnanswered}
        and proposals.document_id not in (select id from mine) and ${readable}`,
    },
  ]
}
