// A lease is a right that one process in the whole cluster holds for a while: being the beat, or supervising a node.
// It is lost by not renewing it; a holder on the same machine that has died loses it at once.

import type { Db, Query, Tx } from '../db/db.ts'
import type { SupervisorDeps } from './deps.ts'
import { type Identity, isAlive } from './identity.ts'

export const supervisorLease = (node: string): string => `supervisor:${node}`
export const BEAT_LEASE = 'beat'

export const holderName = (node: string, { pid, pid_started }: Identity): string => `${node} ${pid} ${pid_started}`

/** A Lease is one that this process wants to have for as long as it runs. */
export class Lease {
  readonly #deps: Pick<SupervisorDeps, 'db' | 'clock'>
  readonly #name: string
  readonly #holder: string
  readonly #ms: number
  #until = 0

  constructor(deps: Pick<SupervisorDeps, 'db' | 'clock'>, name: string, holder: string, ms: number) {
    this.#deps = deps
    this.#name = name
    this.#holder = holder
    this.#ms = ms
  }

  /** hold takes the lease, or renews it when a third of its time is over, and tells whether it is ours. */
  async hold(): Promise<boolean> {
    const { db, clock } = this.#deps
    const now = clock.now()
    if (this.#until - now > (this.#ms * 2) / 3) return true
    const isOurs = await takeLease(db, this.#name, this.#holder, now, this.#ms)
    this.#until = isOurs ? now + this.#ms : 0
    return isOurs
  }

  /** drop gives it up at once; while the database is away it runs out instead. */
  async drop(): Promise<void> {
    await dropLease(this.#deps.db, this.#name, this.#holder).catch(() => {})
  }
}

/** takeLease takes or renews, and tells whether the lease is now the holder's. */
export async function takeLease(db: Db, name: string, holder: string, now: number, forMs: number): Promise<boolean> {
  const current = await db.read.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
  const node = holder.split(' ')[0]!
  const free = !current || current.holder === holder || current.until < now || hasDied(current.holder, node)
  if (!free) return false
  const taken = await db.inTransaction((tx) =>
    tx
      .insertInto('leases')
      .values({ name, holder, until: now + forMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, until: now + forMs })
          // Whoever took it since we looked keeps it.
          .where('leases.holder', '=', current?.holder ?? holder)
          .where('leases.until', '<=', current?.until ?? now),
      )
      .returning('holder')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

export async function dropLease(db: Db, name: string, holder: string): Promise<void> {
  await db.inTransaction((tx) =>
    tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
  )
}

/** isHeld tells whether someone holds the lease; a holder on `node`, this machine, must also be alive. */
export async function isHeld(query: Query, name: string, now: number, node: string): Promise<boolean> {
  const lease = await query.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
  return lease !== undefined && lease.until >= now && !hasDied(lease.holder, node)
}

/** heldLeases names the leases that someone holds; through supervisorLease they tell which nodes are looked after. */
export async function heldLeases(query: Query, now: number): Promise<Set<string>> {
  const held = await query.selectFrom('leases').select('name').where('until', '>=', now).execute()
  return new Set(held.map(({ name }) => name))
}

export async function deleteLeasesOverBefore(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('leases').where('until', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function hasDied(holder: string, node: string): boolean {
  const [where, pid, ...started] = holder.split(' ')
  return where === node && !isAlive({ pid: Number(pid), pid_started: started.join(' ') })
}
