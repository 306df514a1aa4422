// Sources cut into chunks, the unit of choice: a paragraph, or a list, code or table with the line that announces it.
// A chunk's parts (sentences and wholes) are worked out only when it is chosen, for most of a large source never is.

import { oneLine } from '#blocks/text.ts'
import type { PassageForm, Source } from './drafter.ts'
import { startsEntry } from './labels.ts'
import { contentOf, piecesOfNotes } from './notes.ts'
import { type Heading, listItems, type Piece, scanMarkdown } from './pieces.ts'
import { splitSentences } from './sentences.ts'
import { type SourceText, sourceOf } from './sources.ts'

/** A Chunk that `opens` its source is the first paragraph that states something, before any steps; one `among` others was noted together with them. */
export type Chunk = {
  source: SourceText
  order: number
  pieces: Piece[]
  trail: Heading[]
  text: string
  opens?: boolean
  among?: boolean
}
export type Part = { form: PassageForm; text: string; language?: string; source: Source; group: string }

/** Paragraphs beyond this are chosen window by window: some texts have no paragraphs at all. */
const LONG_PARAGRAPH = 1_500
const WINDOW = 900

/** chunksOf cuts a source and marks the chunk that opens it. */
export function chunksOf(source: SourceText, language: string): Chunk[] {
  const chunks: Chunk[] = []
  let waiting: Piece[] = []
  const push = (pieces: Piece[], among: boolean) => {
    const text = pieces.map((piece) => piece.text).join('\n')
    chunks.push({ source, order: chunks.length, pieces, trail: pieces[0]?.trail ?? [], text, among })
  }
  const trimmed = new Set<Piece>()
  for (const { parts, isLast } of piecesOf(source)) {
    for (const [at, part] of parts.entries()) {
      const content = source.kind === 'notes' ? contentOf(part, isLast && at === parts.length - 1, language) : part
      // What announced a list of directions goes with them.
      if (!content && part.form === 'list') waiting = []
      if (!content) continue
      if (content !== part) trimmed.add(content)
      const whole = content.form === 'paragraph' && content.raw.length > LONG_PARAGRAPH
      for (const piece of whole ? windows(content, language) : [content]) {
        waiting.push(piece)
        if (piece.leadsIn) continue
        push(waiting, source.kind === 'notes' && parts.length > 1)
        waiting = []
      }
    }
  }
  if (waiting.length > 0) push(waiting, false)
  const early = chunks.slice(0, 5)
  const steps = early.findIndex(({ pieces }) => pieces.some(({ ordered }) => ordered))
  const opening = early
    .slice(0, steps < 0 ? early.length : steps)
    .find((chunk) => isStatement(chunk) && !chunk.pieces.some((piece) => trimmed.has(piece)))
  if (opening) opening.opens = true
  return chunks
}

function piecesOf(source: SourceText): { parts: Piece[]; isLast: boolean }[] {
  if (source.kind === 'notes') return piecesOfNotes(source.text)
  return scanMarkdown(source.text).pieces.map((piece) => ({ parts: [piece], isLast: false }))
}

function isStatement({ pieces: [piece, ...more] }: Chunk): boolean {
  return piece?.form === 'paragraph' && more.length === 0 && !/^\[?!\[/.test(piece.raw) && !startsEntry(piece.raw)
}

function windows(piece: Piece, language: string): Piece[] {
  const cut: Piece[] = []
  let from = 0
  let at = 0
  for (const sentence of splitSentences(piece.raw, language)) {
    at = piece.raw.indexOf(sentence, at) + sentence.length
    if (at - from < WINDOW) continue
    cut.push(slice(piece, from, at))
    from = at
  }
  if (piece.raw.slice(from).trim() !== '') cut.push(slice(piece, from, piece.raw.length))
  return cut
}

function slice(piece: Piece, from: number, to: number): Piece {
  const raw = piece.raw.slice(from, to).trim()
  return { ...piece, raw, text: raw, leadsIn: false }
}

/** partsOf gives what a chosen chunk adds to the draft. */
export function partsOf(chunk: Chunk, language: string): Part[] {
  const parts: Part[] = []
  for (const [index, piece] of chunk.pieces.entries()) {
    const group = groupOf(chunk, index)
    if (piece.form === 'paragraph') {
      // Reference links were resolved in `text` only; sentence by sentence the two run in step unless that happened.
      const shown = splitSentences(piece.text, language)
      const verbatim = piece.text === piece.raw ? shown : splitSentences(piece.raw, language)
      for (const [nth, sentence] of shown.entries()) {
        const source = sourceOf(chunk.source, verbatim[nth] ?? piece.raw)
        parts.push({ form: 'sentence', text: oneLine(sentence), source, group })
      }
    } else {
      const language = piece.language ? { language: piece.language } : {}
      parts.push({ form: piece.form, text: piece.text, source: sourceOf(chunk.source, piece.raw), group, ...language })
    }
  }
  return parts
}

/** chunkSentences lists what a chunk states, for comparisons; code and tables are left aside. */
export function chunkSentences(chunk: Chunk, language: string): string[] {
  return chunk.pieces.flatMap((piece) => {
    if (piece.form === 'paragraph') return splitSentences(piece.raw, language).map(oneLine)
    return piece.form === 'list' ? listItems(piece.text).map(oneLine) : []
  })
}

/** Items of one loose list share their group, so that they become one list again where they meet. */
function groupOf(chunk: Chunk, index: number): string {
  const { kind, id } = chunk.source
  const piece = chunk.pieces[index]
  if (piece?.form === 'list' && kind === 'notes' && !piece.ordered)
    return `${kind}:list:${piece.trail.at(-1)?.text ?? ''}`
  return `${kind}:${id ?? ''}:${chunk.order}.${index}`
}
