// Who is signed in. The token itself lives in an HttpOnly cookie that no script sees; kept here are the person and the
// moment when the session must be renewed. A lost session keeps the page as it is: what was typed stays.

import type { Token, UserMeOut } from 'galley-client/schema.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call, onUnauthenticated } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { queryClient } from '../api/queries.ts'
import type { Role } from '../api/types.ts'
import { brandNow } from '../ui/brand.ts'
import { forgetAll, keepFor } from '../ui/kept.ts'
import { forgetGuest } from './guest.ts'
import { leaveForNext } from './next.ts'

type Session =
  | { state: 'starting' }
  | { state: 'unreachable'; message: string }
  | { state: 'out' }
  | { state: 'in' | 'lost'; user: UserMeOut }

const EXPIRY_KEY = 'galley.session.expires'
/** Before the end rather than at it: requests that are under way then still carry a good token. */
const RENEW_BEFORE = 5 * 60_000
/** Timers stand still while a computer sleeps, and one that is weeks long would fire at once: the clock is read again in between. */
const LONGEST_TIMER = 30 * 60_000

let session: Session = { state: 'starting' }
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function set(next: Session): void {
  session = next
  if (next.state === 'in') keepFor(next.user.id)
  // The last page's title names what the last person read.
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

/** findMe is whoever is signed in now, for what is no component. */
export const findMe = (): UserMeOut | undefined => ('user' in session ? session.user : undefined)

/** useMe is for pages inside the shell, which only exist while someone is (or was just) signed in. */
export function useMe(): UserMeOut {
  const now = useSession()
  if (now.state !== 'in' && now.state !== 'lost') throw new Error('nobody is signed in')
  return now.user
}

/** useBackIn runs something when the person has signed in again after the session was lost. */
export function useBackIn(run: () => void): void {
  const { state } = useSession()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'lost' && state === 'in') run()
    before.current = state
  })
}

const RANK = { reader: 0, editor: 1, admin: 2 }
/** hasRole: each role may do what the ones below it may. */
export const hasRole = (user: UserMeOut, least: Role): boolean => RANK[user.role] >= RANK[least]

/** accept takes the response of a sign-in. A different person must not see what the one before left. */
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
  // While the session was lost every request was refused: what the page shows is as old as that.
  if (before !== undefined) void queryClient.invalidateQueries()
}

/** changeMe takes what the service now says of the person. */
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
  // Also without the service this tab forgets who was here, and before the sign-in page is drawn what they read.
  await call('POST /auth/logout').catch(() => {})
  queryClient.clear()
  set({ state: 'out' })
  // After the pages are gone: as they leave, they keep what is not saved.
  setTimeout(forgetAll)
}

let renewing: Promise<boolean> | undefined

/** renew asks for a new token, once for all callers of this tab, and one tab after the other where the browser can. */
function renew(): Promise<boolean> {
  renewing ??= oneTabAtATime(async () => {
    // Another tab may have done it while this one waited: the cookie is shared.
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
  // The service says that the cookie is not good: what this tab believed about its lifetime no longer counts.
  if (secondsLeft() > RENEW_BEFORE / 1000) localStorage.removeItem(EXPIRY_KEY)
  return session.state === 'lost' ? Promise.resolve(false) : renew()
})
