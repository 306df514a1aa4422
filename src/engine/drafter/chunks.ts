// Sources cut into chunks, the unit of choice: a paragraph, or a list, code or table with the line that announces it.
// A chunk's parts (sentences and wholes) are worked out only when it is chosen, for most of a large source never is.

import { oneLine } from '#blocks/text.ts'
import { readDirection } from './directions.ts'
import type { PassageForm, Source } from './drafter.ts'
import { startsEntry } from './labels.ts'
import { type Heading, listItems, type Piece, scanMarkdown } from './pieces.ts'
import { splitSentences } from './sentences.ts'
import { type SourceText, sourceOf } from './sources.ts'

/** A Chunk that `opens` its source is the first paragraph that states something; one `among` others was noted together with them. */
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
  for (const piece of scanMarkdown(source.text).pieces) {
    const parts = divide(piece, source, waiting.length > 0, language)
    for (const part of parts) {
      waiting.push(part)
      if (part.leadsIn) continue
      push(waiting, source.kind === 'notes' && parts.length > 1)
      waiting = []
    }
  }
  if (waiting.length > 0) push(waiting, false)
  const opening = chunks.slice(0, 5).find((chunk) => chunk.pieces.length === 1 && isStatement(chunk, language))
  if (opening) opening.opens = true
  return chunks
}

function isStatement(chunk: Chunk, language: string): boolean {
  const piece = chunk.pieces[0]
  if (piece?.form !== 'paragraph' || /^\[?!\[/.test(piece.raw)) return false
  return (
    chunk.source.kind !== 'notes' ||
    !splitSentences(piece.raw, language).some((sentence) => readDirection(oneLine(sentence)))
  )
}

/** The items of a loose list in notes are facts of their own, and may belong to different sections; a check list is one thing. */
function divide(piece: Piece, source: SourceText, isAnnounced: boolean, language: string): Piece[] {
  if (piece.form === 'paragraph' && piece.raw.length > LONG_PARAGRAPH) return windows(piece, language)
  // People who take notes write a fact a line; only a line that ends a sentence can be told from a wrapped one.
  const lines = source.kind === 'notes' && piece.form === 'paragraph' ? piece.raw.split('\n') : []
  const found = entries(lines)
  if (found.length > 1) {
    const leadsIn = (index: number) => piece.leadsIn === true && index === found.length - 1
    return found.map((entry, index) => ({ ...piece, raw: entry, text: entry, leadsIn: leadsIn(index) }))
  }
  const isLoose = piece.form === 'list' && source.kind === 'notes' && !piece.ordered && !isAnnounced
  if (isLoose && !CHECK_LIST.test(piece.raw))
    return listItems(piece.raw).map((item) => ({ ...piece, raw: item, text: `- ${item}` }))
  return [piece]
}

/** entries cuts a paragraph of notes at the lines that end a sentence, if all do, and before those that begin an entry. */
function entries(lines: string[]): string[] {
  const areFacts = lines.every((line) => /[.!?。！？][)*_`]*\s*$/.test(line.slice(-8)))
  const found: string[] = []
  for (const line of lines) {
    if (found.length === 0 || areFacts || startsEntry(line)) found.push(line)
    else found[found.length - 1] += `\n${line}`
  }
  return found.map((entry) => entry.trim())
}

const CHECK_LIST = /^\s*[-*+]\s+\[[ xX]\]\s/

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

/** partsOf gives what a chosen chunk adds to the draft; directions in notes add nothing, but their facts do. */
export function partsOf(chunk: Chunk, language: string): Part[] {
  const parts: Part[] = []
  for (const [index, piece] of chunk.pieces.entries()) {
    const group = groupOf(chunk, index)
    if (piece.form === 'paragraph') {
      // Reference links were resolved in `text` only; sentence by sentence the two run in step unless that happened.
      const shown = splitSentences(piece.text, language)
      const verbatim = piece.text === piece.raw ? shown : splitSentences(piece.raw, language)
      for (const [nth, sentence] of shown.entries())
        addSentence(parts, chunk, oneLine(sentence), verbatim[nth] ?? piece.raw, group)
    } else if (piece.form === 'list') addList(parts, chunk, piece, group)
    else {
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
    return piece.form === 'list' ? listItems(piece.raw).map(oneLine) : []
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

function addSentence(parts: Part[], chunk: Chunk, text: string, quote: string, group: string): void {
  const fact = chunk.source.kind === 'notes' ? factOf(text) : text
  if (fact === undefined) return
  parts.push({ form: 'sentence', text: fact, source: sourceOf(chunk.source, quote), group })
}

/** factOf gives what a unit of the notes states; undefined for a direction. */
function factOf(text: string): string | undefined {
  const direction = readDirection(text)
  if (!direction) return text
  if (direction.type !== 'fact') return undefined
  return direction.clause.charAt(0).toUpperCase() + direction.clause.slice(1)
}

function addList(parts: Part[], chunk: Chunk, piece: Piece, group: string): void {
  let text = piece.text
  if (chunk.source.kind === 'notes' && !piece.ordered) {
    const items = listItems(piece.text)
      .map(factOf)
      .filter((item) => item !== undefined)
    if (items.length === 0) return
    text = items.map((item) => `- ${item.replace(/\n/g, '\n  ')}`).join('\n')
  }
  parts.push({ form: 'list', text, source: sourceOf(chunk.source, piece.raw), group })
}
