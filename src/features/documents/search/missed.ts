// What people looked for and did not find: searches without a result, or with a word that nothing has. Counted by their folded
// words alone, in memory, and written every few seconds, so that no search waits for a write.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY, SECOND, stamp } from '#time.ts'
import { addMissed, deleteMissed, deleteOldMissed, listMissed } from './missed-store.ts'
import { titleKey } from './words.ts'

const FLUSH_MS = 5 * SECOND
/** At most this many are counted between two writes, and kept in all: whoever makes words up fills neither. */
const MOST_COUNTED = 200
const MOST_KEPT = 5_000
const SHORTEST = 3

export class MissedSearches {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>
  #counts = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config'>) {
    this.#deps = deps
  }

  note(q: string): void {
    const words = titleKey(q)
    if (this.#deps.config.keepMissedDays === 0 || words.length < SHORTEST) return
    const before = this.#counts.get(words)
    if (before === undefined && this.#counts.size >= MOST_COUNTED) return
    this.#counts.set(words, (before ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** flush leaves out what is the beginning of another: someone was still typing. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const counts = [...this.#counts]
    this.#counts = new Map()
    const isTyped = (words: string) => counts.some(([other]) => other !== words && other.startsWith(words))
    const last_at = this.#deps.clock.now()
    const rows = counts.filter(([words]) => !isTyped(words)).map(([words, searches]) => ({ words, searches, last_at }))
    if (rows.length === 0) return
    try {
      // In one order, so that two nodes that write at once can't wait for each other.
      await this.#deps.db.inTransaction((tx) =>
        addMissed(
          tx,
          rows.sort((a, b) => (a.words < b.words ? -1 : 1)),
        ),
      )
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'searches without a result were not written')
    }
  }
}

export async function listMissedSearches({ db }: Pick<Deps, 'db'>, page: { limit: number; offset: number }) {
  const rows = await listMissed(db.read, page)
  return rows.map(({ words, searches, last_at }) => ({ words, searches, last_at: stamp(last_at) }))
}

/** dismissMissed is for what has been written by now, or never will be. */
export const dismissMissed = ({ db }: Pick<Deps, 'db'>, words: string): Promise<void> =>
  db.inTransaction((tx) => deleteMissed(tx, words))

export const forgetMissed = (
  tx: Tx,
  most: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): Promise<number> => deleteOldMissed(tx, clock.now() - config.keepMissedDays * DAY, MOST_KEPT, most)
