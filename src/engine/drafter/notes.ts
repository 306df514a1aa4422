// Notes taken apart: each piece cut into the facts that were noted together, and what is no content set aside, which are the
// directions (directions.ts) and the points left open (open-points.ts).

import { oneLine } from '#blocks/text.ts'
import { readDirection } from './directions.ts'
import { runsOf, stepsOf } from './lines.ts'
import { areOpen } from './open-points.ts'
import { listItems, type Piece, scanMarkdown } from './pieces.ts'
import { joinSentences, splitSentences } from './sentences.ts'

const CHECK_LIST = /^\s*[-*+]\s+\[[ xX]\]\s/

/** divideNotes: the items of a loose list are facts of their own, and may belong to different sections; a check list is one thing. */
function divideNotes(piece: Piece, isAnnounced: boolean): Piece[] {
  if (piece.form === 'paragraph') return divideParagraph(piece)
  const isLoose = piece.form === 'list' && !piece.ordered && !isAnnounced && !CHECK_LIST.test(piece.raw)
  return isLoose ? listItems(piece.raw).map((item) => ({ ...piece, raw: item, text: `- ${item}` })) : [piece]
}

function divideParagraph(piece: Piece): Piece[] {
  const runs = runsOf(piece.raw.split('\n'))
  if (runs.length < 2 && runs[0]?.form === 'paragraph') return [piece]
  return runs.map(({ form, lines }, at) => {
    const raw = lines.join('\n').trim()
    if (form === 'list') return { ...piece, form, raw, text: stepsOf(lines), ordered: true, leadsIn: false }
    const next = runs[at + 1]
    const leadsIn = next ? next.form !== 'paragraph' && /[:：]$/.test(raw) : piece.leadsIn === true
    return { ...piece, form, raw, text: raw, leadsIn: form === 'paragraph' && leadsIn }
  })
}

/** A Unit is a sentence of a paragraph or an item of a bulleted list: what it adds to the draft, or why it adds nothing. */
type Unit = { text: string; fact?: string; isOpen: boolean }

/** unitsOf reads a piece; steps and code are content as they stand, and are given as none. */
function unitsOf(piece: Piece, text: string, isLast: boolean, language: string): Unit[] {
  if (piece.form === 'paragraph') {
    const sentences = splitSentences(text, language).map(oneLine)
    const open = areOpen(sentences, isLast)
    return sentences.map((sentence, at) => unitOf(sentence, open[at] === true))
  }
  if (piece.form !== 'list' || piece.ordered) return []
  return listItems(text).map((item) => unitOf(item, areOpen(splitSentences(item, language), true).includes(true)))
}

/** "Can you split step 4?" is an order, though it asks. */
function unitOf(text: string, isOpen: boolean): Unit {
  const direction = readDirection(text)
  if (!direction) return isOpen ? { text, isOpen } : { text, fact: text, isOpen }
  if (direction.type !== 'fact') return { text, isOpen: false }
  return { text, fact: direction.clause.charAt(0).toUpperCase() + direction.clause.slice(1), isOpen: false }
}

/** contentOf gives a piece without what is no content; undefined when nothing is left. */
export function contentOf(piece: Piece, isLast: boolean, language: string): Piece | undefined {
  const units = unitsOf(piece, piece.text, isLast, language)
  if (units.every(({ text, fact }) => fact === text)) return piece
  const facts = units.flatMap(({ fact }) => fact ?? [])
  if (facts.length === 0) return undefined
  if (piece.form === 'list')
    return { ...piece, text: facts.map((item) => `- ${item.replace(/\n/g, '\n  ')}`).join('\n') }
  const verbatim = piece.text === piece.raw ? units : unitsOf(piece, piece.raw, isLast, language)
  const quotes = verbatim.filter((_, at) => units[at]?.fact !== undefined).map(({ text }) => text)
  return { ...piece, text: joinSentences(facts), raw: joinSentences(quotes) }
}

/** piecesOfNotes cuts notes; `isLast` marks a piece that nothing follows under its heading. */
export function piecesOfNotes(text: string): { parts: Piece[]; isLast: boolean }[] {
  const { pieces } = scanMarkdown(text)
  return pieces.map((piece, at) => ({
    parts: divideNotes(piece, pieces[at - 1]?.leadsIn === true),
    isLast: pieces[at + 1]?.trail !== piece.trail,
  }))
}

/** directionUnits lists what may be a direction, in any language. */
export function directionUnits(text: string): string[] {
  return unitsIn(text, 'en').flatMap(({ text, isOpen }) => (isOpen ? [] : [text]))
}

/** OpenPoint: what the notes leave open, in the words of who wrote it, and the heading that it stands under. */
type OpenPoint = { said: string; heading: string | undefined }

export function openPointsIn(text: string, language: string): OpenPoint[] {
  const points: OpenPoint[] = []
  let last: OpenPoint | undefined
  for (const { text: said, isOpen, heading } of unitsIn(text, language)) {
    if (isOpen && last && !/[?？:：]/.test(said)) last.said = joinSentences([last.said, said])
    else last = isOpen ? { said, heading } : undefined
    if (last && last !== points.at(-1)) points.push(last)
  }
  return points
}

function unitsIn(text: string, language: string): (Unit & { heading: string | undefined })[] {
  return piecesOfNotes(text).flatMap(({ parts, isLast }) =>
    parts.flatMap((part, at) => {
      const units = unitsOf(part, part.text, isLast && at === parts.length - 1, language)
      return units.map((unit) => ({ ...unit, heading: part.trail.at(-1)?.text }))
    }),
  )
}
