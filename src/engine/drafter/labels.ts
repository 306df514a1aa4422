// Labels at the beginning of a line, such as "Root cause: …" or "- **Fixed:** …", and the marks before them.

import { findRole } from './phrases.ts'

/** MARKS are what may stand before the first word of a line: a bullet, a box to tick, emphasis. */
export const MARKS = /^\s{0,3}(?:[-*+] +)?(?:\[[ xX]\] +)?(?:\*\*|__)?/
const LABEL = /^([^:：\n*_]{1,40})(?:\*\*|__)? ?[:：]/
const TIME = /^\[?(?:\d{4}-\d{2}-\d{2}[ T])?\d{1,2}[:：h]\d{2}\b/

export function labelOf(text: string): string | undefined {
  return LABEL.exec(text.slice(0, 60).replace(MARKS, ''))?.[1]
}

/** withoutLabel leaves the label out, for a text under a heading that says the same; nothing may be left. */
export function withoutLabel(text: string): string {
  const marks = MARKS.exec(text)?.[0] ?? ''
  const bare = text.slice(marks.length)
  const rest = bare.slice(LABEL.exec(bare)?.[0].length).replace(/^(?:\*\*|__)?\s*/, '')
  // An address, a path or a name with a capital inside stays as it is.
  return rest.replace(/^\p{Ll}+(?=[\s,;]|$)/u, (word) => word.charAt(0).toUpperCase() + word.slice(1))
}

/** startsEntry: a line that a section's name or a time of day opens is an entry of its own, whatever ends the line before. */
export function startsEntry(line: string): boolean {
  return TIME.test(line.trimStart()) || findRole(labelOf(line) ?? '') !== undefined
}
