// The inbox: what waits for a person, asked of every feature when someone looks, and what they do about it: done, later, mute,
// watch. Nobody has another's inbox, and no entry tells of a document that its reader may not read.
// Also who wants which mails, and the link by which they end: its signature is good for this and nothing else.

import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Actor, Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Db, Query } from '#engine/db/db.ts'
import { invalidValue, notFound } from '#errors.ts'
import { requireMember } from '#features/accounts/accounts.ts'
import { isSame, signFor } from '#features/accounts/guard/keys.ts'
import type { Keeper } from '#features/accounts/users/leaving.ts'
import { findReadableIds } from '#features/categories/reading.ts'
import { stamp } from '#time.ts'
import * as store from './store.ts'
import { INBOX_KINDS, type InboxKind, type WaitingPart, type WaitingRow, type WaitingSource } from './waiting.ts'

/** What other features hand over: who may read what, who answers for what, and what waits. */
export type WaitingDeps = {
  readableBy: (actor: Actor) => Expression<SqlBool>
  ownedBy: (userId: number) => RawBuilder<unknown>
  waiting: readonly WaitingSource[]
}
export type InboxDeps = Deps & WaitingDeps

export const watchedWaiting: WaitingSource = store.selectWatched

/** askFor works out for whom, and asks every feature. */
export async function askFor(
  { readableBy, ownedBy, waiting }: WaitingDeps,
  query: Query,
  person: Person,
  now: number,
): Promise<store.AskedFor> {
  const asker = { query, person, readable: readableBy(person), now }
  const parts: WaitingPart[] = []
  for (const source of waiting) parts.push(...(await source(asker)))
  return { asker, owned: ownedBy(person.userId), parts }
}

async function ask(deps: InboxDeps, person: Person, state: store.EntryState) {
  const { read } = deps.db
  const muted = await store.listMuted(read, person.userId)
  return { ...(await askFor(deps, read, person, deps.clock.now())), muted, state }
}

export async function listInbox(
  deps: InboxDeps,
  person: Person,
  { state, ...page }: { state: store.EntryState; limit: number; offset: number },
) {
  const { counts, rows } = await store.listWaiting(deps.db.read, await ask(deps, person, state), page)
  return { total: sumOf(counts), counts, items: rows.map(presentEntry) }
}

export async function countInbox(deps: InboxDeps, person: Person): Promise<{ open: number }> {
  const { counts } = await store.listWaiting(deps.db.read, await ask(deps, person, 'open'), { limit: 0, offset: 0 })
  return { open: sumOf(counts) }
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export const keyOf = ({ kind, ref_id }: { kind: string; ref_id: number }): string => `${kind}:${ref_id}`

function readKey(key: string): store.RefKey {
  const [, kind, ref] = /^([a-z]+):([0-9]{1,15})$/.exec(key) ?? []
  if (!INBOX_KINDS.includes(kind as InboxKind)) throw notFound('Entry')
  return { kind: kind as InboxKind, ref_id: Number(ref) }
}

/** linkTo is where the very thing is. It holds no credential: whoever is not signed in is asked to do that first. */
export function linkTo(row: WaitingRow): string {
  const { kind, document_id, place, part } = row
  if (kind === 'proposal') return `/panel/proposals/${row.ref_id}`
  if (kind === 'question') return `/panel/inbox?entry=${keyOf(row)}`
  if (kind === 'action') return `/panel/pipeline/jobs/${place}#action-${row.ref_id}`
  if (kind === 'draft' || kind === 'failed') return `/panel/pipeline/jobs/${place}`
  if (kind === 'mention' || kind === 'comment')
    return part === null ? `/panel/documents/${document_id}?thread=${place}` : `/panel/proposals/${part}`
  if (kind === 'missed') return `/panel/documents/missed-searches?entry=${row.ref_id}`
  if (kind === 'watched') return `/panel/documents/${document_id}/revisions`
  return `/panel/documents/${document_id}`
}

const presentEntry = (row: WaitingRow) => ({
  key: keyOf(row),
  kind: row.kind,
  document: { id: row.document_id, title: row.title },
  text: row.text,
  who: row.who,
  since: stamp(row.since),
  iteration_id: row.kind === 'question' || row.kind === 'action' ? row.part : null,
  link: linkTo(row),
})

type MarkWanted = { mark: store.EntryState; until?: string | undefined }

/** markEntry: an entry need not wait any more to be marked; who marks what is not theirs has hidden nothing from anyone. */
export async function markEntry(
  deps: InboxDeps,
  person: Person,
  key: string,
  { mark, until }: MarkWanted,
): Promise<void> {
  const ref = readKey(key)
  const now = deps.clock.now()
  const moment = until === undefined ? null : Date.parse(until)
  if ((mark === 'snoozed') !== (moment !== null) || (moment !== null && moment <= now))
    throw invalidValue(['body', 'until'], 'Snoozing takes a time in the future, and nothing else takes one', until)
  await deps.db.inTransaction(async (tx) => {
    if (mark === 'open') await store.deleteMark(tx, person.userId, ref)
    else await store.putMark(tx, person.userId, ref, now, moment)
  })
}

type WatchState = { state: 'none' | 'watching' | 'muted' }

async function refuseUnreadable(
  deps: InboxDeps,
  query: Query,
  person: Person,
  watched: store.WatchedPlace,
): Promise<void> {
  if ('document_id' in watched) {
    if (!(await store.findReadableDocument(query, deps.readableBy(person), watched.document_id)))
      throw notFound('Document')
  } else if (!(await findReadableIds(deps, person, [watched.category_id])).has(watched.category_id))
    throw notFound('Category')
}

export async function getWatch(deps: InboxDeps, person: Person, watched: store.WatchedPlace): Promise<WatchState> {
  await refuseUnreadable(deps, deps.db.read, person, watched)
  const row = await store.findWatch(deps.db.read, person.userId, watched)
  return { state: row === undefined ? 'none' : row.is_muted === 1 ? 'muted' : 'watching' }
}

export async function setWatch(
  deps: InboxDeps,
  person: Person,
  watched: store.WatchedPlace,
  { state }: WatchState,
): Promise<WatchState> {
  requireMember(person)
  await deps.db.inTransaction(async (tx) => {
    await refuseUnreadable(deps, tx, person, watched)
    const watch = { is_muted: state === 'muted' ? (1 as const) : (0 as const), since: deps.clock.now() }
    await store.replaceWatch(tx, person.userId, watched, state === 'none' ? undefined : watch)
  })
  return { state }
}

type MailWishes = { at_once: boolean; digest: 'off' | 'daily' | 'weekly' }

export async function getMailSettings({ db }: Deps, { userId }: Person): Promise<MailWishes> {
  const { at_once, digest } = await store.findMailSettings(db.read, userId)
  return { at_once: at_once === 1, digest }
}

export async function setMailSettings(
  { db }: Deps,
  person: Person,
  { at_once, digest }: MailWishes,
): Promise<MailWishes> {
  requireMember(person)
  const { userId } = person
  await db.inTransaction((tx) => store.putMailSettings(tx, userId, { at_once: at_once ? 1 : 0, digest }))
  return { at_once, digest }
}

/** unsubscribeKey is the last part of the address that ends a person's mails. */
export const unsubscribeKey = async (db: Db, userId: number): Promise<string> =>
  `${userId}.${await signFor(db, 'mail', `unsubscribe ${userId}`)}`

async function readUnsubscribeKey(db: Db, key: string): Promise<number> {
  const userId = Number.parseInt(key, 10)
  if (!Number.isSafeInteger(userId) || !isSame(key, await unsubscribeKey(db, userId))) throw notFound('Entry')
  return userId
}

/** checkWayOut is for the page that asks first: programs that look into mails open every link in them. */
export const checkWayOut = async ({ db }: Deps, key: string): Promise<void> => void (await readUnsubscribeKey(db, key))

export async function unsubscribe(deps: Deps, key: string): Promise<void> {
  const userId = await readUnsubscribeKey(deps.db, key)
  await deps.db.inTransaction((tx) => store.putMailSettings(tx, userId, { at_once: 0, digest: 'off' }))
}

export const inboxKeeper: Keeper = {
  name: 'inbox',
  forget: (tx, { id }) => store.forgetPerson(tx, id),
  collect: async (query, userId) => ({
    mails: await store.findMailSettings(query, userId),
    watches: (await store.listWatches(query, userId)).map((row) => ({ ...row, since: stamp(row.since) })),
  }),
}
