// Quotes that are callouts: they start with "[!NOTE]" or another of GitHub's five marks. Markdown with one becomes a callout
// block; texts saved earlier still have such quotes.

import type { Block } from './model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const
type Callout = { kind: (typeof KINDS)[number]; runs: TextRun[] }

const MARK = new RegExp(`^\\[!(${KINDS.join('|')})\\](?:\\s+|$)`, 'i')

/** The kind of callout that a text begins with, and the rest of the text. */
export function readMark(text: string): { kind: Callout['kind']; rest: string } | undefined {
  const [whole, kind] = MARK.exec(text) ?? []
  if (whole === undefined || kind === undefined) return undefined
  return { kind: kind.toLowerCase() as Callout['kind'], rest: text.slice(whole.length) }
}

/** A callout from a quote, without its mark; undefined for other quotes. */
export function calloutOf(block: Block): Callout | undefined {
  if (block.type !== 'quote' || !inlineText(block.content).trimStart().startsWith('[!')) return undefined
  const [first, ...rest] = runsOf(block.content)
  if (!first || first.marks.size > 0 || first.href !== undefined) return undefined
  const mark = readMark(first.text)
  return mark && { kind: mark.kind, runs: tidyRuns([{ ...first, text: mark.rest }, ...rest]) }
}
