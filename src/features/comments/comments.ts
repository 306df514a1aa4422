// Editors' comments on documents: threads on words of a block, replies, resolving. Readers see none. People edit and delete
// their own comments; administrators delete anyone's.

import type { Block } from 'galley-blocks/model.ts'
import { oneLine } from 'galley-blocks/text.ts'
import { type Actor, hasRole, type Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, forbidden, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { areEditors } from '#features/accounts/users/person.ts'
import type { EvidenceDeps } from '#features/evidence/reading.ts'
import { notify } from '#features/inbox/mails.ts'
import { stamp, stampOrNull } from '#time.ts'
import { AnchoredText } from './anchor.ts'
import type { CommentIn, CommentOut, ThreadIn, ThreadOut } from './schemas.ts'
import * as store from './store.ts'

/** The access rule for a query over documents. */
export type CommentDeps = Deps & Pick<EvidenceDeps, 'readableBy'>
export type SuggestingDeps = CommentDeps & {
  /** Validates a suggested text for a block (documents/proposals) and returns a function that proposes it. */
  prepareSuggestion: (
    actor: Actor,
    markdown: string,
  ) => Promise<(tx: Tx, of: { documentId: number; block_id: string; reason: string }) => Promise<number | undefined>>
}

const MOST_COMMENTS = 500

type Listing = { state?: 'open' | 'resolved' | undefined; of: store.CommentedText }

export async function listThreads(
  { db, readableBy }: CommentDeps,
  actor: Actor,
  documentId: number,
  { state, of }: Listing,
): Promise<ThreadOut[]> {
  const readable = readableBy(actor)
  const blocks = await store.findBlocks(db.read, readable, documentId, of)
  if (blocks === undefined) throw notFound('Document')
  const threads = await store.listThreads(db.read, readable, documentId, state && state === 'resolved')
  return present(db.read, threads, textOf(blocks))
}

async function getThread({ db, readableBy }: CommentDeps, actor: Actor, id: number): Promise<ThreadOut> {
  const readable = readableBy(actor)
  const thread = await store.findThread(db.read, readable, id)
  const blocks = thread && (await store.findBlocks(db.read, readable, thread.document_id, 'edited'))
  if (!thread || blocks === undefined) throw notFound('Thread')
  return (await present(db.read, [thread], textOf(blocks)))[0]!
}

export const textOf = (blocks: string): AnchoredText => new AnchoredText(JSON.parse(blocks) as Block[])

export async function present(query: Query, threads: store.ThreadRow[], text: AnchoredText): Promise<ThreadOut[]> {
  const ids = threads.map(({ id }) => id)
  const [comments, mentions] = await Promise.all([store.listComments(query, ids), store.listMentions(query, ids)])
  const byThread = Map.groupBy(comments, ({ thread_id }) => thread_id)
  const byComment = Map.groupBy(mentions, ({ comment_id }) => comment_id)
  const presentComment = (row: store.CommentRow): CommentOut => ({
    id: row.id,
    author: presentPerson(row.author_id, row.author_name),
    body: row.deleted_at === null ? row.body : null,
    mentions: (byComment.get(row.id) ?? []).map(({ user_id, name }) => presentPerson(user_id, name)),
    created_at: stamp(row.created_at),
    edited_at: stampOrNull(row.edited_at),
  })
  return threads.map((thread) => ({
    id: thread.id,
    document_id: thread.document_id,
    state: thread.is_resolved === 1 ? 'resolved' : 'open',
    quote: thread.quote,
    spot: presentSpot(text, thread),
    suggestion_id: thread.suggestion_id,
    created_at: stamp(thread.created_at),
    resolved_by: presentPerson(thread.resolved_by, thread.resolver_name),
    resolved_at: stampOrNull(thread.resolved_at),
    comments: (byThread.get(thread.id) ?? []).map(presentComment),
  }))
}

function presentSpot(text: AnchoredText, thread: store.ThreadRow): ThreadOut['spot'] {
  const spot = text.spot(thread)
  return spot && { block_id: spot.block_id, from: spot.from, to: spot.to, exact: spot.isExact }
}

export async function beginThread(
  deps: CommentDeps & Partial<SuggestingDeps>,
  actor: Person,
  documentId: number,
  { block_id, quote = '', body, mentions, change_to }: ThreadIn,
): Promise<ThreadOut> {
  const propose = change_to === undefined ? undefined : await deps.prepareSuggestion?.(actor, change_to)
  const id = await deps.db.inTransaction(async (tx) => {
    const blocks = await store.findBlocks(tx, deps.readableBy(actor), documentId, 'edited')
    if (blocks === undefined) throw notFound('Document')
    const text = textOf(blocks)
    if (!text.anchor(block_id, ''))
      throw invalidValue(['body', 'block_id'], `The document has no block ${block_id} with text`, block_id)
    const anchor = text.anchor(block_id, oneLine(quote))
    if (!anchor) throw invalidValue(['body', 'quote'], `Block ${block_id} does not say this`, quote)
    const suggestion_id = propose && (await propose(tx, { documentId, block_id, reason: body }))
    if (propose && suggestion_id === undefined)
      throw invalidValue(['body', 'change_to'], 'The block says this already', change_to)
    const at = deps.clock.now()
    const thread = {
      document_id: documentId,
      suggestion_id: suggestion_id ?? null,
      created_by: actor.userId,
      created_at: at,
    }
    const threadId = await store.insertThread(tx, { ...anchor, ...thread })
    await addComment(tx, actor, threadId, { body, mentions }, at)
    return threadId
  })
  return getThread(deps, actor, id)
}

export async function reply(deps: CommentDeps, actor: Person, id: number, input: CommentIn): Promise<ThreadOut> {
  await deps.db.inTransaction(async (tx) => {
    if (!(await store.findThread(tx, deps.readableBy(actor), id))) throw notFound('Thread')
    if ((await store.countComments(tx, id)) >= MOST_COMMENTS)
      throw conflict(`Thread ${id} has ${MOST_COMMENTS} comments already`)
    await addComment(tx, actor, id, input, deps.clock.now())
  })
  return getThread(deps, actor, id)
}

export async function addComment(
  tx: Tx,
  actor: Person,
  threadId: number,
  { body, mentions }: CommentIn,
  at: number,
): Promise<void> {
  const commentId = await store.insertComment(tx, {
    thread_id: threadId,
    author_id: actor.userId,
    body,
    created_at: at,
  })
  await mention(tx, actor, commentId, mentions, at)
}

async function mention(
  tx: Tx,
  actor: Person,
  commentId: number,
  mentions: number[] | undefined,
  at: number,
): Promise<void> {
  const ids = [...new Set(mentions ?? [])]
  if (!(await areEditors(tx, ids)))
    throw invalidValue(['body', 'mentions'], 'Only editors see comments: mention those alone', mentions)
  await store.putMentions(tx, commentId, ids)
  const others = ids.filter((id) => id !== actor.userId)
  await notify(
    tx,
    others.map((user_id) => ({ user_id, kind: 'mention', ref_id: commentId })),
    at,
  )
}

export async function setState(
  deps: CommentDeps,
  actor: Person,
  id: number,
  state: 'open' | 'resolved',
): Promise<ThreadOut> {
  await deps.db.inTransaction(async (tx) => {
    const thread = await store.findThread(tx, deps.readableBy(actor), id)
    if (!thread) throw notFound('Thread')
    if ((thread.is_resolved === 1) === (state === 'resolved')) return
    const now = deps.clock.now()
    await (state === 'resolved' ? store.updateState(tx, id, actor.userId, now) : store.updateState(tx, id, null, null))
  })
  return getThread(deps, actor, id)
}

export async function editComment(deps: CommentDeps, actor: Person, id: number, input: CommentIn): Promise<ThreadOut> {
  const { body, mentions } = input
  const threadId = await deps.db.inTransaction(async (tx) => {
    const comment = await store.findComment(tx, deps.readableBy(actor), id)
    if (!comment) throw notFound('Comment')
    if (comment.author_id !== actor.userId) throw forbidden('People change only what they said themselves')
    const at = deps.clock.now()
    await store.updateComment(tx, id, { body, edited_at: at })
    await mention(tx, actor, id, mentions, at)
    return comment.thread_id
  })
  return getThread(deps, actor, threadId)
}

/** A deleted comment leaves a placeholder; a thread without comments is removed. */
export async function deleteComment(deps: CommentDeps, actor: Person, id: number): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    const comment = await store.findComment(tx, deps.readableBy(actor), id)
    if (!comment) throw notFound('Comment')
    const isOwn = comment.author_id === actor.userId
    if (!isOwn && !hasRole(actor, 'admin')) throw forbidden('People delete only what they said themselves')
    const now = deps.clock.now()
    await store.updateComment(tx, id, { body: '', deleted_at: now })
    await store.putMentions(tx, id, [])
    if (!isOwn) await recordAudit(tx, actor, 'comment.deleted', `comment:${id}`, { thread_id: comment.thread_id }, now)
    await store.deleteEmpty(tx, comment.thread_id)
  })
}
