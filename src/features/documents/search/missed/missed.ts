// What people looked for and did not find: searches without a result, or with a word that nothing has. Counted by their folded
// words alone.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { DAY, SECOND, stamp } from '#time.ts'
import { Tally, type TallyDeps } from '../../tally.ts'
import { titleKey } from '../indexing/words.ts'
import { addMissed, deleteMissed, deleteOldMissed, listMissed } from './store.ts'

/** At most this many are counted between two writes, and kept in all: whoever makes words up fills neither. */
const MOST_COUNTED = 200
const MOST_KEPT = 5_000
const SHORTEST = 3

export class MissedSearches extends Tally<string> {
  readonly #isCounting: boolean

  constructor(deps: TallyDeps & Pick<Deps, 'config'>) {
    super(deps, { of: 'searches without a result', most: MOST_COUNTED, everyMs: 5 * SECOND })
    this.#isCounting = deps.config.keepMissedDays > 0
  }

  note(q: string): void {
    const words = titleKey(q)
    if (this.#isCounting && words.length >= SHORTEST) this.add(words)
  }

  /** write leaves out what is the beginning of another: someone was still typing. */
  protected async write(tx: Tx, counts: ReadonlyMap<string, number>): Promise<void> {
    const last_at = this.deps.clock.now()
    const all = [...counts.keys()]
    const rows = all
      .filter((words) => !all.some((other) => other !== words && other.startsWith(words)))
      .sort()
      .map((words) => ({ words, searches: counts.get(words)!, last_at }))
    await addMissed(tx, rows)
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
