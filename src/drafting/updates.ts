// New text against what stands: the same thing said otherwise replaces the old sentence and is raised, what is said already
// is not said twice, the rest is new. Blocks that people edited keep their text, and the difference is raised.

import type { Base, BaseSentence } from './base.ts'
import type { BlockBuilder } from './block-builder.ts'
import { type Compared, compared, type Difference, differenceOf, isRepeated, StatementIndex } from './compare.ts'
import type { Conflict, Held, ItemForm, Passage, Source } from './contract.ts'
import { figuresIn } from './text/figures.ts'
import { plainText } from './text/plain.ts'
import { capital } from './text/sentences.ts'
import { keyOf } from './text/words.ts'

/** UNCHANGED are passages that are no statements: nothing in them is compared or replaced. */
const UNCHANGED = new Set<ItemForm>(['code', 'block', 'row', 'question'])

/** Change: what stood and what stands now. `edited` when a person's text was kept instead. */
export type Change = {
  old: string
  now: string
  difference: Difference
  oldSource: Source
  source: Source
  edited: boolean
}

/** A Newcomer is a passage or a held sentence that may say otherwise than the base. */
type Newcomer = { text: string; source: Source }

export class Updates {
  readonly changes: Change[] = []
  /** What says otherwise than a part of the base that is not to be changed here, as a row of a table. */
  readonly conflicts: Conflict[] = []
  readonly #base: Base
  readonly #builder: BlockBuilder
  readonly #language: string
  readonly #gone: Set<string>

  constructor(base: Base, builder: BlockBuilder, language: string, deletedTexts: string[]) {
    this.#base = base
    this.#builder = builder
    this.#language = language
    this.#gone = new Set(deletedTexts.map(keyOf))
  }

  /** passages gives those that are still to be set: neither said already, nor put in the place of another, nor deleted. */
  passages(passages: Passage[]): Passage[] {
    return passages.filter((passage) => {
      const text = plainText(passage.text)
      const key = keyOf(text)
      if (this.#base.keys.has(key) || this.#gone.has(key)) return false
      if (UNCHANGED.has(passage.form)) return true
      const statement = compared(text, this.#language)
      if (this.#isSaid(statement)) return false
      return !this.#replace(statement, { text: passage.text, source: passage.source }, true)
    })
  }

  /**
   * held: “its 240 now (was 80)” reads like an order and still is news; it corrects the sentence that stands. What was in doubt
   * and says that something changed takes its place.
   */
  held(held: Held[]): Held[] {
    return held.filter(({ text, source, reason }) => {
      if (reason === 'excluded' || reason === 'open_point') return true
      const statement = compared(plainText(text), this.#language)
      return !this.#replace(statement, { text, source }, reason === 'doubtful' && statement.updates)
    })
  }

  #isSaid(statement: Compared): boolean {
    return this.#base.near(statement).some((near) => isRepeated(near.statement, statement))
  }

  #replace(statement: Compared, newcomer: Newcomer, isSentence: boolean): boolean {
    const found = this.#base.near(statement).flatMap(({ statement: old, value: sentence }) => {
      const difference = sentence.text === old.text ? differenceOf(old, statement) : undefined
      return difference && (isSentence || difference.kind === 'figure') ? [{ old, sentence, difference }] : []
    })
    const [first] = found.filter(({ difference }) => !difference.loose)
    const best = first ?? (found.length === 1 ? found[0] : undefined)
    return best ? this.#change(best.sentence, best.old, statement, newcomer, best.difference, isSentence) : false
  }

  #change(
    sentence: BaseSentence,
    old: Compared,
    now: Compared,
    newcomer: Newcomer,
    difference: Difference,
    isSentence: boolean,
  ): boolean {
    const oldSource = sentence.entry.sources[0] ?? newcomer.source
    const change = { old: old.text, difference, oldSource, source: newcomer.source }
    if (sentence.entry.human) {
      this.changes.push({ ...change, now: plainText(newcomer.text), edited: true })
      return true
    }
    // A fragment gives the standing sentence its figure; a whole sentence takes its place.
    const kept = [...old.frame].filter((term) => now.frame.has(term)).length / Math.max(1, old.frame.size)
    const isWhole = isSentence && (kept >= 0.6 || difference.kind !== 'figure')
    const text = isWhole ? inPlaceOf(old.text, newcomer.text) : withFigure(old.text, difference)
    const [block] = this.#builder.paragraph(text)
    if (text === old.text) return false
    if (!this.#base.replace(sentence, plainText(text), block?.content, newcomer.source)) {
      const kept = { text: old.text, value: difference.first, source: oldSource }
      const dropped = { text: plainText(newcomer.text), value: difference.second, source: newcomer.source }
      this.conflicts.push({ kept, dropped })
      return true
    }
    this.changes.push({ ...change, now: plainText(text), edited: false })
    return true
  }
}

/** inPlaceOf: what takes the place of a sentence with a capital and a full stop has both. */
function inPlaceOf(old: string, text: string): string {
  const begun = /^\p{Lu}/u.test(old) ? capital(text) : text
  return /\.$/.test(old) && /[\p{L}\p{N})]$/u.test(begun) ? `${begun}.` : begun
}

/** withFigure puts the second figure of a difference where the first stood. */
function withFigure(text: string, { first, second }: Difference): string {
  const old = figuresIn(text).find(({ at }) => text.startsWith(first, at))
  const now = figuresIn(second)[0]
  return old && now ? text.slice(0, old.at) + now.written + text.slice(old.at + old.written.length) : text
}

/** settleSources: where two sources disagree the first stands (notes come first), and the other is a conflict. */
export function settleSources(passages: Passage[], language: string): { passages: Passage[]; conflicts: Conflict[] } {
  const index = new StatementIndex<Passage>()
  const conflicts: Conflict[] = []
  const kept: Passage[] = []
  const keys = new Map<string, string>()
  for (const passage of passages) {
    if (UNCHANGED.has(passage.form)) {
      kept.push(passage)
      continue
    }
    const statement = compared(plainText(passage.text), language)
    // The same sentence of two sources is said once; one source may have its reasons to repeat it.
    const place = `${passage.source.kind} ${passage.source.id}`
    if (keys.getOrInsert(statement.key, place) !== place) continue
    const rival = rivalOf(statement, passage, index)
    if (rival) conflicts.push(rival)
    else {
      kept.push(passage)
      index.add(statement, passage)
    }
  }
  return { passages: kept, conflicts }
}

function rivalOf(statement: Compared, passage: Passage, index: StatementIndex<Passage>): Conflict | undefined {
  for (const { statement: other, value } of index.near(statement)) {
    if (value.source.kind === passage.source.kind && value.source.id === passage.source.id) continue
    const difference = differenceOf(other, statement)
    if (!difference || difference.kind === 'word' || difference.loose) continue
    // Another word more or less may well be another thing, as long as nobody wrote it as an update.
    const shared = [...other.frame].filter((term) => statement.frame.has(term)).length
    if (shared < Math.max(other.frame.size, statement.frame.size) * 0.7) continue
    return {
      kept: { text: other.text, value: difference.first, source: value.source },
      dropped: { text: statement.text, value: difference.second, source: passage.source },
    }
  }
  return undefined
}
