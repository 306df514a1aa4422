// Session and API tokens: opaque random values, known to the database only as SHA-256. Checking one is a read, never a write.

import { createHash, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Role } from '../../engine/db/tables.ts'

export const SESSION_PREFIX = 'gly_s_'
export const API_PREFIX = 'gly_k_'

export const newToken = (prefix: typeof SESSION_PREFIX | typeof API_PREFIX): string =>
  prefix + randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export type TokenOwner = { actor: { userId: number; role: Role; label: string }; countKey: string }

/** checkToken finds who owns a token; the answers 'expired' and 'invalid' become 401 texts. */
export async function checkToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<TokenOwner | 'expired' | 'invalid'> {
  if (!token.startsWith(SESSION_PREFIX)) return 'invalid'
  const row = await deps.db.read
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'session_tokens.expires_at',
      'sessions.id as session_id',
      'sessions.ended_at',
      'users.id',
      'users.role',
      'users.email',
      'users.disabled',
    ])
    .where('session_tokens.hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || row.ended_at !== null || row.disabled === 1) return 'invalid'
  if (row.expires_at <= deps.clock.now()) return 'expired'
  return { actor: { userId: row.id, role: row.role, label: row.email }, countKey: `session:${row.session_id}` }
}
