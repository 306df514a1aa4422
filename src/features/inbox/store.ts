// Queries of the inbox: what waits, cut to what this person has not marked or muted; their marks and watches.

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { inSubtrees } from '#features/categories/subtree.ts'
import { type Addressee, BY_NAME, type InboxKind, type WaitingRow } from './waiting.ts'

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

type WaitingAsked = { asker: Addressee; parts: RawBuilder<unknown>[]; muted: MutedPlaces; state: EntryState }

const kept = ({ asker: { person, now }, parts, muted, state }: WaitingAsked) => sql`
  from (${sql.join(parts, sql` union all `)}) as waiting
  left join inbox_marks as marks
    on marks.user_id = ${person.userId} and marks.kind = waiting.kind and marks.ref_id = waiting.ref_id
  where ${inState(state, now)} and ${isHeard(muted)}`

export async function countWaiting(query: Query, asked: WaitingAsked): Promise<Map<InboxKind, number>> {
  const { rows } = await sql<{ kind: InboxKind; count: number }>`
    select waiting.kind, count(*) as count ${kept(asked)} group by waiting.kind`.execute(query)
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** listWaiting: what is due comes first, then the newest. */
export async function listWaiting(
  query: Query,
  asked: WaitingAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select waiting.* ${kept(asked)}
    order by coalesce(waiting.due_at, ${Number.MAX_SAFE_INTEGER}), waiting.since desc, waiting.kind, waiting.ref_id
    limit ${limit} offset ${offset}`.execute(query)
  return rows
}

/** A RefKey names an entry. */
export type RefKey = { kind: InboxKind; ref_id: number }

/** findWaiting are those of the named entries that wait for this person, marked or not. */
export async function findWaiting(
  query: Query,
  parts: RawBuilder<unknown>[],
  refs: readonly RefKey[],
): Promise<WaitingRow[]> {
  const named = [...Map.groupBy(refs, ({ kind }) => kind)].map(
    ([kind, some]) =>
      sql`(waiting.kind = ${kind} and waiting.ref_id in (${sql.join(some.map(({ ref_id }) => ref_id))}))`,
  )
  const { rows } = await sql<WaitingRow>`select waiting.* from (${sql.join(parts, sql` union all `)}) as waiting
    where ${sql.join(named, sql` or `)} order by waiting.since, waiting.kind, waiting.ref_id`.execute(query)
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

const selectChanged = ({ person: { userId }, readable }: Addressee, watched: RawBuilder<unknown>) => sql`
  select 'watched' as kind, documents.id as ref_id, revisions.published_at as since, cast(null as bigint) as due_at,
    documents.id as document_id, documents.title, '' as text, cast(null as text) as who, cast(null as bigint) as place,
    cast(null as bigint) as part
  from ${watched}
  join heads on heads.document_id = documents.id
  join revisions on revisions.id = heads.published_id
  where documents.updated_at > watched.since and revisions.published_at > watched.since
    and revisions.published_by is distinct from ${userId} and documents.published = 1 and ${readable}`

/** selectWatched: pages with a version that someone else has published since they were watched, by themselves or by category. */
export const selectWatched = (asker: Addressee): RawBuilder<unknown>[] => {
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
