// Which lines are headings: marked or underlined as Markdown does it, in bold, between rules, numbered as chapters, or a few
// words above a line that says much more.

import { runsOf } from '../text/words.ts'
import type { Line } from './lines.ts'
import * as is from './patterns.ts'

/** Where a line stands: whether a blank line is above it, prose that is not over yet, or neither. */
type Standing = { above: 'blank' | 'prose' | 'other'; isNumberedThrough: boolean; isCounted: boolean }

const LONGEST_HEADING = 80

export function headingOf(
  { text }: Line,
  next: Line | undefined,
  { above, isNumberedThrough, isCounted }: Standing,
): { level: number; text: string } | undefined {
  const [, marks, marked] = is.HEADING.exec(text) ?? []
  // “# one”, “# two” line by line is how issue trackers count, and headings over nothing.
  if (marks) return isCounted ? undefined : { level: marks.length, text: withoutClosing(marked!) }
  const isShort = text.length <= LONGEST_HEADING
  const isUnderlined = next !== undefined && !next.code && is.SETEXT.test(next.text) && !is.BULLET.test(text)
  if (isUnderlined && isShort && above !== 'prose') return { level: next.text.startsWith('=') ? 1 : 2, text }
  const chapter = isNumberedThrough && isShort && !/[.!?]$/.test(text) ? is.CHAPTER.exec(text)?.[0] : undefined
  if (chapter) return { level: 2, text: text.slice(chapter.length) }
  const clause = above === 'blank' && next?.text === '' && isShort ? is.CLAUSE.exec(text) : null
  if (clause && !/[.!?:;,]$/.test(text))
    return { level: 1 + clause[2]!.split('.').length, text: text.slice(clause[0].length) }
  const ruled = is.RULED.exec(text)?.[1]
  if (ruled) return { level: 6, text: ruled }
  if (above !== 'blank') return undefined
  if (isNameAbove(text, next)) return { level: 5, text }
  const bold = /^\*\*([^*]{2,60})\*\*:?$/.exec(text)?.[1]
  return bold ? { level: 6, text: bold.replace(/:$/, '') } : undefined
}

/** withoutClosing takes the marks off that may close a heading: `## Gate ##`. */
function withoutClosing(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

const MOST_OF_NAME = 3

/** isNameAbove: a few words without a mark, alone above a line that says much more, name what follows: “Overview”. */
function isNameAbove(text: string, next: Line | undefined): boolean {
  const isName = /^[\p{Lu}\p{Lo}][\p{L}\s]+$/u.test(text) && runsOf(text).length <= MOST_OF_NAME
  return isName && next?.code === false && next.indent === 0 && runsOf(next.text).length > 4 * runsOf(text).length
}
