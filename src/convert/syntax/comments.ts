// Counts the comments that an author wrote beside the text. They are left out by whoever reads the Markdown.

import { codeRanges, isInside } from './code-ranges.ts'

/** A link definition that leads nowhere, `[//]: # (note)`, is one too. */
const COMMENT = /<!--|\]: (?:#|<>) /g

export function commentsIn(source: string): number {
  const found = [...source.matchAll(COMMENT)].filter(
    ({ 0: mark, index }) => mark === '<!--' || isDefined(source, index),
  )
  if (found.length === 0) return 0
  const code = codeRanges(source)
  return found.filter(({ index }) => !isInside(code, index)).length
}

const isDefined = (source: string, end: number): boolean => source[source.lastIndexOf('\n', end) + 1] === '['
