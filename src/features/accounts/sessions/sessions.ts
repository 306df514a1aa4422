// Sessions: opened by a sign-in, continued by refreshing their token, ended by signing out.

import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Factor } from '#engine/db/vocabulary.ts'
import { conflict, forbidden, unauthenticated } from '#errors.ts'
import { DAY, HOUR } from '#time.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AccountEvent } from '../mails.ts'
import { findUserById, type UserRow, updateUser } from '../user-store.ts'
import { hasBrowser, keepBrowser } from './browser-store.ts'
import { type Caller, hashOf, type Self } from './caller.ts'
import * as store from './session-store.ts'
import * as tokens from './tokens.ts'

/**
 * Tokens are short-lived in case they are stolen. A session continues for those who return within two weeks, for a month at
 * most.
 */
const TOKEN_LIFE_MS = HOUR
const REFRESHABLE_FOR_MS = 30 * DAY
const REFRESHABLE_AFTER_EXPIRY_MS = 14 * DAY

export type SignInMethod = 'registration' | 'password' | 'code' | 'sso' | 'provider'

/** The second factor; 'provider' if an identity provider vouched for the whole sign-in. */
type SessionFactor = Factor | 'provider' | null

/** The result of a sign-in or refresh; the token itself isn't stored. */
export type SignedIn = {
  token: string
  issuedAt: number
  expiresAt: number
  refreshableUntil: number
  user: UserRow
  browser?: string
  /** Events to mail to the owner. */
  news?: AccountEvent[]
}

export const actorOf = ({ id, role, email, proven_by }: UserRow): Person => ({
  userId: id,
  role,
  label: email,
  member: proven_by !== null,
})

/** An identity provider's word for the person, and how long it is believed. */
type Vouched = { issuer: string; provider_sid: string | null; lasts?: number | undefined }

/** Invalidates no cache, as nobody has the new token yet. */
export async function openSession(
  tx: Tx,
  user: UserRow,
  method: SignInMethod,
  { device, address, browser }: Pick<Caller, 'device' | 'address' | 'browser'>,
  now: number,
  factor: SessionFactor = null,
  vouched: Vouched = { issuer: '', provider_sid: null },
): Promise<SignedIn> {
  const refreshableUntil = now + Math.min(vouched.lasts ?? REFRESHABLE_FOR_MS, REFRESHABLE_FOR_MS)
  const session = await store.insertSession(tx, {
    user_id: user.id,
    created_at: now,
    refreshable_until: refreshableUntil,
    proved_at: now,
    last_used_at: now,
    device,
    address,
    factor,
    issuer: vouched.issuer || null,
    provider_sid: vouched.provider_sid,
  })
  const isNewDevice = user.last_login_at !== null && !(await hasBrowser(tx, user.id, hashOf(browser)))
  await keepBrowser(tx, user.id, hashOf(browser), now)
  const signedIn = (await updateUser(tx, user.id, { last_login_at: now }))!
  await recordAudit(
    tx,
    { ...actorOf(user), address },
    'session.started',
    `session:${session.id}`,
    { method, ...(factor && { factor }) },
    now,
  )
  return {
    ...(await issueToken(tx, session.id, refreshableUntil, now)),
    user: signedIn,
    browser,
    news: isNewDevice ? ['new_device'] : [],
  }
}

async function issueToken(tx: Tx, sessionId: number, refreshableUntil: number, now: number) {
  const token = tokens.newToken(tokens.SESSION_PREFIX)
  const expiresAt = Math.min(now + TOKEN_LIFE_MS, refreshableUntil)
  await store.insertSessionToken(tx, {
    hash: tokens.hashToken(token),
    session_id: sessionId,
    issued_at: now,
    expires_at: expiresAt,
  })
  return {
    token,
    issuedAt: now,
    expiresAt,
    refreshableUntil: Math.min(refreshableUntil, expiresAt + REFRESHABLE_AFTER_EXPIRY_MS),
  }
}

/** Retires the token and issues its successor; of several concurrent calls one wins, the others are refused. */
export async function refresh(deps: Pick<Deps, 'db' | 'clock' | 'log'>, token: string): Promise<SignedIn> {
  const now = deps.clock.now()
  if (token === '') throw unauthenticated('Not authenticated')
  if (token.startsWith(tokens.API_PREFIX)) throw forbidden('An API token cannot be refreshed')
  const hash = tokens.hashToken(token)
  const row = await store.findSessionToken(deps.db.read, hash)
  if (!tokens.isLive(row)) throw unauthenticated('Invalid token')
  if (tokens.isReuse(row, now)) {
    await tokens.endReusedSession(deps, row, now)
    throw unauthenticated('Invalid token')
  }
  if (!isRefreshable(row, now)) throw unauthenticated('Token expired')
  return deps.db.inTransaction(async (tx) => {
    // The row was read before the transaction: the update decides which call retires it, and the session may have ended
    // since.
    if (!(await store.retireSessionToken(tx, hash, now)))
      throw conflict('This token was already refreshed; use the new one')
    if (!tokens.isLive(await store.findSessionToken(tx, hash))) throw unauthenticated('Invalid token')
    const issued = await issueToken(tx, row.session_id, row.refreshable_until, now)
    return { ...issued, user: (await findUserById(tx, row.user_id))! }
  })
}

const isRefreshable = (row: store.SessionTokenRow, now: number): boolean =>
  now < row.refreshable_until && now < row.expires_at + REFRESHABLE_AFTER_EXPIRY_MS

/** Locks the session while something is created that outlives it, so that nothing is left behind after the session was ended. */
export async function holdSession(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  { sessionId }: Pick<Self, 'sessionId'>,
): Promise<void> {
  if (sessionId === null || !(await store.isHeld(tx, db.dialect, sessionId))) throw unauthenticated('Invalid token')
}

/** Accepts any of the session's tokens, expired ones too; does nothing without a session. */
export async function signOut({ db, clock }: Pick<Deps, 'db' | 'clock'>, token: string): Promise<void> {
  if (!token.startsWith(tokens.SESSION_PREFIX)) return
  const row = await store.findSessionToken(db.read, tokens.hashToken(token))
  if (!row || row.ended_at !== null) return
  const now = clock.now()
  await db.inTransaction(async (tx) => {
    if (!(await store.endSession(tx, row.session_id, now))) return
    await recordAudit(tx, tokens.personOf(row), 'session.ended', `session:${row.session_id}`, {}, now)
  })
}
