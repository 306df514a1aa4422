// What people looked for and did not find: searches without a result or with a word that nothing has, by their folded words; and
// questions that were not answered, by the stems of the words that tell what they ask, so that alike ones count as one. Nobody
// learns who it was.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { fillersAmong } from '#languages/fillers.ts'
import { stemOf } from '#languages/forms.ts'
import { DAY, SECOND, stamp } from '#time.ts'
import { Tally, type TallyDeps } from '../../tally.ts'
import { titleKey } from '../indexing/words.ts'
import { addMissed, deleteMissed, deleteOldMissed, findMissed, listMissed } from './store.ts'

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

  noteQuestion(q: string, lang: string): void {
    const words = likenessOf(q, lang)
    if (this.#isCounting && words.length >= SHORTEST) this.add(`${words}\n${q.trim()}`)
  }

  /** write leaves out what is the beginning of another: someone was still typing. */
  protected async write(tx: Tx, counts: ReadonlyMap<string, number>): Promise<void> {
    const last_at = this.deps.clock.now()
    const all = [...counts.keys()]
    const rows = new Map<string, Parameters<typeof addMissed>[1][number]>()
    for (const key of all.filter((one) => !all.some((other) => other !== one && other.startsWith(one))).sort()) {
      const [words = '', question = null] = key.split('\n')
      const searches = counts.get(key)! + (rows.get(words)?.searches ?? 0)
      rows.set(words, { words, question, searches, last_at })
    }
    await addMissed(tx, [...rows.values()])
  }
}

/** likenessOf is what two wordings of a question have in common. */
export function likenessOf(q: string, lang: string): string {
  const words = titleKey(q).split(' ')
  const { code, empty, asking } = fillersAmong(words, lang)
  const telling = words.filter((word) => !empty.has(word) && !asking.has(word)).map((word) => stemOf(word, code))
  return [...new Set(telling)].sort().join(' ')
}

export async function listMissedSearches({ db }: Pick<Deps, 'db'>, page: { limit: number; offset: number }) {
  const rows = await listMissed(db.read, page)
  return rows.map(({ last_at, ...row }) => ({ ...row, last_at: stamp(last_at) }))
}

/** getMissedQuestion is a question as it was last asked; a search is as good as its words. */
export async function getMissedQuestion({ db }: Pick<Deps, 'db'>, words: string): Promise<string> {
  const row = await findMissed(db.read, words)
  if (!row) throw notFound('Question')
  return row.question ?? words
}

/** dismissMissed is for what has been written by now, or never will be. */
export const dismissMissed = ({ db }: Pick<Deps, 'db'>, words: string): Promise<void> =>
  db.inTransaction((tx) => deleteMissed(tx, words))

export const forgetMissed = (
  tx: Tx,
  most: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): Promise<number> => deleteOldMissed(tx, clock.now() - config.keepMissedDays * DAY, MOST_KEPT, most)
