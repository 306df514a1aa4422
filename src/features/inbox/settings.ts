// Who wants which mails, and the way out of them: the link in a mail holds a signature that is good for this and nothing else.

import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Db } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { requireMember } from '#features/accounts/accounts.ts'
import { isSame, signFor } from '#features/accounts/guard/keys.ts'
import type { Keeper } from '#features/accounts/users/leaving.ts'
import { stamp } from '#time.ts'
import { findMailSettings, forgetPerson, putMailSettings } from './mail-store.ts'
import type { MailSettingsOut } from './schemas.ts'
import { listWatches } from './store.ts'

export async function getMailSettings({ db }: Pick<Deps, 'db'>, { userId }: Person): Promise<MailSettingsOut> {
  const { at_once, digest } = await findMailSettings(db.read, userId)
  return { at_once: at_once === 1, digest }
}

export async function setMailSettings(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { at_once, digest }: MailSettingsOut,
): Promise<MailSettingsOut> {
  requireMember(person)
  const { userId } = person
  await db.inTransaction((tx) => putMailSettings(tx, userId, { at_once: at_once ? 1 : 0, digest }))
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
export const checkWayOut = async ({ db }: Pick<Deps, 'db'>, key: string): Promise<void> =>
  void (await readUnsubscribeKey(db, key))

export async function unsubscribe(deps: Pick<Deps, 'db'>, key: string): Promise<void> {
  const userId = await readUnsubscribeKey(deps.db, key)
  await deps.db.inTransaction((tx) => putMailSettings(tx, userId, { at_once: 0, digest: 'off' }))
}

export const inboxKeeper: Keeper = {
  name: 'inbox',
  forget: (tx, { id }) => forgetPerson(tx, id),
  collect: async (query, userId) => ({
    mails: await findMailSettings(query, userId),
    watches: (await listWatches(query, userId)).map((row) => ({ ...row, since: stamp(row.since) })),
  }),
}
