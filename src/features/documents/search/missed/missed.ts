// What people searched for in vain: searches without results or with unknown words, by folded words; and unanswered
// questions, by the stems of their meaningful words, so that similar ones count as one. Anonymous.

import { type Actor, hasRole } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { fillersAmong } from '#languages/fillers.ts'
import { stemOf } from '#languages/forms.ts'
import { DAY, SECOND, stamp } from '#time.ts'
import { readableBy } from '../../access/access.ts'
import { Tally, type TallyDeps } from '../../tally.ts'
import { titleKey } from '../indexing/words.ts'
import * as store from './store.ts'

/** Limits between two writes, and of rows kept, so that made-up words can't fill either. */
const MOST_COUNTED = 200
const MOST_KEPT = 5_000
const SHORTEST = 3

export class MissedSearches extends Tally<string> {
  readonly #isCounting: boolean

  constructor(deps: TallyDeps & Deps) {
    super(deps, { of: 'searches without a result', most: MOST_COUNTED, everyMs: 5 * SECOND })
    this.#isCounting = deps.config.keepMissedDays > 0
  }

  /** `nearest` is the page that was found all the same. */
  note(q: string, nearest?: number): void {
    this.#note(titleKey(q), null, nearest)
  }

  noteQuestion(q: string, lang: string, nearest?: number): void {
    this.#note(normalisedQuestion(q, lang), q.trim(), nearest)
  }

  #note(words: string, question: string | null, nearest?: number): void {
    if (this.#isCounting && words.length >= SHORTEST) this.add(JSON.stringify({ words, question, nearest }))
  }

  /** Skips beginnings of other searches: someone was still typing. */
  protected async write(tx: Tx, counts: ReadonlyMap<string, number>): Promise<void> {
    const last_at = this.deps.clock.now()
    const all = [...counts].sort().map(([key, searches]) => ({ ...(JSON.parse(key) as MissedKey), searches, last_at }))
    const whole = all.filter(
      (one) => one.question !== null || !all.some(({ words }) => words !== one.words && words.startsWith(one.words)),
    )
    const rows = new Map<string, store.MissedNow>()
    for (const row of whole) {
      const before = rows.get(row.words)
      rows.set(row.words, { ...before, ...row, searches: row.searches + (before?.searches ?? 0) })
    }
    await countMissed(tx, [...rows.values()])
  }
}

type MissedKey = Pick<store.MissedNow, 'words' | 'question' | 'nearest'>

/** Counts them and notifies owners of the pages that should have answered. */
export async function countMissed(tx: Tx, rows: readonly store.MissedNow[]): Promise<void> {
  await store.putDuties(tx, await store.addMissed(tx, rows))
}

/** A question normalised, so that two wordings are equal. */
export function normalisedQuestion(q: string, lang: string): string {
  const words = titleKey(q).split(' ')
  const { code, empty, asking } = fillersAmong(words, lang)
  const telling = words.filter((word) => !empty.has(word) && !asking.has(word)).map((word) => stemOf(word, code))
  return [...new Set(telling)].sort().join(' ')
}

export async function listMissedSearches({ db }: Deps, actor: Actor, part: store.MissedPart) {
  const rows = await store.listMissed(db.read, readableBy(actor), part)
  return rows.map(({ last_at, nearest_id: id, nearest_title: title, ...row }) => ({
    ...row,
    nearest: id === null ? null : { id, title: title! },
    last_at: stamp(last_at),
  }))
}

export const missedWaiting: WaitingSource = ({ person }) => (hasRole(person, 'editor') ? [store.selectDuties] : [])

/** The question as last asked; for a search, its words. */
export async function getMissedQuestion({ db }: Deps, words: string): Promise<string> {
  const row = await store.findMissed(db.read, words)
  if (!row) throw notFound('Question')
  return row.question ?? words
}

/** For what has been written meanwhile, or never will be. */
export const dismissMissed = ({ db }: Deps, words: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    await store.deleteMissed(tx, words)
  })

export const forgetMissed = (tx: Tx, most: number, { clock, config }: Deps): Promise<number> =>
  store.deleteOldMissed(tx, clock.now() - config.keepMissedDays * DAY, MOST_KEPT, most)
