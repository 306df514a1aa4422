// Compares new sentences with the existing text: repeated, a changed value, or an order about the text. An exact change has
// the same subject, the same unit and one other value; less certain ones are proposed, never applied.

import { hash } from 'node:crypto'
import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import { plainText } from '#blocks/plain.ts'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { capital, splitSentences } from '#languages/sentences.ts'
import { type ComparableText, compared, differenceOf, isRepeated, otherFigures, SentenceIndex } from './compare.ts'
import type { DraftEdit, Rewording, Source } from './contract.ts'
import { sliceOf } from './inline-edit.ts'
import { changeSentence, type PagePiece } from './page.ts'
import { classifySentence } from './roles/roles.ts'
import { codesIn } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { markdownOf, plainOf } from './text/inline.ts'
import { keyOf } from './text/words.ts'

/** A sentence of the page; `number` is its position in a numbered list, `before` the sentence before it. */
export type CurrentSentence = {
  text: string
  piece: PagePiece
  blockId: string
  number?: number
  before: string
}

/** `held`: an order that matches nothing in the text. */
type Weight =
  | { is: 'repeated'; at: CurrentSentence }
  | { is: 'edit'; edits: DraftEdit[] }
  | { is: 'conflict'; at: CurrentSentence; value: string; other: string }
  | { is: 'held' }
  | { is: 'new' }

/** `mayOrder`: the sentence may be about the text itself: in notes, outside content lists. */
type SentenceContext = { round: number; from: string; source: Source; mayOrder: boolean }

export class CurrentText {
  readonly #index = new SentenceIndex<CurrentSentence>()
  readonly #compared = new Map<string, ComparableText>()
  readonly #byKey = new Map<string, CurrentSentence>()
  readonly #headings: Set<string>[] = []
  readonly #language: string
  #unread: PagePiece[]
  #number = 0

  constructor(language: string, pieces: PagePiece[]) {
    this.#language = language
    this.#unread = pieces
  }

  get isEmpty(): boolean {
    return this.#unread.length + this.#byKey.size === 0
  }

  /** Adds pieces; they are read lazily, as most pages are compared with nothing. */
  add(pieces: readonly PagePiece[]): void {
    this.#unread.push(...pieces)
  }

  #readAll(): void {
    for (const piece of this.#unread.splice(0))
      for (const block of piece.block ? walkBlocks([piece.block]) : []) this.#read(piece, block)
  }

  #sentences(): CurrentSentence[] {
    this.#readAll()
    return [...this.#byKey.values()].filter(isPrinted)
  }

  #read(piece: PagePiece, block: Block): void {
    const { start } = block.props
    this.#number = block.type === 'numberedListItem' ? (typeof start === 'number' ? start : this.#number + 1) : 0
    if (block.type === 'heading') this.#headings.push(this.#subjectOf(fold(blockText(block))))
    if (blockTypeSpec(block.type)?.content === 'plain' || block.type === 'table' || block.type === 'heading') return
    const texts = splitSentences(blockText(block))
    for (const [nth, text] of texts.entries()) {
      const found: CurrentSentence = { text, piece, blockId: block.id, before: texts[nth - 1] ?? '' }
      if (this.#number > 0 && nth === 0) found.number = this.#number
      this.#index.add(text, found)
      this.#byKey.getOrInsert(keyOf(text), found)
    }
  }

  /** Prepares a sentence for comparison, lazily. */
  #said({ text }: Pick<CurrentSentence, 'text'>): ComparableText {
    return this.#compared.getOrInsertComputed(text, () => compared(text, this.#language))
  }

  /** The sentence with these words, if it is still on the page. */
  find(text: string): CurrentSentence | undefined {
    this.#readAll()
    const found = this.#byKey.get(keyOf(text))
    return found && isPrinted(found) ? found : undefined
  }

  /** Replaces a sentence and adds the source to its piece. */
  replace(at: CurrentSentence, markdown: string, source: Source): boolean {
    if (!changeSentence(at.piece, at.blockId, at.text, markdown)) return false
    const text = markdown === '' ? '' : plainOf(markdown)
    at.piece.sources = [...at.piece.sources, source]
    at.text = text
    this.#byKey.set(keyOf(text), at)
    return true
  }

  /** Proposes a source's new wording for the sentences of a block that rest on the old one. */
  reword({ block_id, quote, now, source }: Rewording): DraftEdit[] {
    const own = this.#sentences().filter(({ blockId }) => blockId === block_id)
    const [old, fresh] = [splitSentences(plainOf(quote)), splitSentences(now)]
    const pairs = old.length === fresh.length ? old.map((text, nth) => [text, fresh[nth]!]) : [[plainOf(quote), now]]
    return pairs.flatMap(([was, is]) => {
      const comparedText = compared(was!, this.#language)
      const at =
        own.find((one) => isRepeated(this.#said(one), comparedText)) ?? this.#target(comparedText.frame, own, false)
      return at && keyOf(is!) !== keyOf(was!) ? [this.#edit(at, is!, source, 'likely')] : []
    })
  }

  /** What a new sentence means for the existing text. */
  weigh(markdown: string, by: SentenceContext): Weight {
    this.#readAll()
    const others = this.#index
      .near(plainText(markdown), by.mayOrder)
      .filter((at) => isPrinted(at) && isOther(at.piece, by))
    if (others.length === 0 && !by.mayOrder) return { is: 'new' }
    const now = compared(plainOf(markdown), this.#language)
    const same = others.find((at) => isRepeated(this.#said(at), now))
    if (same) return { is: 'repeated', at: same }
    for (const at of others) {
      const rival = at.piece.round === by.round ? differenceOf(this.#said(at), now) : undefined
      if (rival?.sure) return { is: 'conflict', at, value: rival.first, other: rival.second }
    }
    const earlier = others.filter(({ piece }) => piece.round < by.round)
    return earlier.length === 0 && !by.mayOrder ? { is: 'new' } : this.#change(markdown, now, earlier, by)
  }

  #change(
    markdown: string,
    now: ComparableText,
    earlier: CurrentSentence[],
    { source, mayOrder }: SentenceContext,
  ): Weight {
    const exact = earlier.flatMap((at) => {
      const other = withOtherValue(at, this.#said(at), now, markdown)
      return other ? [{ at, ...other }] : []
    })
    const [only, ...more] = exact
    if (only && more.length === 0)
      return { is: 'edit', edits: [this.#edit(only.at, only.after, source, only.certainty)] }
    const { classes, renames } = languageOf(this.#language)
    const folded = fold(now.text)
    const isOrder = mayOrder && classifySentence(now.text, this.#language) !== 'fact'
    const removes = classes.remove.test(folded) || classes.unneeded.test(folded)
    // “Drop the sentence on limits” is about the text itself, even if the classifier calls it a fact.
    const isOfText = isOrder || (mayOrder && removes && classes.documentNouns.test(folded))
    const renamed = isOrder || now.updates || (mayOrder && renames.test(folded)) ? this.#renamed(markdown, source) : []
    if (renamed.length > 0) return { is: 'edit', edits: renamed }
    const otherwise = only ? exact.map(({ at }) => at) : earlier.filter((at) => differenceOf(this.#said(at), now))
    const named = mayOrder && (removes || now.updates) ? this.#numbered(now) : undefined
    // “Isn’t 100 mm any more, it does 112” names its subject by the old value.
    const corrects = mayOrder && (now.updates || now.denials > 0)
    const corrected = corrects ? earlier.filter((at) => withNewValue(at, this.#said(at), now) !== undefined) : []
    const sure = named ?? alone(otherwise) ?? alone(corrected)
    const subject = mayOrder && (isOrder || removes || now.updates) ? this.#subjectOf(folded) : undefined
    // “Delete the costs section” is about more than one sentence.
    if (!sure && subject && removes && this.#headings.some((words) => words.symmetricDifference(subject).size === 0))
      return { is: 'held' }
    const target = sure ?? (subject && this.#target(subject, earlier, isOrder || removes)) ?? otherwise[0]
    if (!target) return isOfText && (removes || now.updates) ? { is: 'held' } : { is: 'new' }
    const isGone = removes && !otherwise.includes(target)
    // An order can't become part of the text, nor can a sentence about “step 3”.
    const isAbout =
      now.figures.some(({ reference }) => reference) || (isOrder && !now.updates && !otherwise.includes(target))
    const text = isGone ? '' : (withNewValue(target, this.#said(target), now) ?? (isAbout ? undefined : markdown))
    return text === undefined ? { is: 'held' } : { is: 'edit', edits: [this.#edit(target, text, source, 'likely')] }
  }

  /** “step 2” is the second entry, if the text has one numbered list. */
  #numbered({ figures }: ComparableText): CurrentSentence | undefined {
    const [number, ...more] = figures.flatMap(({ reference, value }) => (reference ? [Number(value)] : []))
    const found = this.#sentences().filter((one) => number !== undefined && one.number === number)
    return more.length === 0 && found.length === 1 ? found[0] : undefined
  }

  /** What an order is about: its clause without the words that order; other clauses give reasons. */
  #subjectOf(folded: string): Set<string> {
    const { remove, writingVerbs, documentNouns, politeness, unneeded } = languageOf(this.#language).classes
    const clause = folded.split(/[,;、，；]/).find((part) => remove.test(part) || unneeded.test(part)) ?? folded
    const rest = [remove, writingVerbs, documentNouns, politeness, unneeded].reduce(
      (text, words) => text.replace(new RegExp(words.source, 'gu'), ' '),
      clause,
    )
    return compared(rest, this.#language).frame
  }

  /** The one sentence that shares most words with a subject: half of them for an order, else more than half. */
  #target(subject: Set<string>, near: CurrentSentence[], isOrder: boolean): CurrentSentence | undefined {
    const shared = near.map((at) => subject.intersection(this.#said(at).frame).size)
    const most = Math.max(0, ...shared)
    const isMost = isOrder ? most > 0 && most >= subject.size / 2 : most > subject.size / 2
    return isMost && shared.indexOf(most) === shared.lastIndexOf(most) ? near[shared.indexOf(most)] : undefined
  }

  /** An order with two names in quotes or code, of which only the first is in the text. */
  #renamed(markdown: string, source: Source): DraftEdit[] {
    const names = [...markdown.matchAll(NAMED)].map((match) => match.slice(1).find((name) => name !== undefined)!)
    const [old, now, ...more] = names
    if (old === undefined || now === undefined || more.length > 0) return []
    const all = this.#sentences()
    if (all.some(({ text }) => text.includes(now))) return []
    return all
      .filter(({ text }) => text.includes(old))
      .map((at) => this.#edit(at, markdownIn(at).replaceAll(old, now), source, 'likely'))
  }

  #edit(at: CurrentSentence, after: string, source: Source, certainty: DraftEdit['certainty']): DraftEdit {
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
    if (edit.op === 'delete' && !isWhole) edit.context = at.before
    if (edit.state === 'applied' && !this.replace(at, edit.after, source)) edit.state = 'proposed'
    return edit
  }
}

const alone = <T>(found: T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

const isPrinted = ({ piece, text }: CurrentSentence): boolean => piece.block !== undefined && text !== ''
const isOther = (piece: PagePiece, { round, from }: SentenceContext): boolean =>
  piece.round !== round || piece.from !== from

const NAMED = /`([^`\n]{1,80})`|[“„«"]([^”“»"\n]{1,80})[”“»"]/g

const namesIn = (markdown: string): Set<string> => new Set([...codesIn(markdown), ...(markdown.match(NAMED) ?? [])])

/** A sentence with its styles, so that an edit can be reverted without loss. */
function markdownIn({ piece, blockId, text }: CurrentSentence): string {
  const block = [...walkBlocks([piece.block!])].find(({ id }) => id === blockId)!
  const content = sliceOf(block, text)
  return content ? markdownOf({ id: '', type: 'paragraph', props: {}, content, children: [] }) : text
}

/** Adopts the capital and the full stop of the replaced sentence. */
function inPlaceOf(old: string, text: string): string {
  const begun = /^\p{Lu}/u.test(old) ? capital(text) : text
  return /\.$/.test(old) && /[\p{L}\p{N})]$/u.test(begun) ? `${begun}.` : begun
}

const isValue = ({ unit, form }: Figure): boolean => unit !== '' || form === 'time' || form === 'date'

type OtherValue = { after: string; certainty: DraftEdit['certainty'] }

/** The same words and figures except for one value; exact if it has the same unit or is next to the same code. */
function withOtherValue(
  at: CurrentSentence,
  old: ComparableText,
  now: ComparableText,
  markdown: string,
): OtherValue | undefined {
  if (old.frame.size === 0 || old.frame.symmetricDifference(now.frame).size > 0 || old.denials !== now.denials)
    return undefined
  const { gone, come } = otherFigures(old, now)
  const [was, is] = [gone[0], come[0]]
  if (!was || !is || gone.length + come.length > 2 || was.form !== is.form) return undefined
  const isAlike = was.unit === is.unit
  if (!isAlike && (was.measured || is.measured)) return undefined
  const isNamed = () => namesIn(markdownIn(at)).intersection(namesIn(markdown)).size > 0
  const isExact = isAlike && ((isValue(was) && isValue(is)) || isNamed())
  return { after: withValue(at, was, is), certainty: isExact ? 'exact' : 'likely' }
}

/** The sentence, styles included, with another value. */
function withValue(at: CurrentSentence, was: Figure, is: Figure): string {
  const markdown = markdownIn(at)
  const found = figuresIn(markdown).find(({ written, value }) => written === was.written && value === was.value)
  const [text, from] = found ? [markdown, found.at] : [at.text, was.at]
  return text.slice(0, from) + is.written + text.slice(from + was.written.length)
}

/** “isn't 100 mm any more, it does 112” has the old value and the new one. */
function withNewValue(at: CurrentSentence, old: ComparableText, now: ComparableText): string | undefined {
  const hasValue = (all: Figure[]) => (figure: Figure) => all.some(({ value }) => value === figure.value)
  const [was, ...others] = old.figures.filter(hasValue(now.figures))
  const [is, ...more] = now.figures.filter((figure) => !figure.reference && !hasValue(old.figures)(figure))
  if (!was || !is || others.length + more.length > 0) return undefined
  return was.unit === is.unit || is.unit === '' || !is.measured ? withValue(at, was, is) : undefined
}
