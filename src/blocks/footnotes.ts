// Footnotes, which are no type of the block model: a top-level paragraph that starts with "[^label]: " is one, and makes every
// "[^label]" of the document a reference to it. Both Markdown directions and the HTML for readers hold to this.

import { definitionIn, type NoteName, referencesIn } from 'galley-blocks/footnotes.ts'
import type { Block } from 'galley-blocks/model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

export type Footnote = NoteName & { runs: TextRun[] }

/** footnoteOf reads a paragraph that is a footnote, without its label. */
export function footnoteOf(block: Block): Footnote | undefined {
  // Most paragraphs are not footnotes, and this is the cheap way to see it.
  if (block.type !== 'paragraph' || !inlineText(block.content).trimStart().startsWith('[^')) return undefined
  const [first, ...rest] = runsOf(block.content)
  if (!first || first.marks.size > 0 || first.href !== undefined) return undefined
  const found = definitionIn(first.text)
  if (!found) return undefined
  const { label, key, length } = found
  return { label, key, runs: tidyRuns([{ ...first, text: first.text.slice(length) }, ...rest]) }
}

/** splitAtReferences cuts a text at its references to those footnotes; `isWithin`: something stands before it on its line. */
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
