// A flight is a sign-in under way to an identity provider and back. The browser carries it as a cookie, signed: nobody else can
// write one. One that links an identity to an account is good only in the session that set out.

import type { Deps } from '#deps.ts'
import { MINUTE } from '#time.ts'
import { isSame, signFor } from '../guard/keys.ts'

export const FLIGHT_LASTS_MS = 10 * MINUTE

/** A Flight goes back to `next`; `session` is the one that links an identity, null for a sign-in. */
export type Flight = {
  provider: string
  state: string
  nonce: string
  verifier: string
  next: string
  session: number | null
}

type FlightDeps = Pick<Deps, 'db' | 'clock'>

export async function sealFlight({ db, clock }: FlightDeps, flight: Flight): Promise<string> {
  const until = clock.now() + FLIGHT_LASTS_MS
  const text = Buffer.from(JSON.stringify({ ...flight, until })).toString('base64url')
  return `${text}.${await signFor(db, 'flights', text)}`
}

/** openFlight gives undefined for what we did not write, and for a flight that took too long. */
export async function openFlight({ db, clock }: FlightDeps, sealed = ''): Promise<Flight | undefined> {
  const [text = '', signature = ''] = sealed.split('.')
  if (!isSame(signature, await signFor(db, 'flights', text))) return undefined
  const { until, ...flight } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Flight & { until: number }
  return clock.now() < until ? flight : undefined
}
