// Footnotes, which have no block type: a top-level paragraph that starts with "[^label]: " is one, and every "[^label]" in
// the document refers to it. Used by both Markdown directions and the HTML.

import { definitionIn, type NoteName, referencesIn } from 'galley-blocks/footnotes.ts'
import type { Block } from 'galley-blocks/model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

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
