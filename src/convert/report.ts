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

/** Beyond this many findings in a page their lines are not looked up: that is quadratic in its length. */
const MOST_FOUND = 500

/** Finds the line of each successive occurrence of a text; undefined if the source spells it differently. */
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

/** Groups components, shortcodes and tags by name; HTML elements by their source. */
const NAMED = /^(?:<(?=[A-Z])|\{\{[<%]\s*|\{%\s*)[\w.:-]+/

/** Reports each kind of unknown syntax once, at its first line, with a count. */
export function countedOnce(unknown: readonly Finding[]): Finding[] {
  const kinds = Map.groupBy(unknown, ({ reason }) => NAMED.exec(reason)?.[0] ?? reason)
  return [...kinds.values()].map(([first, ...others]) => {
    const files = new Set([first!, ...others].map(({ path }) => path)).size
    const often = `${others.length + 1} times in ${counted(files, 'file')}`
    return others.length === 0 ? first! : { ...first!, reason: `${first!.reason} (${often})` }
  })
}
