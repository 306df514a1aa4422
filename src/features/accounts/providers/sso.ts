// The single-sign-on bridge: the main backend signs a short-lived token, which is exchanged once for a session.

import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { ROLES } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { findEmailFault } from '#email.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { GalleyError, noSuchAddress, notConfigured, unauthenticated } from '#errors.ts'
import { MINUTE, SECOND } from '#time.ts'
import { canonicalName, changeRole, changingAccounts, makeAccount } from '../accounts.ts'
import { consumeBridgeToken } from '../guard/gate-store.ts'
import { claimAccount } from '../guard/reset.ts'
import { recordRefusal } from '../refusals.ts'
import { hasBrowser } from '../sessions/browser-store.ts'
import { type Caller, hashOf } from '../sessions/caller.ts'
import { actorOf, openSession, type SignedIn } from '../sessions/sessions.ts'
import { findUserByIdentifier, hasOtherAdmin, updateUser } from '../user-store.ts'

const ALGORITHM = 'HS256'
const AUDIENCE = 'galley'
const FARTHEST_EXPIRY_MS = 5 * MINUTE
const LONGEST_NAME = 120
const LONGEST_JTI = 255

type Bridge = {
  email: string
  jti: string
  expiresAt: number
  name: string | null
  role: Role | undefined
  state: string | undefined
}

type BridgeDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>

/** Exchanges a bridge token; refusals are in the audit trail. */
export async function signInByBridge(
  deps: BridgeDeps,
  token: string,
  caller: Caller,
  state: string | undefined,
): Promise<SignedIn> {
  if (deps.config.ssoSecret === '') throw notConfigured('Single sign-on is not configured')
  return recordingRefusals(deps, caller, () => exchange(deps, token, caller, state))
}

/** Names no account, because a refused token proves nothing. */
const recordingRefusals = <T>(deps: BridgeDeps, caller: Pick<Caller, 'address'>, work: () => Promise<T>): Promise<T> =>
  work().catch(async (error: unknown) => {
    if (error instanceof GalleyError && error.status === 401) await recordRefusal(deps, undefined, 'sso', caller)
    throw error
  })

/** The jti's row is the lock, so a token works once. */
async function exchange(deps: BridgeDeps, token: string, caller: Caller, state: string | undefined): Promise<SignedIn> {
  const { config, db, clock } = deps
  const bridge = await readBridge(config.ssoSecret, token, clock.now())
  // Login CSRF: someone could send a link with their own token, and the victim would then write into the sender's account.
  const isExpected = config.ssoUrl !== '' || bridge.state !== undefined
  if (isExpected && (state === undefined || bridge.state !== state)) throw unauthenticated('Invalid token')
  return changingAccounts(deps, async (tx) => {
    const now = clock.now()
    if (!(await consumeBridgeToken(tx, bridge.jti, bridge.expiresAt))) throw unauthenticated('Invalid token')
    await db.dialect.lock(tx, 'first-admin')
    const { email, name, role } = bridge
    const found = await findUserByIdentifier(tx, email)
    if (!found) {
      const account = { email, display_name: name, email_verified: 1, proven_by: 'provider', role } as const
      return openSession(tx, await makeAccount(deps, tx, account, 'sso', caller, now), 'sso', caller, now, 'provider')
    }
    if (found.disabled === 1) throw unauthenticated('Invalid token')
    const { role: ownRole } = await claimAccount(deps, tx, found, caller, now)
    const isLastAdmin = found.role === 'admin' && !(await hasOtherAdmin(tx, found.id))
    const newRole = role && !(isLastAdmin && role !== 'admin') ? role : ownRole
    const named = found.display_name === null ? { display_name: name } : {}
    let user = (await updateUser(tx, found.id, { role: newRole, ...named }))!
    if (newRole !== found.role) user = await changeRole(tx, actorOf(user), found, newRole, now, 'sso')
    return openSession(tx, user, 'sso', caller, now, 'provider')
  })
}

/**
 * The name of the account that a token would unexpectedly sign in: it has no state, and this browser was never used for the
 * account. The person is asked first, as the token may be the sender's own. Doesn't use up the token.
 */
export async function findUnexpected(deps: BridgeDeps, token: string, caller: Caller): Promise<string | undefined> {
  const { config, db, clock } = deps
  if (config.ssoSecret === '' || config.ssoUrl !== '') return undefined
  const read = () => readBridge(config.ssoSecret, token, clock.now())
  const { email, state } = await recordingRefusals(deps, caller, read)
  if (state !== undefined) return undefined
  const user = await findUserByIdentifier(db.read, email)
  return user && (await hasBrowser(db.read, user.id, hashOf(caller.browser))) ? undefined : email
}

/** The main backend's sign-in page; it copies the state into the bridge token. */
export function signInAddress({ ssoUrl }: Pick<Deps['config'], 'ssoUrl'>, state: string, next: string): string {
  if (ssoUrl === '') throw noSuchAddress()
  const address = new URL(ssoUrl)
  address.searchParams.set('state', state)
  address.searchParams.set('next', next)
  return address.href
}

async function readBridge(secret: string, token: string, now: number): Promise<Bridge> {
  const { sub, email, exp, jti, name, role, state } = await verifyBridge(secret, token, now)
  const isFar = typeof exp !== 'number' || exp * SECOND > now + FARTHEST_EXPIRY_MS
  const hasNames = isText(sub) && isText(jti) && jti.length <= LONGEST_JTI && isText(email)
  if (isFar || !hasNames || findEmailFault(canonicalName(email))) throw unauthenticated('Invalid token')
  const givenRole = ROLES.find((listed) => listed === role)
  if (role !== undefined && givenRole === undefined) throw unauthenticated('Invalid token')
  if (name !== undefined && name !== null && typeof name !== 'string') throw unauthenticated('Invalid token')
  const shownName = name ? [...name.replace(/\0/g, '').toWellFormed().trim()].slice(0, LONGEST_NAME).join('') : ''
  if (state !== undefined && !isText(state)) throw unauthenticated('Invalid token')
  return {
    email: canonicalName(email),
    jti,
    expiresAt: exp * SECOND,
    name: shownName || null,
    role: givenRole,
    state: state as string | undefined,
  }
}

async function verifyBridge(secret: string, token: string, now: number): Promise<JWTPayload> {
  const options = { algorithms: [ALGORITHM], audience: AUDIENCE, currentDate: new Date(now) }
  try {
    return (await jwtVerify(token, new TextEncoder().encode(secret), options)).payload
  } catch (error) {
    throw bridgeRefusal(error)
  }
}

const bridgeRefusal = (error: unknown): GalleyError =>
  unauthenticated(error instanceof errors.JWTExpired ? 'Token expired' : 'Invalid token')

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && !value.includes('\0')

/** What the main backend does; for `galley sso-token` and tests. */
export function signBridgeToken(
  secret: string,
  claims: {
    email: string
    jti: string
    name?: string | undefined
    role?: string | undefined
    state?: string | undefined
  },
  now: number,
): Promise<string> {
  const { email, jti, name, role, state } = claims
  return new SignJWT({ email, ...(name && { name }), ...(role && { role }), ...(state && { state }) })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(email)
    .setAudience(AUDIENCE)
    .setJti(jti)
    .setExpirationTime(Math.floor((now + FARTHEST_EXPIRY_MS) / SECOND))
    .sign(new TextEncoder().encode(secret))
}
