// Footnotes, which have no block type: a top-level paragraph that starts with "[^label]: " is one, and every "[^label]" in the
// document refers to it. Used by the editor, both Markdown directions and the HTML.

import type { Block } from './model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

const DEFINITION = /^\[\^([\p{L}\p{N}_.-]+)\]:(?: |$)/u
const REFERENCE = /\[\^([\p{L}\p{N}_.-]+)\]/gu

/** `key` is the label for comparison: Markdown ignores its case. */
type NoteName = { label: string; key: string }

const named = (label: string): NoteName => ({ label, key: label.toLowerCase() })

/** The definition at the beginning of a text; `length` is its length. */
export function definitionIn(text: string): (NoteName & { length: number }) | undefined {
  const [whole, label] = DEFINITION.exec(text) ?? []
  return whole === undefined || label === undefined ? undefined : { ...named(label), length: whole.length }
}

/** References with their positions; `isWithin`: the text doesn't begin its line. */
export function referencesIn(text: string, isWithin: boolean): (NoteName & { from: number; to: number })[] {
  if (!text.includes('[^')) return []
  return [...text.matchAll(REFERENCE)].flatMap(({ 0: whole, 1: label, index: from }) => {
    const to = from + whole.length
    // At the beginning of a line and before a colon it is another definition.
    const isDefinition = text[to] === ':' && (text[from - 1] ?? (isWithin ? 'x' : ' ')).trim() === ''
    return isDefinition ? [] : [{ ...named(label!), from, to }]
  })
}

export type Footnote = NoteName & { runs: TextRun[] }

/** A footnote from a paragraph, without its label; undefined for other blocks. */
export function footnoteOf(block: Block): Footnote | undefined {
  // A cheap check, because most paragraphs aren't footnotes.
  if (block.type !== 'paragraph' || !inlineText(block.content).trimStart().startsWith('[^')) return undefined
  const [first, ...rest] = runsOf(block.content)
  if (!first || first.marks.size > 0 || first.href !== undefined) return undefined
  const found = definitionIn(first.text)
  if (!found) return undefined
  const { label, key, length } = found
  return { label, key, runs: tidyRuns([{ ...first, text: first.text.slice(length) }, ...rest]) }
}

/** Splits a text at references to these footnotes; `isWithin`: it doesn't begin its line. */
export function splitAtReferences(
  text: string,
  isFootnote: (key: string) => boolean,
  isWithin: boolean,
): (string | NoteName)[] {
  const parts: (string | NoteName)[] = []
  let done = 0
  for (const { label, key, from, to } of referencesIn(text, isWithin)) {
    if (!isFootnote(key)) continue
    if (from > done) parts.push(text.slice(done, from))
    parts.push({ label, key })
    done = to
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}
