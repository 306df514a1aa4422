// The lines of a text with offsets, and whether they were wrapped at a fixed width.

export type SourceLine = { text: string; from: number; to: number }

/** Lines without their line ends; offsets are in the original text. */
export function linesOf(text: string): SourceLine[] {
  const lines: SourceLine[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) {
    lines.push({ text: text.slice(from, index), from, to: index })
    from = index + end.length
  }
  lines.push({ text: text.slice(from), from, to: text.length })
  return lines
}

const NARROWEST = 60
const WIDEST = 130
/** A wrapped line fills at least this share of the width. */
const FULL = 0.85

/** Most lines have no room left for the next line's first word; a single one proves nothing. */
export function isWrapped(lines: readonly SourceLine[]): boolean {
  const width = lines.reduce((longest, { text }) => Math.max(longest, text.trimEnd().length), 0)
  if (width < NARROWEST || width > WIDEST) return false
  let [full, short] = [0, 0]
  for (const [at, { text }] of lines.entries()) {
    const word = /^\s*(\S+)/.exec(lines[at + 1]?.text ?? '')?.[1]
    if (!word || text.trim() === '') continue
    if (text.trimEnd().length + 1 + word.length <= FULL * width) short++
    else full++
  }
  return full > 1 && full >= 2 * short
}
