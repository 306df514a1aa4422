// Decides for each part of a page of notes or material what is printed, and why not. In order: is it an instruction, is it
// excluded, does it change the existing text, does it address the writer, is it an open point? Opaque parts (code, tables …)
// are printed whole or, if excluded, not at all.

import { blocksToText, headingLevel, oneLine } from 'galley-blocks/text.ts'
import type { PlacedSentence } from '#languages/sentences.ts'
import type { DraftEdit, DraftedEntry, Source } from './contract.ts'
import type { CurrentText } from './current-text.ts'
import { isDirective } from './directives.ts'
import { changeSentence, type PagePiece, pieceOf } from './page.ts'
import type { Points } from './points.ts'
import type { Replies } from './replies.ts'
import { isOpenPoint, roleIn } from './roles/roles.ts'
import { idOf, quoteOf, type SourcePage, type SourcePart, type Span, sentencesIn } from './source.ts'
import { blocksOf, inlineOf, plainOf } from './text/inline.ts'
import { linesOf } from './text/lines.ts'
import { keyOf } from './text/words.ts'

/** A slice of a part that isn't printed as written, for the ledger. */
export type SiftedSpan = Omit<DraftedEntry, 'source'>
type SiftedPart = { part: SourcePart; pieces: PagePiece[]; claims: SiftedSpan[] }
export type SiftedPage = { read: SourcePage; parts: SiftedPart[] }

/** What the sifting consults, and where it raises points. */
export type Sifting = {
  language: string
  title: string
  currentText: CurrentText
  replies: Replies
  points: Points
  isExcluded: (text: string) => boolean
  /** False if holding sentences would leave an empty page. */
  mayHold: boolean
  edit: (edit: DraftEdit) => string | undefined
}

/** A part while its sentences are sifted, with the heading above it and the part after it. */
type FilteredPassage = SiftedPart & {
  read: SourcePage
  by: Sifting
  round: number
  section: string
  next: SourcePart | undefined
}

export function siftPage(read: SourcePage, by: Sifting, round: number): SiftedPage {
  let section = ''
  let excludedBelow = Number.POSITIVE_INFINITY
  const parts = read.parts.map((part, at): SiftedPart => {
    const { from, to, kind } = part
    const none = (claim: Pick<SiftedSpan, 'fate' | 'reason'>) => ({
      part,
      pieces: [],
      claims: [{ from, to, ...claim }],
    })
    if (kind === 'heading') {
      const [level, text] = [headingLevel(part.blocks[0]!), oneLine(blocksToText(part.blocks))]
      if (level <= excludedBelow) excludedBelow = by.isExcluded(text) ? level : Number.POSITIVE_INFINITY
      section = text
      if (at === 0 && keyOf(text) === keyOf(by.title)) return none({ fate: 'repeated', reason: 'title' })
    }
    const isExcluded = kind === 'opaque' && by.isExcluded(blocksToText(part.blocks))
    if (isExcluded || excludedBelow < Number.POSITIVE_INFINITY) return none({ fate: 'left_out', reason: 'excluded' })
    const pieces = piecesOf(read, part, round)
    if (kind === 'opaque') for (const piece of pieces) piece.bare = 'kept'
    if (kind === 'heading' && isBare(read.parts, at)) pieces[0]!.bare = 'asked'
    const sifted: FilteredPassage = { part, pieces, claims: [], read, by, round, section, next: read.parts[at + 1] }
    if (kind === 'prose' || kind === 'entry') siftPart(sifted)
    return { part, pieces: sifted.pieces, claims: sifted.claims }
  })
  return { read, parts }
}

/** The heading has no content before the next one of its level. */
function isBare(parts: SourcePart[], at: number): boolean {
  const next = parts[at + 1]
  return !next || (next.kind === 'heading' && headingLevel(next.blocks[0]!) <= headingLevel(parts[at]!.blocks[0]!))
}

function piecesOf({ source }: SourcePage, part: SourcePart, round: number): PagePiece[] {
  const sources = [quoteOf(source, source.text.slice(part.from, part.to))]
  const origin = source.kind === 'notes' ? 'notes' : 'source'
  return part.blocks.map((block) => pieceOf(block, { origin, sources, round, from: source.key }))
}

/** The mark of a list entry isn't part of its sentence. */
const ENTRY_MARK = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/

function siftPart(sieve: FilteredPassage): void {
  const { part, claims } = sieve
  const { text, kind } = sieve.read.source
  const slice = text.slice(part.from, part.to)
  for (const line of kind === 'notes' ? linesOf(slice) : [])
    if (isDirective(line.text)) {
      const [from, to] = [part.from + line.from, part.from + line.to]
      drop(sieve, { from, to, text: line.text }, { fate: 'left_out', reason: 'instruction' })
    }
  const { from, to } = part
  const whole = { from, to, text: slice.replace(ENTRY_MARK, '').trim() }
  const sentences = part.kind === 'entry' ? [whole] : sentencesIn(part, text)
  for (const [nth, sentence] of sentences.entries())
    if (!claims.some((claim) => sentence.from < claim.to && claim.from < sentence.to))
      siftSentence(sieve, sentence, sentences[nth + 1]?.text)
}

function siftSentence(sieve: FilteredPassage, sentence: PlacedSentence, following: string | undefined): unknown {
  const { by, read, part, next } = sieve
  const { text } = sentence
  if (by.isExcluded(text)) return drop(sieve, sentence, { fate: 'left_out', reason: 'excluded' })
  // Nested entries go with their parent, so a parent is only left out if it is excluded.
  if (part.blocks[0]!.children.length > 0) return undefined
  const reply = by.replies.to(text)
  if (reply?.is === 'use') return undefined
  if (reply?.is === 'drop') return drop(sieve, sentence, { fate: 'left_out', reason: 'dropped' })
  if (reply) return printReply(sieve, sentence, reply.text, reply.source)
  if (isOpenPoint(text)) return ask(sieve, sentence)
  // “Here is an example:” belongs to what follows, so it isn't compared with the existing text.
  const leads = /[:：]$/u.test(text) && (next?.kind === 'opaque' || next?.kind === 'entry')
  if (!leads && !by.currentText.isEmpty && isWeighed(sieve, sentence)) return undefined
  // On a page, only a sentence after an open point may address the writer.
  const mayRemark = read.isLoose || sieve.claims.at(-1)?.fate === 'asked'
  if (read.source.kind !== 'notes' || !mayRemark) return undefined
  const role = roleIn(text, {
    language: by.language,
    isEntry: part.kind === 'entry',
    next: following ?? (next && oneLine(blocksToText(next.blocks)).slice(0, 400)),
    before: next?.kind,
  })
  if (role === 'open') return ask(sieve, sentence)
  return role === 'fact' ? undefined : hold(sieve, sentence, role === 'order' ? 'order' : 'doubtful')
}

/** Adjacent open points become one question. */
function ask(sieve: FilteredPassage, sentence: PlacedSentence): void {
  const { claims, by, section, read } = sieve
  const last = claims.at(-1)
  const isNext = last?.fate === 'asked' && read.source.text.slice(last.to, sentence.from).trim() === ''
  const after = isNext ? last.raised : undefined
  drop(sieve, sentence, { fate: 'asked' }, () => by.points.ask(sentence.text, section, after))
  if (last && after !== undefined) last.raised = claims.at(-1)!.raised
}

function hold(sieve: FilteredPassage, sentence: PlacedSentence, reason: 'order' | 'doubtful'): void {
  const { by, read } = sieve
  const source = quoteOf(read.source, sentence.text)
  if (by.mayHold) drop(sieve, sentence, { fate: 'held', reason }, () => by.points.hold(sentence.text, reason, source))
  else by.points.hold(sentence.text, 'marked', source)
}

/** The sentence repeats, changes or contradicts the existing text, so it isn't printed itself. */
function isWeighed(sieve: FilteredPassage, sentence: PlacedSentence): boolean {
  const { by, part, read, round } = sieve
  const { kind, key } = read.source
  const source = quoteOf(read.source, sentence.text)
  // Bullets without a heading may be a list of changes; numbered entries are steps for readers.
  const isBullet = part.kind === 'entry' && part.blocks[0]!.type === 'bulletListItem'
  const mayOrder = kind === 'notes' && (part.kind === 'prose' || (isBullet && sieve.section === ''))
  const weight = by.currentText.weigh(sentence.text, { round, from: key, source, mayOrder })
  if (weight.is === 'repeated') drop(sieve, sentence, { fate: 'repeated', block_id: weight.at.blockId })
  else if (weight.is === 'held') hold(sieve, sentence, 'order')
  else if (weight.is === 'conflict') {
    const { at, value, other } = weight
    const contender = { text: plainOf(sentence.text), value: other, source }
    drop(sieve, sentence, { fate: 'asked', reason: 'conflict' }, () =>
      by.replies.isSettled(at.text, contender.text) ? undefined : by.points.conflict(at, value, contender),
    )
  } else if (weight.is === 'edit')
    drop(sieve, sentence, { fate: 'edit', block_id: weight.edits[0]!.block_id }, () =>
      weight.edits.map((edit) => by.edit(edit)).find(Boolean),
    )
  return weight.is !== 'new'
}

/** Removes a sentence from its block; one that can't be removed stays printed, and nothing is raised. */
function drop(
  sieve: FilteredPassage,
  sentence: PlacedSentence,
  claim: Omit<SiftedSpan, 'from' | 'to' | 'raised'>,
  raise?: () => string | undefined,
): void {
  const [piece] = sieve.pieces
  if (isWhole(sieve, sentence)) sieve.pieces = []
  else if (!piece?.block || !changeSentence(piece, piece.block.id, plainOf(sentence.text), '')) return
  if (!piece?.block) sieve.pieces = []
  const raised = raise?.()
  sieve.claims.push({ from: sentence.from, to: sentence.to, ...claim, ...(raised !== undefined && { raised }) })
}

function isWhole({ part, claims, read }: FilteredPassage, { from, to }: Span): boolean {
  const { text } = read.source
  return claims.length === 0 && !/[\p{L}\p{N}]/u.test(text.slice(part.from, from) + text.slice(to, part.to))
}

/** Prints a reply in the place of its open point. */
function printReply(sieve: FilteredPassage, sentence: PlacedSentence, reply: string, source: Source): void {
  const { part, round, read } = sieve
  const [piece] = sieve.pieces
  if (isWhole(sieve, sentence)) {
    const replyBlocks = blocksOf(reply, (nth) => idOf(`reply ${source.kind}:${source.id}`, 1, nth))
    const isEntry = part.kind === 'entry' && replyBlocks.length === 1
    const blocks = isEntry ? [{ ...part.blocks[0]!, content: inlineOf(reply) }] : replyBlocks
    sieve.pieces = blocks.map((block) =>
      pieceOf(block, { origin: 'answer', sources: [source], round, from: read.source.key }),
    )
  } else if (piece?.block && changeSentence(piece, piece.block.id, plainOf(sentence.text), reply))
    piece.sources = [...piece.sources, source]
  else return
  sieve.claims.push({ from: sentence.from, to: sentence.to, fate: 'asked', reason: 'answered' })
}
