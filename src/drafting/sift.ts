// A page of notes or material, part by part: what is printed, and what is not and why. Order of the questions: is it an
// instruction, is it to be left out, does it change what stands, does it speak to the writer, does it leave something open.
// Code, tables and whatever else is opaque is printed whole or, where a term is to be left out, not at all.

import { blocksToText, headingLevel, oneLine } from '#blocks/text.ts'
import type { DraftEdit, Fate, Source } from './contract.ts'
import { isDirective } from './directives.ts'
import { changeSentence, type PagePiece } from './page.ts'
import { isOpenPoint, roleIn } from './roles/roles.ts'
import {
  idOf,
  quoteOf,
  type SourcePage,
  type SourcePart,
  type SourceSentence,
  type Span,
  sentencesIn,
} from './source.ts'
import type { Standing, StandingSentence } from './standing.ts'
import { blocksOf, inlineOf, plainOf } from './text/inline.ts'
import { linesOf } from './text/lines.ts'
import { keyOf } from './text/words.ts'

/** A SiftedSpan is a slice of a part that is not printed as it stands; `raised` names the action or question it led to. */
export type SiftedSpan = Span & { fate: Fate; reason?: string; raised?: string; blockId?: string }
type SiftedPart = { part: SourcePart; pieces: PagePiece[]; claims: SiftedSpan[] }
export type SiftedPage = { read: SourcePage; parts: SiftedPart[] }

/** A Reply is what a person said to a held sentence or an open point: text for its place, or that it is not wanted. */
export type Reply = { is: 'use' } | { is: 'drop' } | { is: 'text'; text: string; source: Source }

/** Sifting: what the parts are sifted by, and what is raised on the way; each `raise` returns the name of what it raised. */
export type Sifting = {
  language: string
  title: string
  round: number
  standing: Standing
  isExcluded: (text: string) => boolean
  replyTo: (text: string) => Reply | undefined
  /** False when holding would leave nothing to print. */
  mayHold: boolean
  hold: (text: string, reason: 'order' | 'doubtful' | 'marked', source: Source) => string
  /** `after` is the point that this one goes on with: “Who pays? Unclear yet.” is one. */
  ask: (text: string, section: string, after?: string) => string
  conflict: (
    at: StandingSentence,
    other: { text: string; value: string; source: Source },
    value: string,
  ) => string | undefined
  edit: (edit: DraftEdit) => string | undefined
}

export function siftPage(read: SourcePage, by: Sifting): SiftedPage {
  let section = ''
  let excludedBelow = Number.POSITIVE_INFINITY
  const parts = read.parts.map((part, at): SiftedPart => {
    const whole = (fate: Fate, reason: string): SiftedPart => ({
      part,
      pieces: [],
      claims: [{ ...spanOf(part), fate, reason }],
    })
    const [block] = part.blocks
    if (part.kind === 'heading') {
      const [level, text] = [headingLevel(block!), oneLine(blocksToText(part.blocks))]
      if (level <= excludedBelow) excludedBelow = by.isExcluded(text) ? level : Number.POSITIVE_INFINITY
      section = text
      if (at === 0 && keyOf(text) === keyOf(by.title)) return whole('repeated', 'title')
    }
    if (excludedBelow < Number.POSITIVE_INFINITY) return whole('left_out', 'excluded')
    const sifted = { part, pieces: piecesOf(read, part, by.round), claims: [] }
    if (part.kind === 'heading') return isBare(read.parts, at) ? bared(sifted) : sifted
    if (part.kind === 'opaque')
      return by.isExcluded(blocksToText(part.blocks)) ? whole('left_out', 'excluded') : bared(sifted)
    return new PartSifter(read, sifted, by, section, read.parts[at + 1]).run()
  })
  return { read, parts }
}

/** isBare: nothing but a heading of its own level, or the end, follows a heading. */
function isBare(parts: SourcePart[], at: number): boolean {
  const next = parts[at + 1]
  return !next || (next.kind === 'heading' && headingLevel(next.blocks[0]!) <= headingLevel(parts[at]!.blocks[0]!))
}

const bared = (sifted: SiftedPart): SiftedPart => ({
  ...sifted,
  pieces: sifted.pieces.map((piece) => ({ ...piece, bare: sifted.part.kind === 'heading' ? 'asked' : 'kept' })),
})

const spanOf = ({ from, to }: Span): Span => ({ from, to })

function piecesOf({ source }: SourcePage, part: SourcePart, round: number): PagePiece[] {
  const quote = quoteOf(source, source.text.slice(part.from, part.to))
  const origin =
    source.kind === 'notes' ? 'notes' : source.kind === 'answer' || source.kind === 'action' ? 'answer' : 'source'
  return part.blocks.map((block) => ({ block, origin, sources: [quote], human: false, round, from: source.key }))
}

class PartSifter {
  readonly #sifted: SiftedPart
  readonly #read: SourcePage
  readonly #by: Sifting
  readonly #section: string
  readonly #next: SourcePart | undefined

  constructor(read: SourcePage, sifted: SiftedPart, by: Sifting, section: string, next: SourcePart | undefined) {
    this.#read = read
    this.#sifted = sifted
    this.#by = by
    this.#section = section
    this.#next = next
  }

  run(): SiftedPart {
    const { part } = this.#sifted
    const { text, kind } = this.#read.source
    if (kind === 'notes')
      for (const line of linesOf(text.slice(part.from, part.to)))
        if (isDirective(line.text))
          this.#drop(
            { from: part.from + line.from, to: part.from + line.to, text: line.text },
            'left_out',
            'instruction',
          )
    const isEntry = part.kind === 'entry'
    const sentences = isEntry
      ? [{ ...spanOf(part), text: entryText(text.slice(part.from, part.to)) }]
      : sentencesIn(part, text)
    for (const [nth, sentence] of sentences.entries())
      if (!this.#sifted.claims.some(({ from, to }) => sentence.from < to && from < sentence.to))
        this.#sentence(sentence, sentences[nth + 1]?.text)
    return this.#sifted
  }

  #sentence(sentence: SourceSentence, next: string | undefined): unknown {
    const { text } = sentence
    const isNotes = this.#read.source.kind === 'notes'
    if (this.#by.isExcluded(text)) return this.#drop(sentence, 'left_out', 'excluded')
    // What hangs from an entry goes with it, so an entry that holds others is only ever left out on demand.
    if (this.#sifted.part.blocks[0]!.children.length > 0) return undefined
    const reply = this.#by.replyTo(text)
    if (reply?.is === 'use') return undefined
    if (reply?.is === 'drop') return this.#drop(sentence, 'left_out', 'dropped')
    if (reply) return this.#exchange(sentence, reply.text, reply.source)
    if (isOpenPoint(text)) return this.#ask(sentence)
    if (!this.#by.standing.isEmpty && this.#isWeighed(sentence)) return undefined
    if (!isNotes || !this.#read.isLoose) return undefined
    const isEntry = this.#sifted.part.kind === 'entry'
    const role = roleIn(text, {
      language: this.#by.language,
      isEntry,
      next: next ?? this.#nextText(),
      before: this.#next?.kind,
    })
    if (role === 'open') return this.#ask(sentence)
    return role === 'fact' ? undefined : this.#hold(sentence, role === 'order' ? 'order' : 'doubtful')
  }

  #nextText(): string | undefined {
    return this.#next && oneLine(blocksToText(this.#next.blocks)).slice(0, 400)
  }

  #ask(sentence: SourceSentence): void {
    const last = this.#sifted.claims.at(-1)
    const after = last?.fate === 'asked' && this.#isNext(last, sentence) ? last.raised : undefined
    this.#drop(sentence, 'asked', undefined, () => this.#by.ask(sentence.text, this.#section, after))
    if (last && after !== undefined) last.raised = this.#sifted.claims.at(-1)!.raised
  }

  #isNext({ to }: Span, { from }: Span): boolean {
    return this.#read.source.text.slice(to, from).trim() === ''
  }

  #hold(sentence: SourceSentence, reason: 'order' | 'doubtful'): void {
    const source = quoteOf(this.#read.source, sentence.text)
    if (this.#by.mayHold) this.#drop(sentence, 'held', reason, () => this.#by.hold(sentence.text, reason, source))
    else this.#by.hold(sentence.text, 'marked', source)
  }

  /** isWeighed: the sentence says something about what stands, and is no text of its own. */
  #isWeighed(sentence: SourceSentence): boolean {
    const { source } = this.#read
    const quote = quoteOf(source, sentence.text)
    const mayOrder = source.kind === 'notes' && this.#sifted.part.kind === 'prose'
    const verdict = this.#by.standing.weigh(sentence.text, {
      round: this.#by.round,
      from: source.key,
      source: quote,
      mayOrder,
    })
    if (verdict.is === 'new') return false
    if (verdict.is === 'repeated') this.#drop(sentence, 'repeated', undefined, undefined, verdict.at.blockId)
    else if (verdict.is === 'conflict') {
      const other = { text: plainOf(sentence.text), value: verdict.other, source: quote }
      this.#drop(sentence, 'asked', 'conflict', () => this.#by.conflict(verdict.at, other, verdict.value))
    } else if (verdict.is === 'held') this.#hold(sentence, 'order')
    else {
      const [first] = verdict.edits
      this.#drop(
        sentence,
        'edit',
        undefined,
        () => verdict.edits.map((edit) => this.#by.edit(edit)).find(Boolean),
        first!.block_id,
      )
    }
    return true
  }

  /** drop takes a sentence out of its block; one that can't be taken out stays printed, and nothing is raised. */
  #drop(
    sentence: SourceSentence,
    fate: Fate,
    reason?: string,
    raise?: () => string | undefined,
    blockId?: string,
  ): void {
    if (!this.#cut(sentence)) return
    const raised = raise?.()
    this.#sifted.claims.push({
      ...spanOf(sentence),
      fate,
      ...(reason === undefined ? {} : { reason }),
      ...(raised === undefined ? {} : { raised }),
      ...(blockId === undefined ? {} : { blockId }),
    })
  }

  #cut(sentence: SourceSentence): boolean {
    const [piece] = this.#sifted.pieces
    if (this.#isWhole(sentence)) this.#sifted.pieces = []
    else if (!piece?.block || !changeSentence(piece, piece.block.id, plainOf(sentence.text), '')) return false
    if (!piece?.block) this.#sifted.pieces = []
    return true
  }

  #isWhole({ from, to }: SourceSentence): boolean {
    const { part, claims } = this.#sifted
    const { text } = this.#read.source
    const left = text.slice(part.from, from) + text.slice(to, part.to)
    return claims.length === 0 && !/[\p{L}\p{N}]/u.test(left)
  }

  /** exchange prints a reply in the place of what it answers. */
  #exchange(sentence: SourceSentence, reply: string, source: Source): void {
    const { part } = this.#sifted
    const [piece] = this.#sifted.pieces
    const { round } = this.#by
    if (this.#isWhole(sentence)) {
      const made = blocksOf(reply, (nth) => idOf(`reply ${source.kind}:${source.id}`, 1, nth))
      const [first] = part.blocks
      const blocks = part.kind === 'entry' && made.length === 1 ? [{ ...first!, content: inlineOf(reply) }] : made
      this.#sifted.pieces = blocks.map((block) => ({
        block,
        origin: 'answer',
        sources: [source],
        human: false,
        round,
        from: this.#read.source.key,
      }))
    } else if (piece?.block && changeSentence(piece, piece.block.id, plainOf(sentence.text), reply))
      piece.sources.push(source)
    else return
    this.#sifted.claims.push({ ...spanOf(sentence), fate: 'asked', reason: 'answered' })
  }
}

/** entryText is an entry without its mark. */
const entryText = (slice: string): string => slice.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '').trim()
