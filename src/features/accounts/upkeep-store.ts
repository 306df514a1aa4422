// Deletions of what has aged around sign-ins: each removes a bounded number of rows and returns how many.

import type { Tx } from '#engine/db/db.ts'
import { deleteListed } from '#engine/db/delete-listed.ts'

export const deleteCodes = (tx: Tx, expiredBefore: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'codes',
    'identifier',
    tx.selectFrom('codes').select('identifier').where('expires_at', '<', expiredBefore).limit(most),
  )

export const deleteBridgeTokens = (tx: Tx, expiredBefore: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'sso_uses',
    'jti',
    tx.selectFrom('sso_uses').select('jti').where('expires_at', '<', expiredBefore).limit(most),
  )

export const deleteTickets = (tx: Tx, expiredBefore: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'tickets',
    'hash',
    tx.selectFrom('tickets').select('hash').where('expires_at', '<', expiredBefore).limit(most),
  )

export const deleteThrottles = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(tx, 'throttles', 'id', tx.selectFrom('throttles').select('id').where('at', '<', before).limit(most))

export const deleteSessions = (tx: Tx, overBefore: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'sessions',
    'id',
    tx
      .selectFrom('sessions')
      .select('id')
      .where((eb) => eb.or([eb('refreshable_until', '<', overBefore), eb('ended_at', '<', overBefore)]))
      .limit(most),
  )

export const deleteApiTokens = (tx: Tx, expiredBefore: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'api_tokens',
    'id',
    tx.selectFrom('api_tokens').select('id').where('expires_at', '<', expiredBefore).limit(most),
  )

export const deleteAudit = (tx: Tx, before: number, most: number): Promise<number> =>
  deleteListed(
    tx,
    'audit',
    'id',
    tx.selectFrom('audit').select('id').where('at', '<', before).orderBy('id').limit(most),
  )

/** deleteBrowsers: the same browser may have been used for another account lately. */
export async function deleteBrowsers(tx: Tx, before: number, most: number): Promise<number> {
  const old = tx.selectFrom('known_browsers').select('hash').where('last_used_at', '<', before).limit(most)
  const { numDeletedRows } = await tx
    .deleteFrom('known_browsers')
    .where('hash', 'in', old)
    .where('last_used_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
