// The tables that have tasks, and how long a worker may be silent before another one claims its task.

import { MINUTE, SECOND } from '#time.ts'

/** A worker notices at once when the process of a step dies; the lease is for workers that die. */
export const IMPORTS = { table: 'imports', leaseMs: 30 * SECOND } as const
export const SCHEDULES = { table: 'schedules', leaseMs: 15 * SECOND } as const
/** Longer than a request may take: no receiver gets a message twice because a sender was slow. */
export const DELIVERIES = { table: 'webhook_deliveries', leaseMs: MINUTE } as const
export const MAILS = { table: 'mails', leaseMs: 2 * MINUTE } as const
