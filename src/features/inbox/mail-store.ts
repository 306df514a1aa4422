// Queries over mails to send, and over who wants which. A mail is claimed with a lease, as messages to webhooks are: a sender
// that dies leaves it to the next one, and not before the lease has run out.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { DAY } from '#time.ts'

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

export const hasDueMail = async (query: Query, now: number): Promise<boolean> =>
  (await query
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'pending')
    .where('next_at', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** countMails is the backlog, with when its oldest was noted, and how many were given up since then. */
export async function countMails(query: Query, since: number) {
  const backlog = await query
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('created_at').as('oldest')])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const { failed } = await query
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('status', '=', 'failed')
    .where('finished_at', '>', since)
    // Attempts take a day at most; rows are indexed by their age.
    .where('created_at', '>', since - 2 * DAY)
    .executeTakeFirstOrThrow()
  return { ...backlog, failed }
}

/** claimBatch takes the mail that has waited longest; the first claim puts all that waits for its reader into one message. */
export async function claimBatch(tx: Tx, dialect: Dialect, now: number, until: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`select * from mails where status = 'pending' and next_at <= ${now}
    order by next_at, id limit 1 ${sql.raw(dialect.forUpdateSkipLocked)}`.execute(tx)
  const [first] = rows
  if (!first) return []
  const gathered = tx
    .updateTable('mails')
    .set({ batch: first.id })
    .where('status', '=', 'pending')
    .where('batch', 'is', null)
  if (first.batch === null)
    await (first.kind === DIGEST
      ? gathered.where('id', '=', first.id)
      : gathered.where('user_id', '=', first.user_id).where('kind', '<>', DIGEST)
    ).execute()
  return tx
    .updateTable('mails')
    .set(({ eb }) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
    .where('batch', '=', first.batch ?? first.id)
    .where('status', '=', 'pending')
    .returningAll()
    .execute()
}

/** settleBatch finds no rows where another sender has taken the batch since. */
export async function settleBatch(
  tx: Tx,
  { batch, attempts }: { batch: number; attempts: number },
  fields: Updateable<Tables['mails']>,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set(fields)
    .where('batch', '=', batch)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute()
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
  const { numAffectedRows } = await sql`insert into mails (user_id, kind, ref_id, next_at, created_at)
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
  for (const table of ['inbox_marks', 'watches', 'mail_settings', 'mails'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
