// Cuts a document's content into passages of two to six sentences, along blocks and within a section. Steps, code and tables
// stay whole. Passages overlap, so that related sentences share at least one. Pure.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { outlineOf } from 'galley-blocks/outline.ts'
import { blockText } from 'galley-blocks/text.ts'
import { fold, isAscii } from '#folding.ts'

/** Sizes in sentences and characters. A longer table or list of steps is no readable passage. */
const FEWEST = 2
const MOST = 6
const LONG = 1_200
const LONGEST_WHOLE = 1_500
/** A longer paragraph is split into groups of this many sentences. */
const SENTENCES_TOGETHER = 3

const WHOLE = new Set(['codeBlock', 'table', 'math', 'mermaid'])
/** A rough sentence end. Displayed sentences are cut by languages/sentences.ts, which takes a hundred times as long. */
const SENTENCE_ENDS = /[.!?…]["'”’»)\]]{0,3}\s{1,3}(?=[^\p{Ll}\s])|[。！？]\s?|\n/gu

/** An indivisible unit: a paragraph, a few sentences of a long one, code, a table, steps. `starts` are its sentences' offsets. */
type CutPiece = { from: number; to: number; block: string; type: string; starts: number[] }
/** The text under a heading (the first one before any); `above` are its ancestors. */
export type CutSection = { from: number; anchor: string; heading: string; level: number; above: number[] }
export type CutPassage = { from: number; to: number; section: number; pieces: CutPiece[] }
/** `flat` is the folded text, of equal length, so that offsets are the same. */
export type CutPage = { text: string; flat: string; sections: CutSection[]; passages: CutPassage[] }

export function cutPage(blocks: Block[]): CutPage {
  const outline = new Map(outlineOf(blocks).map((entry) => [entry.id, entry]))
  const sections: CutSection[] = [{ from: 0, anchor: '', heading: '', level: 0, above: [] }]
  const pieces: CutPiece[][] = [[]]
  let text = ''
  for (const block of walkBlocks(blocks)) {
    const words = blockText(block)
    if (words === '') continue
    const from = text.length
    text += `${words}\n`
    const heading = block.type === 'heading' ? outline.get(block.id) : undefined
    if (!heading) {
      addPieces(pieces.at(-1)!, { from, to: from + words.length, block: block.id, type: block.type }, words)
      continue
    }
    const { level, text: title, anchor } = heading
    const last = sections.at(-1)!
    const above = [...last.above, sections.length - 1].filter((nth) => nth > 0 && sections[nth]!.level < level)
    sections.push({ from, anchor, heading: title, level, above })
    pieces.push([])
  }
  const passages = pieces.flatMap((some, section) => windowsOf(some).map((of) => asPassage(of, section)))
  return { text, flat: flatten(text), sections, passages }
}

const asPassage = (pieces: CutPiece[], section: number): CutPassage => ({
  from: pieces[0]!.from,
  to: pieces.at(-1)!.to,
  section,
  pieces,
})

/** Joins consecutive steps, and splits what is too long for one passage. */
function addPieces(pieces: CutPiece[], piece: Omit<CutPiece, 'starts'>, words: string): void {
  const ends = Array.from(words.matchAll(SENTENCE_ENDS), ({ index, 0: end }) => piece.from + index + end.length)
  const starts = [piece.from, ...ends].filter((start) => start < piece.to)
  const last = pieces.at(-1)
  const isNextStep = last?.type === 'numberedListItem' && piece.type === last.type
  const isWhole = WHOLE.has(piece.type)
  if (isNextStep && piece.to - last.from <= LONGEST_WHOLE) {
    last.to = piece.to
    last.starts.push(...starts)
  } else if (isWhole && words.length <= LONGEST_WHOLE) pieces.push({ ...piece, starts: [piece.from] })
  else if (!isWhole && starts.length <= MOST) pieces.push({ ...piece, starts })
  else
    for (let nth = 0; nth < starts.length; nth += SENTENCES_TOGETHER) {
      const some = starts.slice(nth, nth + SENTENCES_TOGETHER)
      pieces.push({ ...piece, from: some[0]!, to: starts[nth + SENTENCES_TOGETHER] ?? piece.to, starts: some })
    }
}

/** In sentences; code and tables don't count. */
const sizeOf = ({ type, starts }: CutPiece): number => (WHOLE.has(type) ? 0 : Math.min(MOST, starts.length))

/** A window from every piece, except those contained in the previous one. */
function windowsOf(pieces: CutPiece[]): CutPiece[][] {
  const windows: CutPiece[][] = []
  let reached = 0
  for (const [first, { from }] of pieces.entries()) {
    let [size, next] = [0, first]
    for (; next < pieces.length; next++) {
      const [piece, more] = [pieces[next]!, size + sizeOf(pieces[next]!)]
      if (next > first && ((size >= FEWEST && more > MOST) || piece.to - from >= LONG)) break
      size = more
    }
    if (next <= reached) continue
    reached = next
    windows.push(pieces.slice(first, next))
  }
  return windows
}

/** Characters whose folding changes the length. */
const GROWING = /[ßæœþ]|[\u0300-\u036f]/iu

/** Folds without changing offsets: a character whose folding changes the length is only lower-cased. */
export function flatten(text: string): string {
  const folded = fold(text)
  if (isAscii(text) || (folded.length === text.length && !GROWING.test(text))) return folded
  return text.replace(/[^\0-\x7f]/g, (one) => (fold(one).length === one.length ? fold(one) : one)).toLowerCase()
}
