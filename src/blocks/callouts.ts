// Callouts, which are no type of the block model: a quote whose text starts with "[!NOTE]" or another of GitHub's five marks.

import type { Block } from 'galley-blocks/model.ts'
import { runsOf, type TextRun, tidyRuns } from './runs.ts'
import { inlineText } from './text.ts'

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const
/** Callout.mark is how its author wrote it. */
export type Callout = { kind: (typeof KINDS)[number]; mark: string; runs: TextRun[] }

const MARK = new RegExp(`^\\[!(${KINDS.join('|')})\\](?:\\s+|$)`, 'i')

/** calloutOf reads a quote that is a callout, without its mark. */
export function calloutOf(block: Block): Callout | undefined {
  if (block.type !== 'quote' || !inlineText(block.content).trimStart().startsWith('[!')) return undefined
  const [first, ...rest] = runsOf(block.content)
  if (!first || first.marks.size > 0 || first.href !== undefined) return undefined
  const [whole, kind] = MARK.exec(first.text) ?? []
  if (whole === undefined || kind === undefined) return undefined
  const runs = tidyRuns([{ ...first, text: first.text.slice(whole.length) }, ...rest])
  return { kind: kind.toLowerCase() as Callout['kind'], mark: whole.trimEnd(), runs }
}
