// New sentences against a text that stands: said already, a value that changed, or an order about the text. An exact change
// has the same subject words, the same unit and one other value; everything less certain is proposed, never carried out.

import { hash } from 'node:crypto'
import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from '#blocks/text.ts'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { type Compared, compared, differenceOf, isRepeated, StatementIndex } from './compare.ts'
import type { DraftEdit, Source } from './contract.ts'
import { sliceOf } from './inline-edit.ts'
import { changeSentence, type PagePiece } from './page.ts'
import { judge } from './roles/roles.ts'
import { codesIn } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { markdownOf, plainOf } from './text/inline.ts'
import { capital, splitSentences } from './text/sentences.ts'
import { keyOf } from './text/words.ts'

/** A StandingSentence is one that the page holds; `number` is its place in a numbered list. */
export type StandingSentence = { text: string; piece: PagePiece; blockId: string; statement: Compared; number?: number }

/** Weight: `held` is an order that nothing in the text answers to. */
type Weight =
  | { is: 'repeated'; at: StandingSentence }
  | { is: 'edit'; edits: DraftEdit[] }
  | { is: 'conflict'; at: StandingSentence; value: string; other: string }
  | { is: 'held' }
  | { is: 'new' }

export class Standing {
  readonly #index = new StatementIndex<StandingSentence>()
  readonly #byKey = new Map<string, StandingSentence>()
  readonly #numbered: StandingSentence[] = []
  readonly #language: string
  #unread: PagePiece[] = []
  #hasPieces = false
  #number = 0

  constructor(language: string) {
    this.#language = language
  }

  get isEmpty(): boolean {
    return !this.#hasPieces
  }

  /** add takes a piece in; it is read when somebody asks, for most pages are compared with nothing. */
  add(piece: PagePiece): void {
    this.#hasPieces = true
    this.#unread.push(piece)
  }

  #readAll(): void {
    for (const piece of this.#unread) this.#read(piece)
    this.#unread = []
  }

  #read(piece: PagePiece): void {
    for (const block of piece.block ? walkBlocks([piece.block]) : []) {
      this.#number = block.type === 'numberedListItem' ? (numberOf(block) ?? this.#number + 1) : 0
      if (blockTypeSpec(block.type)?.content === 'plain' || block.type === 'table') continue
      if (block.type === 'heading') continue
      for (const [nth, text] of splitSentences(blockText(block)).entries()) {
        const statement = compared(text, this.#language)
        const isEntry = this.#number > 0 && nth === 0
        const found = { text, piece, blockId: block.id, statement, ...(isEntry ? { number: this.#number } : {}) }
        this.#index.add(statement, found)
        if (!this.#byKey.has(statement.key)) this.#byKey.set(statement.key, found)
        if (isEntry) this.#numbered.push(found)
      }
    }
  }

  /** find gives the sentence with these words, if it still stands. */
  find(text: string): StandingSentence | undefined {
    this.#readAll()
    const found = this.#byKey.get(keyOf(text))
    return found && stands(found) ? found : undefined
  }

  /** replace puts a sentence in the place of another, and remembers it. */
  replace(at: StandingSentence, markdown: string, source: Source): boolean {
    if (!changeSentence(at.piece, at.blockId, at.text, markdown)) return false
    const text = markdown === '' ? '' : plainOf(markdown)
    at.piece.sources = [...at.piece.sources, source]
    Object.assign(at, { text, statement: compared(text, this.#language) })
    this.#byKey.set(at.statement.key, at)
    return true
  }

  /** weigh tells what a new sentence means for the text; `mayOrder` when it stands in notes, outside lists. */
  weigh(markdown: string, by: { round: number; from: string; source: Source; mayOrder: boolean }): Weight {
    this.#readAll()
    const now = compared(plainOf(markdown), this.#language)
    const near = this.#index.near(now).flatMap(({ value }) => (stands(value) ? [value] : []))
    const others = near.filter(({ piece }) => piece.round !== by.round || piece.from !== by.from)
    const same = others.find(({ statement }) => isRepeated(statement, now))
    if (same) return { is: 'repeated', at: same }
    const rival = others
      .filter(({ piece }) => piece.round === by.round)
      .find(({ statement }) => isRival(statement, now))
    if (rival) {
      const { first, second } = differenceOf(rival.statement, now)!
      return { is: 'conflict', at: rival, value: first, other: second }
    }
    const earlier = others.filter(({ piece }) => piece.round < by.round)
    if (earlier.length === 0 && !by.mayOrder) return { is: 'new' }
    return this.#change(markdown, now, earlier, by)
  }

  #change(
    markdown: string,
    now: Compared,
    earlier: StandingSentence[],
    by: { source: Source; mayOrder: boolean },
  ): Weight {
    const exact = earlier.flatMap((at) => {
      const values = exactValues(at, now, markdown)
      return values ? [{ at, values }] : []
    })
    if (exact.length === 1) {
      const [{ at, values }] = exact as [(typeof exact)[number]]
      return { is: 'edit', edits: [this.#edit(at, withValue(at, ...values), by.source, 'exact')] }
    }
    const { classes } = languageOf(this.#language)
    const folded = fold(now.text)
    const isOrder = by.mayOrder && judge(now.text, this.#language).role !== 'fact'
    const removes = classes.remove.test(folded) || classes.unneeded.test(folded)
    const renamed = isOrder || now.updates ? this.#renamed(markdown, by.source) : []
    if (renamed.length > 0) return { is: 'edit', edits: renamed }
    const numbered = by.mayOrder && (removes || now.updates) ? this.#numberedIn(now.text) : undefined
    const otherwise =
      exact.length > 1 ? exact.map(({ at }) => at) : earlier.filter(({ statement }) => differenceOf(statement, now))
    const speaksOf = by.mayOrder && (isOrder || removes || now.updates) ? this.#target(now, earlier) : undefined
    const target = numbered ?? (otherwise.length === 1 ? otherwise[0] : undefined) ?? speaksOf ?? otherwise[0]
    if (!target) return isOrder && (removes || now.updates) ? { is: 'held' } : { is: 'new' }
    const isGone = removes && !otherwise.includes(target)
    const text = isGone ? '' : (newValue(target, now) ?? (isOrder && !now.updates ? undefined : markdown))
    return text === undefined ? { is: 'held' } : { is: 'edit', edits: [this.#edit(target, text, by.source, 'likely')] }
  }

  /** numberedIn: “step 2” is the second entry, where the text has one numbered list. */
  #numberedIn(text: string): StandingSentence | undefined {
    const [number, ...more] = referencesIn(text)
    const found = this.#numbered.filter((one) => one.number === number && stands(one))
    return number !== undefined && more.length === 0 && found.length === 1 ? found[0] : undefined
  }

  /** target: of what shares words with an order, the one that has most of them, if there is one. */
  #target(now: Compared, near: StandingSentence[]): StandingSentence | undefined {
    const { classes } = languageOf(this.#language)
    const rest = [
      classes.remove,
      classes.writingVerbs,
      classes.documentNouns,
      classes.politeness,
      classes.unneeded,
    ].reduce((text, words) => text.replace(new RegExp(words.source, 'gu'), ' '), fold(now.text))
    const about = compared(rest, this.#language).frame
    const scored = near.map((at) => ({ at, shared: about.intersection(at.statement.frame).size }))
    const most = Math.max(0, ...scored.map(({ shared }) => shared))
    const best = scored.filter(({ shared }) => shared === most)
    return best.length === 1 && most > 0 && most >= about.size * 0.5 ? best[0]!.at : undefined
  }

  /** renamed: an order with two names in quotes or code, of which the text has the first alone. */
  #renamed(markdown: string, source: Source): DraftEdit[] {
    const names = [...markdown.matchAll(NAMED)].map((match) => match.slice(1).find((name) => name !== undefined)!)
    const [old, now, ...more] = names
    if (old === undefined || now === undefined || more.length > 0) return []
    const all = [...this.#byKey.values()].filter((at) => stands(at))
    if (all.some(({ text }) => text.includes(now))) return []
    return all
      .filter(({ text }) => text.includes(old))
      .map((at) => this.#edit(at, markdownIn(at).replaceAll(old, now), source, 'likely'))
  }

  #edit(at: StandingSentence, after: string, source: Source, certainty: DraftEdit['certainty']): DraftEdit {
    const isWhole = after === '' && at.piece.block?.id === at.blockId && blockText(at.piece.block) === at.text
    const edit: DraftEdit = {
      id: hash('sha256', `${at.blockId} ${at.text} ${after}`).slice(0, 12),
      op: after === '' ? 'delete' : 'replace',
      block_id: at.blockId,
      before: isWhole ? markdownOf(at.piece.block!) : markdownIn(at),
      after: after === '' ? '' : inPlaceOf(at.text, after),
      source,
      certainty,
      state: certainty === 'exact' && !at.piece.human ? 'applied' : 'proposed',
    }
    if (edit.op === 'delete' && !isWhole) edit.context = contextOf(at)
    if (edit.state === 'applied' && !this.replace(at, edit.after, source)) edit.state = 'proposed'
    return edit
  }
}

const stands = ({ piece, text }: StandingSentence): boolean => piece.block !== undefined && text !== ''

const NAMED = /`([^`\n]{1,80})`|[“„«"]([^”“»"\n]{1,80})[”“»"]/g

const namesIn = (markdown: string): Set<string> => new Set([...codesIn(markdown), ...(markdown.match(NAMED) ?? [])])

const numberOf = ({ props }: Block): number | undefined => (typeof props.start === 'number' ? props.start : undefined)

const blockOf = ({ piece, blockId }: StandingSentence): Block =>
  [...walkBlocks([piece.block!])].find(({ id }) => id === blockId)!

/** markdownIn is a sentence with its styles, so that an edit can be taken back without loss. */
function markdownIn(at: StandingSentence): string {
  const content = sliceOf(blockOf(at), at.text)
  return content ? markdownOf({ id: '', type: 'paragraph', props: {}, content, children: [] }) : at.text
}

function contextOf(at: StandingSentence): string {
  const text = blockText(blockOf(at))
  return text.slice(0, text.indexOf(at.text)).trimEnd()
}

/** inPlaceOf: what takes the place of a sentence with a capital and a full stop has both. */
function inPlaceOf(old: string, text: string): string {
  const begun = /^\p{Lu}/u.test(old) ? capital(text) : text
  return /\.$/.test(old) && /[\p{L}\p{N})]$/u.test(begun) ? `${begun}.` : begun
}

/** referencesIn are numbers that count steps or chapters: no values. */
function referencesIn(text: string): number[] {
  return figuresIn(text).flatMap(({ reference, value }) => (reference ? [Number(value)] : []))
}

type ValueChange = [old: Figure, now: Figure]

const isValue = ({ reference, unit, form }: Figure): boolean =>
  !reference && (unit !== '' || form === 'time' || form === 'date')
const isIn = (figure: Figure, all: Figure[]): boolean =>
  all.some(({ value, unit }) => value === figure.value && unit === figure.unit)

/** exactValues: the same words, the same figures but for one, and that of the same unit or beside the same code. */
function exactValues(at: StandingSentence, now: Compared, markdown: string): ValueChange | undefined {
  const old = at.statement
  if (old.frame.size === 0 || old.frame.symmetricDifference(now.frame).size > 0 || old.denials !== now.denials)
    return undefined
  const gone = old.figures.filter((figure) => !isIn(figure, now.figures))
  const come = now.figures.filter((figure) => !isIn(figure, old.figures))
  const [was, is] = [gone[0], come[0]]
  if (!was || !is || gone.length > 1 || come.length > 1 || was.reference || is.reference) return undefined
  const isNamed = () => namesIn(markdownIn(at)).intersection(namesIn(markdown)).size > 0
  const isAlike = was.unit === is.unit && was.form === is.form
  return isAlike && ((isValue(was) && isValue(is)) || isNamed()) ? [was, is] : undefined
}

/** withValue is a sentence with its styles and another value. */
function withValue(at: StandingSentence, was: Figure, is: Figure): string {
  const markdown = markdownIn(at)
  const found = figuresIn(markdown).find(({ written, value }) => written === was.written && value === was.value)
  const [text, from] = found ? [markdown, found.at] : [at.text, was.at]
  return text.slice(0, from) + is.written + text.slice(from + was.written.length)
}

/** newValue: “isn't 100 mm any more, it does 112” names the old value and the new one. */
function newValue(at: StandingSentence, now: Compared): string | undefined {
  const old = at.statement
  const shared = old.figures.filter((figure) => now.figures.some(({ value }) => value === figure.value))
  const fresh = now.figures.filter(
    (figure) => !figure.reference && !old.figures.some(({ value }) => value === figure.value),
  )
  const [was, is] = [shared[0], fresh[0]]
  if (!was || !is || shared.length > 1 || fresh.length > 1) return undefined
  const isFitting = was.unit === is.unit || is.unit === '' || !is.measured
  return isFitting ? withValue(at, was, is) : undefined
}

/** isRival: two sources of one round that disagree. Another word may well be another thing. */
function isRival(old: Compared, now: Compared): boolean {
  const difference = differenceOf(old, now)
  if (!difference || difference.kind === 'word' || difference.loose) return false
  return old.frame.intersection(now.frame).size >= Math.max(old.frame.size, now.frame.size) * 0.7
}
