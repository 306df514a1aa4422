// Session and API tokens: random, stored as SHA-256. Owns the check of every request's token; issuing is in sessions.ts and
// api-tokens.ts.
//
// Owners are cached under the tag `accounts`: ending a session, changing a role, disabling an account, retiring or revoking a
// token invalidates it on every node within a second. Refusals are never cached.

import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Person, rankOf, type Scope } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { MINUTE, SECOND } from '#time.ts'
import { recordAudit } from '../audit/audit.ts'
import { scopesWithin } from '../roles.ts'
import * as store from './session-store.ts'

export const SESSION_PREFIX = 'gly_s_'
export const API_PREFIX = 'gly_k_'
/** Requests in flight with the old token when it was refreshed still succeed. */
const RETIRED_GRACE_MS = 30 * SECOND
const LONGEST_TOKEN = 100
const ACCOUNTS = [TAGS.accounts]
const REMEMBERED_OWNERS = 20_000
const LAST_USED_EVERY_MS = MINUTE
const LAST_USED_WRITTEN_AFTER_MS = 2 * SECOND

export const newToken = (prefix: typeof SESSION_PREFIX | typeof API_PREFIX): string =>
  prefix + randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** `needsFactor`: the role requires a second factor, and neither the account nor this sign-in has one. */
type TokenOwner = { actor: Person; countKey: string; needsFactor: boolean } & (
  | { sessionId: number; provedAt: number; tokenId: null; scopes: null }
  | { sessionId: null; provedAt: 0; tokenId: number; scopes: readonly Scope[] }
)
type TokenVerdict = TokenOwner | 'expired' | 'invalid'
type CachedToken = { owner: TokenOwner; usableUntil: number; lastUsedAt: number }
type TokenUse = { table: 'api_tokens' | 'sessions'; id: number; at: number }

export class TokenChecker {
  readonly #deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>
  readonly #owners = new LRUCache<string, CachedToken>({ max: REMEMBERED_OWNERS })
  readonly #used = new Map<string, TokenUse>()
  #sequence = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  /** The owner of a token: from the cache synchronously, else by one query. 'expired' and 'invalid' become 401 texts. */
  check(token: string): TokenVerdict | Promise<TokenVerdict> {
    if (token.length > LONGEST_TOKEN) return 'invalid'
    const { db } = this.#deps
    if (!db.isCurrent(this.#sequence, ACCOUNTS)) {
      const sequence = db.sequence()
      if (sequence === undefined) return db.confirm().then(() => this.#checkConfirmed(token, db.sequence()))
      this.#forget(sequence)
    }
    return this.#checkConfirmed(token, this.#sequence)
  }

  #forget(sequence: number): void {
    this.#owners.clear()
    this.#sequence = sequence
  }

  /** Without a sequence the database couldn't confirm what has changed, so the cache isn't used. */
  #checkConfirmed(token: string, sequence: number | undefined): TokenVerdict | Promise<TokenVerdict> {
    if (sequence === undefined || !this.#deps.db.isCurrent(this.#sequence, ACCOUNTS))
      this.#forget(sequence ?? Number.NEGATIVE_INFINITY)
    const tokenHash = hashToken(token)
    const owner = this.#owners.get(tokenHash)
    const now = this.#deps.clock.now()
    if (owner && now < owner.usableUntil) {
      this.#noteUse(owner, now)
      return owner.owner
    }
    if (token.startsWith(SESSION_PREFIX)) return this.#checkSession(tokenHash, this.#sequence, now)
    if (token.startsWith(API_PREFIX)) return this.#checkApiToken(tokenHash, this.#sequence, now)
    return 'invalid'
  }

  async #checkSession(tokenHash: string, sequence: number, now: number): Promise<TokenVerdict> {
    const row = await store.findSessionToken(this.#deps.db.urgent, tokenHash)
    if (!isLive(row)) return 'invalid'
    if (isReuse(row, now)) {
      await endReusedSession(this.#deps, row, now)
      return 'invalid'
    }
    if (row.expires_at <= now) return 'expired'
    const graceEnd = row.retired_at === null ? Number.POSITIVE_INFINITY : row.retired_at + RETIRED_GRACE_MS
    const countKey = `session:${row.session_id}`
    const proof = { sessionId: row.session_id, provedAt: row.proved_at, tokenId: null, scopes: null } as const
    const found: CachedToken = {
      owner: { actor: personOf(row), countKey, needsFactor: this.#needsFactor(row), ...proof },
      usableUntil: Math.min(row.expires_at, graceEnd),
      lastUsedAt: this.#lastUse(countKey, row.last_used_at),
    }
    this.#noteUse(found, now)
    return this.#remember(tokenHash, sequence, found)
  }

  async #checkApiToken(tokenHash: string, sequence: number, now: number): Promise<TokenVerdict> {
    const row = await store.findApiToken(this.#deps.db.urgent, tokenHash)
    if (!row || row.disabled === 1) return 'invalid'
    if (row.expires_at !== null && row.expires_at <= now) return 'expired'
    const role = smaller(row.token_role, row.role)
    const countKey = `token:${row.id}`
    const scopes = scopesOfRow(row, role)
    const found: CachedToken = {
      owner: {
        actor: boundPersonOf(row, role),
        countKey,
        needsFactor: false,
        sessionId: null,
        provedAt: 0,
        tokenId: row.id,
        scopes,
      },
      usableUntil: row.expires_at ?? Number.POSITIVE_INFINITY,
      lastUsedAt: this.#lastUse(countKey, row.last_used_at),
    }
    this.#noteUse(found, now)
    return this.#remember(tokenHash, sequence, found)
  }

  #needsFactor = ({ role, second_factor, factor }: store.SessionTokenRow): boolean =>
    second_factor === 0 && factor === null && this.#deps.config.secondFactor.includes(role)

  /** Looks up again the owner of a token that was valid: undefined if session, token or account has ended. */
  async recheck(owner: TokenOwner): Promise<TokenOwner | undefined> {
    const { urgent } = this.#deps.db
    if (owner.sessionId !== null) {
      const row = await store.findLiveSession(urgent, owner.sessionId)
      return row && { ...owner, actor: personOf(row), provedAt: row.proved_at }
    }
    const row = await store.findLiveApiToken(urgent, owner.tokenId, this.#deps.clock.now())
    if (!row) return undefined
    const role = smaller(row.token_role, row.role)
    return { ...owner, actor: boundPersonOf(row, role), scopes: scopesOfRow(row, role) }
  }

  /** An owner read before the newest change of accounts may already be outdated. */
  #remember(tokenHash: string, sequence: number, found: CachedToken): TokenOwner {
    if (sequence === this.#sequence && sequence !== Number.NEGATIVE_INFINITY) this.#owners.set(tokenHash, found)
    return found.owner
  }

  /** Includes a use that hasn't been written yet. */
  #lastUse = (countKey: string, written: number | null): number =>
    Math.max(written ?? 0, this.#used.get(countKey)?.at ?? 0)

  #noteUse(remembered: CachedToken, now: number): void {
    if (now - remembered.lastUsedAt < LAST_USED_EVERY_MS) return
    remembered.lastUsedAt = now
    const { countKey, sessionId, tokenId } = remembered.owner
    const row =
      tokenId === null ? { table: 'sessions' as const, id: sessionId } : { table: 'api_tokens' as const, id: tokenId }
    this.#used.set(countKey, { ...row, at: now })
    this.#timer ??= setTimeout(() => void this.flush(), LAST_USED_WRITTEN_AFTER_MS).unref()
  }

  /** Writes pending times of last use; losing them in an outage is harmless. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Sorted, so that two nodes that write the same rows don't deadlock.
    const uses = [...this.#used.values()].sort((a, b) => a.table.localeCompare(b.table) || a.id - b.id)
    this.#used.clear()
    if (uses.length === 0) return
    try {
      await this.#deps.db.inTransaction(async (tx) => {
        for (const { table, id, at } of uses) await store.setLastUsed(tx, table, id, at)
      })
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'times of last use were not written')
    }
  }
}

const smaller = (one: Role, other: Role): Role => (rankOf(one) < rankOf(other) ? one : other)
/** Sets `within` only for bound tokens: an actor without it isn't restricted. */
const boundPersonOf = (row: store.TokenOwnerRow & Pick<store.OwnedApiToken, 'category_ids'>, role: Role): Person => ({
  ...personOf(row, role),
  ...(row.category_ids !== null && { within: JSON.parse(row.category_ids) as number[] }),
})
const scopesOfRow = ({ scopes }: Pick<store.OwnedApiToken, 'scopes'>, role: Role) =>
  scopesWithin(role, scopes === null ? null : JSON.parse(scopes))

/** The session hasn't ended, and its owner isn't disabled. */
export const isLive = (row: store.SessionTokenRow | undefined): row is store.SessionTokenRow =>
  row !== undefined && row.ended_at === null && row.disabled === 0

/** A token refreshed long ago is used again, so somebody has a copy. */
export const isReuse = (row: store.SessionTokenRow, now: number): boolean =>
  row.retired_at !== null && now >= row.retired_at + RETIRED_GRACE_MS

export async function endReusedSession(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  row: store.SessionTokenRow,
  now: number,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    if (!(await store.endSession(tx, row.session_id, now))) return
    const detail = { user: `user:${row.user_id}` }
    await recordAudit(tx, personOf(row), 'session.reused', `session:${row.session_id}`, detail, now)
  })
  log.warn(
    { session: row.session_id, user: row.user_id },
    'a retired session token was used again: the session is ended',
  )
}

export const personOf = (row: store.TokenOwnerRow, role: Role = row.role): Person => ({
  userId: row.user_id,
  role,
  label: row.email,
  member: row.proven_by !== null,
  ...(role === 'editor' && row.editors_see === 'everything' && { everything: true }),
})
