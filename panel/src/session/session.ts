// The session: the signed-in person and when to renew. The token itself is in an HttpOnly cookie. When the session is lost,
// the page stays as it is.

import type { Token, UserMeOut } from 'galley-client/schema.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call, onUnauthenticated } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { queryClient } from '../api/queries.ts'
import type { Role } from '../api/types.ts'
import { brandNow } from '../ui/brand.ts'
import { clearLocalCopies, setStorageOwner } from '../ui/localCopies.ts'
import { forgetGuest } from './guest.ts'
import { leaveForNext } from './next.ts'

type Session =
  | { state: 'starting' }
  | { state: 'unreachable'; message: string }
  | { state: 'out' }
  | { state: 'in' | 'lost'; user: UserMeOut }

const EXPIRY_KEY = 'galley.session.expires'
/** Before it expires, so that requests in flight have a valid token. */
const RENEW_BEFORE = 5 * 60_000
/** Timers stop while a computer sleeps and overflow after weeks, so the clock is checked in between. */
const LONGEST_TIMER = 30 * 60_000

let session: Session = { state: 'starting' }
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function set(next: Session): void {
  session = next
  if (next.state === 'in') setStorageOwner(next.user.id)
  // The last title may name what the previous person read.
  if (next.state === 'out') document.title = brandNow().name
  for (const listener of listeners) listener()
}

export const useSession = (): Session =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )

/** The signed-in person, outside of components. */
export const findMe = (): UserMeOut | undefined => ('user' in session ? session.user : undefined)

/** For pages within the shell, where someone is signed in. */
export function useMe(): UserMeOut {
  const now = useSession()
  if (now.state !== 'in' && now.state !== 'lost') throw new Error('nobody is signed in')
  return now.user
}

/** Runs when the person has signed in again after losing the session. */
export function useBackIn(run: () => void): void {
  const { state } = useSession()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'lost' && state === 'in') run()
    before.current = state
  })
}

const RANK = { reader: 0, editor: 1, admin: 2 }
/** A role includes those below it. */
export const hasRole = (user: UserMeOut, least: Role): boolean => RANK[user.role] >= RANK[least]

/** Applies a sign-in. Clears what another person left. */
export function accept(token: Token): void {
  const before = session.state === 'lost' ? session.user.id : undefined
  localStorage.setItem(EXPIRY_KEY, token.expires_at)
  if (before !== undefined && before !== token.user.id) {
    location.reload()
    return
  }
  if (leaveForNext()) return
  forgetGuest()
  set({ state: 'in', user: token.user })
  scheduleRenewal()
  // Requests failed while the session was lost, so everything is outdated.
  if (before !== undefined) void queryClient.invalidateQueries()
}

/** Updates the person. */
export function changeMe(user: UserMeOut): void {
  if (session.state === 'in') set({ state: 'in', user })
}

export async function start(): Promise<void> {
  try {
    const user = await call('GET /auth/me')
    if (leaveForNext()) return
    forgetGuest()
    set({ state: 'in', user })
    scheduleRenewal()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) set({ state: 'out' })
    else set({ state: 'unreachable', message: error instanceof Error ? error.message : '' })
  }
}

export async function signOut(): Promise<void> {
  clearTimeout(timer)
  localStorage.removeItem(EXPIRY_KEY)
  // Clears the tab even if the service is unreachable, before the sign-in page is rendered.
  await call('POST /auth/logout').catch(() => {})
  queryClient.clear()
  set({ state: 'out' })
  // After pages have unmounted, because they keep unsaved text then.
  setTimeout(clearLocalCopies)
}

let renewing: Promise<boolean> | undefined

/** Renews the token, once for all callers of the tab, and one tab at a time if the browser supports locks. */
function renew(): Promise<boolean> {
  renewing ??= oneTabAtATime(async () => {
    // Another tab may have renewed the shared cookie meanwhile.
    if (secondsLeft() > RENEW_BEFORE / 1000) return true
    try {
      const token = await call('POST /auth/refresh')
      localStorage.setItem(EXPIRY_KEY, token.expires_at)
      if (session.state === 'in') set({ state: 'in', user: token.user })
      scheduleRenewal()
      return true
    } catch (error) {
      const gone = error instanceof ApiError && (error.status === 401 || error.status === 403)
      if (gone) {
        localStorage.removeItem(EXPIRY_KEY)
        if (session.state === 'in') set({ state: 'lost', user: session.user })
      }
      return false
    }
  }).finally(() => {
    renewing = undefined
  })
  return renewing
}

function oneTabAtATime(run: () => Promise<boolean>): Promise<boolean> {
  return 'locks' in navigator ? navigator.locks.request('galley.session', run) : run()
}

function secondsLeft(): number {
  const expires = Date.parse(localStorage.getItem(EXPIRY_KEY) ?? '')
  return Number.isNaN(expires) ? 0 : (expires - Date.now()) / 1000
}

function scheduleRenewal(): void {
  clearTimeout(timer)
  const wait = Math.max(secondsLeft() * 1000 - RENEW_BEFORE, 5_000)
  timer = setTimeout(
    () => (secondsLeft() * 1000 > RENEW_BEFORE ? scheduleRenewal() : void renew()),
    Math.min(wait, LONGEST_TIMER),
  )
}

onUnauthenticated(() => {
  // The service rejected the cookie, so its assumed lifetime is wrong.
  if (secondsLeft() > RENEW_BEFORE / 1000) localStorage.removeItem(EXPIRY_KEY)
  return session.state === 'lost' ? Promise.resolve(false) : renew()
})
