// How long codes, throttles, sessions, tokens and the audit trail are kept. Each function removes a bounded number of
// older rows and returns how many; the beat repeats it.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY, HOUR } from '#time.ts'
import * as store from './upkeep-store.ts'

type Now = Pick<Deps, 'clock'>

export const forgetCodes = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteCodes(tx, clock.now() - HOUR, most)

export const forgetBridgeTokens = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteBridgeTokens(tx, clock.now() - HOUR, most)

export const forgetTickets = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteTickets(tx, clock.now(), most)

/** forgetThrottles: the longest window that anyone counts over is an hour. */
export const forgetThrottles = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteThrottles(tx, clock.now() - 2 * HOUR, most)

/** forgetBrowsers: by then the cookie is gone too. */
export const forgetBrowsers = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteBrowsers(tx, clock.now() - 400 * DAY, most)

/** forgetSessions keeps retired tokens as long as their session could be refreshed: used again, they must end it. */
export const forgetSessions = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteSessions(tx, clock.now() - DAY, most)

export const forgetApiTokens = (tx: Tx, most: number, { clock }: Now): Promise<number> =>
  store.deleteApiTokens(tx, clock.now() - 30 * DAY, most)

export const forgetAudit = (tx: Tx, most: number, { clock, config }: Now & Pick<Deps, 'config'>): Promise<number> =>
  store.deleteAudit(tx, clock.now() - config.keepAuditDays * DAY, most)
