// What could not be taken over from a folder as it is, by file and line.

import { counted } from '#counted.ts'

/** A path inside a folder is written with slashes on every system; '' is the folder itself. Lines count from 1. */
export type Finding = { path: string; line?: number; reason: string }

export type ConversionReport = {
  /** failed is content that was left out. */
  failed: Finding[]
  /** skipped files are of no kind to import, or shown by no document, and nothing else was read from them. */
  skipped: Finding[]
  /** unknown is syntax that was kept as it is: editors see its source, readers the text in it; and tags that became text. */
  unknown: Finding[]
  warnings: Finding[]
  /** unpublished pages are among the others: their files say that they are not for everyone yet. */
  unpublished: number
  /** comments are those that authors wrote beside their text: no page has them. */
  comments: number
}

/** A page with more of what is not right is not looked through for where each stands: that takes the square of its length. */
const MOST_FOUND = 500

/** linesIn finds where a text stands, each time that it is asked for at its next place; undefined where it was written otherwise. */
export function linesIn(source: string): (text: string) => number | undefined {
  const found = new Map<string, { at: number; line: number }>()
  let last = { at: 0, line: 1 }
  let left = MOST_FOUND
  return (text) => {
    if (text === '' || left-- <= 0) return undefined
    const before = found.get(text)
    const at = source.indexOf(text, before && before.at + 1)
    if (at === -1) return before?.line
    let { at: from, line } = last.at <= at ? last : { at: 0, line: 1 }
    for (let end = source.indexOf('\n', from); end !== -1 && end < at; end = source.indexOf('\n', end + 1)) line++
    last = { at, line }
    found.set(text, last)
    return line
  }
}

/** A component, shortcode or tag is of a kind by its name; an element of HTML is what it says. */
const NAMED = /^(?:<(?=[A-Z])|\{\{[<%]\s*|\{%\s*)[\w.:-]+/

/** countedOnce names each kind of unknown syntax where it stands first, and says how often it does. */
export function countedOnce(unknown: readonly Finding[]): Finding[] {
  const kinds = Map.groupBy(unknown, ({ reason }) => NAMED.exec(reason)?.[0] ?? reason)
  return [...kinds.values()].map(([first, ...others]) => {
    const files = new Set([first!, ...others].map(({ path }) => path)).size
    const often = `${others.length + 1} times in ${counted(files, 'file')}`
    return others.length === 0 ? first! : { ...first!, reason: `${first!.reason} (${often})` }
  })
}
