// Includes: text that a page takes from another file of its folder. Tools differ in syntax (Rules of tags.ts, imports of
// mdx.ts), not in meaning. The tag of a missing file is kept for editors.

import { posix } from 'node:path'
import { readFrontMatter } from '../page/front-matter.ts'

/** An Include names a file, perhaps a part of it, and with `code` shows it as that language. */
export type Include = {
  path: string
  part?: PartOfFile | undefined
  code?: string | undefined
  meta?: string
}
type PartOfFile = { region: string } | { from: number; to: number }

/** The files a page may include (an included file resolves its own includes), and named values. */
export type PageParts = {
  find: (address: string) => { path: string; text: string; parts: PageParts } | undefined
  value: FindValue
}
/** Looks a name up in front matter, then in the site's configuration. */
export type FindValue = (name: string) => string | undefined
export type FindPart = (from: string, address: string) => { path: string; text: string } | undefined

/** Pages include each other only so deep, so that two that include one another come to an end. */
const MOST_LEVELS = 4

/** A page takes so many characters at most: a thousand parts of a thousand parts each would never end. */
const MOST_CHARACTERS = 500_000

export function partsFor(find: FindPart, value: FindValue, page: string): PageParts {
  let left = MOST_CHARACTERS
  const partsOf = (from: string, level: number): PageParts => ({
    find: (address) => {
      const found = level < MOST_LEVELS && left > 0 ? find(from, address) : undefined
      left -= found?.text.length ?? 0
      return found && { ...found, parts: partsOf(found.path, level + 1) }
    },
    value,
  })
  return partsOf(page, 0)
}

/** Undefined if the file or its named region is missing. */
export function included(
  { path, part, code, meta = '' }: Include,
  parts: PageParts,
  translate: (text: string, parts: PageParts) => string,
): string | undefined {
  const found = parts.find(path)
  const isPage = /\.(?:md|mdx|markdown)$/i.test(found?.path ?? '')
  const text = found && partOf(isPage ? readFrontMatter(found.text).body : found.text, part)?.trimEnd()
  if (!found || text === undefined) return undefined
  if (code !== undefined) return `~~~~~~${code || posix.extname(found.path).slice(1)}${meta}\n${text}\n~~~~~~`
  return isPage ? translate(text, found.parts).trim() : text
}

function partOf(text: string, part: PartOfFile | undefined): string | undefined {
  if (part === undefined) return text
  const lines = text.split('\n')
  if ('from' in part) return lines.slice(part.from - 1, part.to).join('\n')
  const lineWith = (marks: string[]) => lines.findIndex((line) => marks.some((mark) => line.includes(mark)))
  const { region } = part
  const start = lineWith([`#region ${region}`, `[start:${region}]`])
  const end = lineWith([`#endregion ${region}`, `[end:${region}]`])
  return start === -1 ? undefined : lines.slice(start + 1, end === -1 ? undefined : end).join('\n')
}
