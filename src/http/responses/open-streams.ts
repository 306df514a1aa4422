// The open event streams and sockets of this node: how many a client may have, and ending them when their right ends. Rights are checked
// again when accounts change on any node.

import type { FastifyRequest } from 'fastify'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Db } from '#engine/db/db.ts'
import { GalleyError, tooManyRequests } from '#errors.ts'
import { addressKey } from '#networks.ts'
import { SECOND } from '#time.ts'
import { admit, type CheckedCaller, type Recheck, withinLimits } from '../gate/access.ts'

const LOOK_EVERY_MS = SECOND / 4
const WAIT_SECONDS = 5
const MOST_PER_TOKEN = 20
/** A trusted network has no token to count by. */
const MOST_PER_ADDRESS = 100

const ACCOUNTS = [TAGS.accounts]
type Changes = Pick<Db, 'isCurrent' | 'sequence' | 'confirm'>
type Admitted = Pick<FastifyRequest, 'credential' | 'route' | 'origin'>
type OpenStream = { request: Admitted; end: () => void }

export class OpenStreams {
  readonly #db: Changes
  readonly #now: () => number
  readonly #recheck: Recheck
  readonly #open = new Set<OpenStream>()
  readonly #counts = new Map<string, number>()
  #sequence = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(db: Changes, now: () => number, recheck: Recheck) {
    this.#db = db
    this.#now = now
    this.#recheck = recheck
  }

  /** Throws 429 if the client has too many; call the result when the stream ends. */
  add(request: Admitted, end: () => void): () => void {
    const { checked } = request.credential
    const key = typeof checked === 'object' ? checked.countKey : `ip:${addressKey(request.origin.address)}`
    const count = this.#counts.get(key) ?? 0
    if (count >= (typeof checked === 'object' ? MOST_PER_TOKEN : MOST_PER_ADDRESS)) throw tooManyRequests(WAIT_SECONDS)
    this.#counts.set(key, count + 1)
    const open = { request, end }
    this.#open.add(open)
    if (this.#timer === undefined) {
      this.#sequence = this.#db.sequence() ?? Number.NEGATIVE_INFINITY
      this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref()
    }
    return () => this.#remove(open, key)
  }

  #remove(open: OpenStream, key: string): void {
    if (!this.#open.delete(open)) return
    const left = this.#counts.get(key)! - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    if (this.#db.isCurrent(this.#sequence, ACCOUNTS)) return
    if (this.#db.sequence() === undefined) await this.#db.confirm().catch(() => {})
    if (this.#db.isCurrent(this.#sequence, ACCOUNTS)) return
    this.#sequence = this.#db.sequence() ?? Number.NEGATIVE_INFINITY
    for (const { request, end } of this.#open) {
      // During an outage nothing changes; the next check asks again.
      const may = await this.#mayStill(request).catch(() => {
        this.#sequence = Number.NEGATIVE_INFINITY
        return true
      })
      if (!may) end()
    }
  }

  /** Looks the caller up again: who they are now, if they still may. */
  async callerNow({ credential, route, origin }: Admitted): Promise<Actor | undefined> {
    const checked = await this.#recheck(credential.checked as CheckedCaller)
    try {
      const actor = admit(route.access!, { ...credential, checked: checked ?? 'invalid' }, origin)
      return withinLimits(route, checked, actor, this.#now())
    } catch (error) {
      if (error instanceof GalleyError) return undefined
      throw error
    }
  }

  async #mayStill(request: Admitted): Promise<boolean> {
    return typeof request.credential.checked !== 'object' || (await this.callerNow(request)) !== undefined
  }
}
