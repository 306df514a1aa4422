// Queries of the inbox: what waits, cut to what this person has not marked or muted; their marks and watches; mails to send, and
// who wants which.

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { TaskColumns } from '#engine/db/vocabulary.ts'
import { MAILS } from '#engine/tasks/kinds.ts'
import { claimTasks, endTask } from '#engine/tasks/tasks.ts'
import { inSubtrees } from '#features/categories/subtree.ts'
import { type Addressee, BY_NAME, INBOX_KINDS, type InboxKind, type WaitingPart, type WaitingRow } from './waiting.ts'

/** An entry is open, put off, or done with. */
export type EntryState = 'open' | 'snoozed' | 'done'
export type WatchedPlace = { document_id: number } | { category_id: number }
type MutedPlaces = { documents: number[]; categories: number[] }

const inState = (state: EntryState, now: number) =>
  ({
    open: sql<SqlBool>`(marks.user_id is null or marks.marked_at < waiting.since or marks.until <= ${now})`,
    snoozed: sql<SqlBool>`(marks.marked_at >= waiting.since and marks.until > ${now})`,
    done: sql<SqlBool>`(marks.marked_at >= waiting.since and marks.until is null)`,
  })[state]

/** isHeard: nothing of a muted page is heard but what is asked by name. */
function isHeard({ documents, categories }: MutedPlaces) {
  const muted = [
    ...(documents.length > 0 ? [sql`waiting.document_id in (${sql.join(documents)})`] : []),
    ...(categories.length > 0
      ? [
          sql`exists (select 1 from documents where documents.id = waiting.document_id
            and ${inSubtrees('documents.category_id', categories)})`,
        ]
      : []),
  ]
  if (muted.length === 0) return sql`1 = 1`
  return sql`(waiting.kind in (${sql.join(BY_NAME)}) or not (${sql.join(muted, sql` or `)}))`
}

/** AskedFor is what every feature says of a person's entries, and which documents are theirs. */
export type AskedFor = { asker: Addressee; owned: RawBuilder<unknown>; parts: WaitingPart[] }
type WaitingAsked = AskedFor & { muted: MutedPlaces; state: EntryState }

const NO_NUMBER = sql`cast(null as bigint)`
const keysOf = ({ kinds, kind = sql.lit(kinds[0]), ref_id, since, document_id }: WaitingPart) =>
  sql`${kind} as kind, ${ref_id} as ref_id, ${since} as since, ${document_id} as document_id`
const wordsOf = ({ title, text, who, place = NO_NUMBER, part = NO_NUMBER }: WaitingPart) =>
  sql`${title ?? sql`documents.title`} as title, ${text} as text, ${who ?? sql`cast(null as text)`} as who, ${place} as place, ${part} as part`

const selectKeys = (part: WaitingPart) => sql`select ${keysOf(part)} from ${part.from} where ${part.where}`
const selectAll = (part: WaitingPart) =>
  sql`select ${keysOf(part)}, ${wordsOf(part)} from ${part.from} ${part.joins ?? sql``} where ${part.where}`

const waitingIn = ({ asker: { readable }, owned, parts }: AskedFor, select: typeof selectAll) => sql`
  mine as materialized (select documents.id, documents.title from documents where documents.id in (${owned}) and ${readable}),
  waiting as not materialized (${sql.join(parts.map(select), sql` union all `)})`

/** IN_ORDER: the newest first. */
const IN_ORDER = sql`since desc, kind, ref_id`

/**
 * listWaiting goes over everything that waits once, without its words: those are read for the page that is asked for. An owner of
 * many pages may have ten thousand entries. The counts come first, the page after them. It has no name on PostgreSQL: a plan that
 * fits everybody takes fifty times as long for such an owner as one that is made for them.
 */
export async function listWaiting(
  query: Query,
  asked: WaitingAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ counts: Partial<Record<InboxKind, number>>; rows: WaitingRow[] }> {
  const { asker, muted, state } = asked
  const { rows } = await sql<RefKey & { count: number | string | null }>`with ${waitingIn(asked, selectKeys)},
    kept as materialized (select waiting.kind, waiting.ref_id, waiting.since from waiting
      left join inbox_marks as marks
        on marks.user_id = ${asker.person.userId} and marks.kind = waiting.kind and marks.ref_id = waiting.ref_id
      where ${inState(state, asker.now)} and ${isHeard(muted)})
    select kind, 0 as ref_id, count(*) as count from kept group by kind
    union all select * from (select kind, ref_id, ${NO_NUMBER} as count from kept
      order by ${IN_ORDER} limit ${limit} offset ${offset}) as page`.execute(query)
  const counts = new Map(rows.flatMap(({ kind, count }) => (count === null ? [] : [[kind, Number(count)] as const])))
  const refs = rows.filter(({ count }) => count === null)
  const found = INBOX_KINDS.flatMap((kind) => (counts.has(kind) ? [[kind, counts.get(kind)!] as const] : []))
  return { counts: Object.fromEntries(found), rows: refs.length > 0 ? await findWaiting(query, asked, refs) : [] }
}

/** A RefKey names an entry. */
export type RefKey = { kind: InboxKind; ref_id: number }

/** findWaiting are those of the named entries that wait for this person, marked or not. */
export async function findWaiting(query: Query, asked: AskedFor, refs: readonly RefKey[]): Promise<WaitingRow[]> {
  const byKind = Map.groupBy(refs, ({ kind }) => kind)
  const parts = asked.parts.filter(({ kinds }) => kinds.some((kind) => byKind.has(kind)))
  if (parts.length === 0) return []
  const named = [...byKind].map(
    ([kind, some]) => sql`(kind = ${kind} and ref_id in (${sql.join(some.map(({ ref_id }) => ref_id))}))`,
  )
  const { rows } = await sql<WaitingRow>`with ${waitingIn({ ...asked, parts }, selectAll)}
    select * from waiting where ${sql.join(named, sql` or `)} order by ${IN_ORDER}`.execute(query)
  return rows
}

export async function putMark(tx: Tx, userId: number, ref: RefKey, now: number, until: number | null): Promise<void> {
  const mark = { marked_at: now, until }
  await tx
    .insertInto('inbox_marks')
    .values({ user_id: userId, ...ref, ...mark })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'ref_id']).doUpdateSet(mark))
    .execute()
}

export async function deleteMark(tx: Tx, userId: number, { kind, ref_id }: RefKey): Promise<void> {
  await tx
    .deleteFrom('inbox_marks')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ref_id', '=', ref_id)
    .execute()
}

export async function listMuted(query: Query, userId: number): Promise<MutedPlaces> {
  const rows = await query
    .selectFrom('watches')
    .select(['document_id', 'category_id'])
    .where('user_id', '=', userId)
    .where('is_muted', '=', 1)
    .execute()
  return {
    documents: rows.flatMap(({ document_id }) => document_id ?? []),
    categories: rows.flatMap(({ category_id }) => category_id ?? []),
  }
}

export const listWatches = (query: Query, userId: number) =>
  query
    .selectFrom('watches')
    .select(['document_id', 'category_id', 'is_muted', 'since'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

const isOf = (watched: WatchedPlace) =>
  'document_id' in watched
    ? sql<SqlBool>`document_id = ${watched.document_id}`
    : sql<SqlBool>`category_id = ${watched.category_id}`

export const findWatch = (query: Query, userId: number, watched: WatchedPlace) =>
  query.selectFrom('watches').select('is_muted').where('user_id', '=', userId).where(isOf(watched)).executeTakeFirst()

export async function replaceWatch(
  tx: Tx,
  userId: number,
  watched: WatchedPlace,
  watch: { is_muted: 0 | 1; since: number } | undefined,
): Promise<void> {
  await tx.deleteFrom('watches').where('user_id', '=', userId).where(isOf(watched)).execute()
  if (watch)
    await tx
      .insertInto('watches')
      .values({ user_id: userId, ...watched, ...watch })
      .execute()
}

const selectChanged = ({ person: { userId }, readable }: Addressee, watched: RawBuilder<unknown>): WaitingPart => ({
  kinds: ['watched'],
  ref_id: sql`documents.id`,
  since: sql`revisions.published_at`,
  document_id: sql`documents.id`,
  text: sql`''`,
  from: sql`${watched}
    join revisions on revisions.id = documents.published_id`,
  where: sql`documents.updated_at > watched.since and revisions.published_at > watched.since
    and revisions.published_by is distinct from ${userId} and documents.published = 1 and ${readable}`,
})

/** selectWatched: pages with a version that someone else has published since they were watched, by themselves or by category. */
export const selectWatched = (asker: Addressee): WaitingPart[] => {
  const { userId } = asker.person
  const own = sql`watches as watched join documents on documents.id = watched.document_id
    and watched.user_id = ${userId} and watched.is_muted = 0`
  const below = sql`(with recursive below (id, since) as (
      select category_id, since from watches where user_id = ${userId} and is_muted = 0 and category_id is not null
      union select categories.id, below.since from categories join below on categories.parent_id = below.id
    ) select id, min(since) as since from below group by id) as watched
    join documents on documents.category_id = watched.id
      and not exists (select 1 from watches where user_id = ${userId} and document_id = documents.id)`
  return [own, below].map((watched) => selectChanged(asker, watched))
}

export const findReadableDocument = (query: Query, readable: Addressee['readable'], id: number) =>
  query.selectFrom('documents').select('id').where('id', '=', id).where(readable).executeTakeFirst()

// Mails.

export type MailRow = Selectable<Tables['mails']>
type MailSettings = Pick<Selectable<Tables['mail_settings']>, 'at_once' | 'digest'>

export const DIGEST = 'digest'
const DEFAULTS: MailSettings = { at_once: 1, digest: 'daily' }

/** insertMails leaves out what somebody was, or is to be, mailed about already. */
export async function insertMails(tx: Tx, rows: Insertable<Tables['mails']>[]): Promise<void> {
  await tx
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'ref_id']).doNothing())
    .execute()
}

/** Claims the mail that is due longest. Its first claim puts all pending mails of the same person into its message. */
export async function claimMail(tx: Tx, dialect: Dialect, now: number): Promise<MailRow[]> {
  const [mail] = await claimTasks(tx, dialect, MAILS, { now })
  if (mail?.batch !== null) return mail ? [mail] : []
  const { id, user_id, kind } = mail
  const gathered = tx
    .updateTable('mails')
    .set({ batch: id, run_at: sql<number>`case when id = ${id} then run_at end` })
    .where('status', '=', 'pending')
    .where('batch', 'is', null)
  await (kind === DIGEST
    ? gathered.where('id', '=', id)
    : gathered.where('user_id', '=', user_id).where('kind', '<>', DIGEST)
  ).execute()
  return [mail]
}

/** The pending mails in the message of the claimed one. */
export const listHeld = (query: Query, id: number): Promise<MailRow[]> =>
  query.selectFrom('mails').selectAll().where('batch', '=', id).where('status', '=', 'pending').execute()

/** Ends the claim of a mail and saves the outcome of all mails in its message. */
export async function settleMail(
  tx: Tx,
  mail: MailRow,
  { run_at, ...outcome }: { run_at: number | null } & Omit<Updateable<Tables['mails']>, keyof TaskColumns>,
): Promise<void> {
  await endTask(tx, MAILS, mail, { run_at })
  await tx.updateTable('mails').set(outcome).where('batch', '=', mail.id).where('status', '=', 'pending').execute()
}

/** findLastDigest is when somebody was last sent a digest: what came before stood in that one, or was marked since. */
export async function findLastDigest(query: Query, userId: number): Promise<number> {
  const { at } = await query
    .selectFrom('mails')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', userId)
    .where('kind', '=', DIGEST)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
  return Number(at ?? 0)
}

/** listMailed is what somebody is mailed about at once, and since when. */
export const listMailed = (query: Query, userId: number, since: number) =>
  query
    .selectFrom('mails')
    .select(['kind', 'ref_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', '<>', DIGEST)
    .where('status', 'in', ['pending', 'sent'])
    .where('created_at', '>=', since)
    .execute()

/** insertDigests is one statement for everybody; whoever has a digest of this day already gets no second one. */
export async function insertDigests(
  tx: Tx,
  { day, digests, now }: { day: number; digests: MailSettings['digest'][]; now: number },
): Promise<number> {
  const { numAffectedRows } = await sql`insert into mails (user_id, kind, ref_id, run_at, created_at)
    select users.id, ${DIGEST}, cast(${day} as bigint), cast(${now} as bigint), cast(${now} as bigint) from users
    left join mail_settings on mail_settings.user_id = users.id
    where users.disabled = 0 and users.deleted_at is null and users.proven_by is not null
      and coalesce(mail_settings.digest, ${DEFAULTS.digest}) in (${sql.join(digests)})
      and (users.role <> 'reader' or exists (select 1 from watches where watches.user_id = users.id))
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const deleteOldMails = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'mails',
    'id',
    sql`(select id from mails where created_at < ${before} and status <> 'pending' order by created_at limit ${most})`,
  )

export async function findMailSettings(query: Query, userId: number): Promise<MailSettings> {
  const row = await query
    .selectFrom('mail_settings')
    .select(['at_once', 'digest'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? DEFAULTS
}

export async function putMailSettings(tx: Tx, userId: number, settings: MailSettings): Promise<void> {
  await tx
    .insertInto('mail_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
}

/** forgetPerson is for someone who leaves. */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('inbox_marks').where('user_id', '=', userId).execute()
  await tx.deleteFrom('watches').where('user_id', '=', userId).execute()
  await tx.deleteFrom('mail_settings').where('user_id', '=', userId).execute()
  await tx.deleteFrom('mails').where('user_id', '=', userId).execute()
}
