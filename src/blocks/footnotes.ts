// Footnotes, which are no type of the block model: a top-level paragraph that starts with "[^label]: " is one, and makes every
// "[^label]" of the document a reference to it. Both Markdown directions and the HTML for readers hold to this.

import type { Block } from 'galley-blocks/model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

const DEFINITION = /^\[\^([\p{L}\p{N}_.-]+)\]:(?: |$)/u
const REFERENCE = /\[\^([\p{L}\p{N}_.-]+)\]/gu

/** Footnote.key is its label as references are compared: Markdown takes "Note" and "note" for the same. */
export type Footnote = { label: string; key: string; runs: TextRun[] }

/** footnoteOf reads a paragraph that is a footnote, without its label. */
export function footnoteOf(block: Block): Footnote | undefined {
  // Most paragraphs are not footnotes, and this is the cheap way to see it.
  if (block.type !== 'paragraph' || !inlineText(block.content).trimStart().startsWith('[^')) return undefined
  const [first, ...rest] = runsOf(block.content)
  if (!first || first.marks.size > 0 || first.href !== undefined) return undefined
  const [whole, label] = DEFINITION.exec(first.text) ?? []
  if (whole === undefined || label === undefined) return undefined
  const runs = tidyRuns([{ ...first, text: first.text.slice(whole.length) }, ...rest])
  return { label, key: label.toLowerCase(), runs }
}

type Reference = { label: string; key: string }

/** splitAtReferences cuts a text at its references to those footnotes; `isWithin`: something stands before it on its line. */
export function splitAtReferences(
  text: string,
  isFootnote: (key: string) => boolean,
  isWithin: boolean,
): (string | Reference)[] {
  const parts: (string | Reference)[] = []
  let done = 0
  for (const match of text.matchAll(REFERENCE)) {
    const label = match[1]!
    const key = label.toLowerCase()
    const end = match.index + match[0].length
    // With a colon after it and nothing before it, it would be read as another definition.
    const isDefinition = text[end] === ':' && (text[match.index - 1] ?? (isWithin ? 'x' : ' ')).trim() === ''
    if (isDefinition || !isFootnote(key)) continue
    if (match.index > done) parts.push(text.slice(done, match.index))
    parts.push({ label, key })
    done = end
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}
