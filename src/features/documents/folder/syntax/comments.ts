// Counts the comments that an author wrote beside the text. They are left out by whoever reads the Markdown.

import { codeRanges, isInside } from './code-ranges.ts'

export function commentsIn(source: string): number {
  if (!source.includes('<!--')) return 0
  const code = codeRanges(source)
  return [...source.matchAll(/<!--/g)].filter(({ index }) => !isInside(code, index)).length
}
