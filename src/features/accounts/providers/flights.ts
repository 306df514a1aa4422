// A flight is a sign-in in progress at an identity provider. The browser carries it as a signed cookie. One that links an
// identity to an account is valid only in the session that started it.

import type { Deps } from '#deps.ts'
import { MINUTE } from '#time.ts'
import { isSame, signFor } from '../guard/keys.ts'

export const FLIGHT_LASTS_MS = 10 * MINUTE

/** Ends at the page `next`; `session` is the one that links an identity, null for a sign-in. */
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

/** Undefined if the signature is wrong or the flight took too long. */
export async function openFlight({ db, clock }: FlightDeps, sealed = ''): Promise<Flight | undefined> {
  const [text = '', signature = ''] = sealed.split('.')
  if (!isSame(signature, await signFor(db, 'flights', text))) return undefined
  const { until, ...flight } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Flight & { until: number }
  return clock.now() < until ? flight : undefined
}
