// What printing adds to a text, as it comes out of a PDF: running heads, page numbers, words broken at the end of a line.

import { runsOf } from '../text/words.ts'
import type { Line } from './lines.ts'

const LONGEST_HEAD = 120
const FEWEST_WORDS = 3

/** withoutPages takes running heads and page numbers away, and puts broken words together. */
export const withoutPages = (lines: Line[]): Line[] => unbroken(withoutHeads(lines))

/** withoutHeads: a line that stands alone and comes back word for word is a running head; beside it stands the page's number. */
function withoutHeads(lines: Line[]): Line[] {
  const alone = new Set(lines.filter((line, at) => isAlone(line, lines[at - 1], lines[at + 1])))
  const counts = Map.groupBy(alone, ({ text }) => text)
  const heads = new Set(
    [...alone].filter(({ text }) => counts.get(text)!.length > 1 && runsOf(text).length >= FEWEST_WORDS),
  )
  if (heads.size === 0) return lines
  const written = lines.filter(({ text }) => text !== '')
  const isNumber = (line: Line) => alone.has(line) && /\d/.test(line.text) && runsOf(line.text).length <= FEWEST_WORDS
  const numbers = new Set(
    written
      .filter((line, at) => isNumber(line) && (heads.has(written[at - 1]!) || heads.has(written[at + 1]!)))
      .map(({ text }) => withoutDigits(text)),
  )
  return lines.filter((line) => !heads.has(line) && !(isNumber(line) && numbers.has(withoutDigits(line.text))))
}

const withoutDigits = (text: string): string => text.replace(/\d+/g, '')

const isAlone = ({ text, code, indent }: Line, before: Line | undefined, next: Line | undefined): boolean =>
  !code && indent === 0 && text !== '' && text.length <= LONGEST_HEAD && !before?.text && !next?.text

/** unbroken: “pres-” at the end of a line and “sure” at the beginning of the next are one word. */
function unbroken(lines: Line[]): Line[] {
  const whole: Line[] = []
  let isBroken = false
  for (const line of lines) {
    const before = whole.at(-1)
    const goesOn: boolean = isBroken && !line.code && /^\p{Ll}/u.test(line.text)
    isBroken = !goesOn && !line.code && /\p{L}-$/u.test(line.text)
    if (!goesOn || !before) whole.push(line)
    else {
      const text = before.text.slice(0, -1) + line.text
      whole[whole.length - 1] = { ...before, raw: `${before.raw}\n${line.raw}`, text, altered: true }
    }
  }
  return whole
}
