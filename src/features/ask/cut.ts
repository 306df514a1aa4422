// Cuts the content of a document into passages of two to six sentences, along its blocks and within a section: steps, code and
// tables stay whole, and passages overlap, so that what belongs together stands together in one of them. Pure.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { outlineOf } from '#blocks/outline.ts'
import { blockText } from '#blocks/text.ts'
import { fold, isAscii } from '#folding.ts'

/** Sizes in sentences and characters; a table or a list of steps beyond LONGEST_WHOLE is no passage that anyone reads. */
const FEWEST = 2
const MOST = 6
const LONG = 1_200
const LONGEST_WHOLE = 1_500
/** A paragraph of more sentences than a passage has is taken apart into so many. */
const SENTENCES_TOGETHER = 3

const WHOLE = new Set(['codeBlock', 'table', 'math', 'mermaid'])
/** Where sentences end, roughly: what is shown is cut with care (languages/sentences.ts), which takes a hundred times as long. */
const SENTENCE_ENDS = /[.!?…]["'”’»)\]]{0,3}\s{1,3}(?=[^\p{Ll}\s])|[。！？]\s?|\n/gu

/** A CutPiece is what is never cut: a paragraph, a few sentences of a long one, code, a table, steps. `starts` are its sentences'. */
type CutPiece = { from: number; to: number; block: string; type: string; starts: number[] }
/** A CutSection is under a heading, the first one before any; `above` are those that it is part of. */
export type CutSection = { from: number; anchor: string; heading: string; level: number; above: number[] }
export type CutPassage = { from: number; to: number; section: number; pieces: CutPiece[] }
/** `flat` is the text folded, of equal length: what is found in it is there in the text. */
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

/** addPieces joins steps that follow each other, and takes apart what is too long for one passage. */
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

/** sizeOf is in sentences; code and tables come on top. */
const sizeOf = ({ type, starts }: CutPiece): number => (WHOLE.has(type) ? 0 : Math.min(MOST, starts.length))

/** windowsOf begin at every piece, and leave out those that are part of the one before. */
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

/** What folds to more or fewer characters, and may hide that by adding up. */
const GROWING = /[ßæœþ]|[\u0300-\u036f]/iu

/** flatten keeps every character where it is: one that folds to more or fewer stays as it was, in lower case. */
export function flatten(text: string): string {
  const folded = fold(text)
  if (isAscii(text) || (folded.length === text.length && !GROWING.test(text))) return folded
  return text.replace(/[^\0-\x7f]/g, (one) => (fold(one).length === one.length ? fold(one) : one)).toLowerCase()
}
