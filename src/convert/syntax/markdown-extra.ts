// What Python-Markdown and Hugo's Markdown add to the text itself: attribute lists (`{ #id .class }`), and definition lists
// (a term, and `: what it means` below it). Of attributes only an id means something here.

import GithubSlugger from 'github-slugger'
import { attributesOf } from './attributes.ts'
import { codeRanges, isInside, type TextLine, textLines } from './code-ranges.ts'
import { plainText } from './plain-text.ts'

const LONGEST_LIST = 400

/** Replaces attribute lists by ids: a heading's after it, others in place. With `lines` only lists of blocks count. */
export function withoutAttributes(source: string, lines = false): string {
  const code = source.includes('{') ? codeRanges(source) : []
  let out = ''
  let at = 0
  // Remembers the current line, because it may contain thousands of lists.
  let [seen, start, first] = [0, 0, firstText(source, 0)]
  for (let open = source.indexOf('{'); open !== -1; open = source.indexOf('{', open + 1)) {
    const [inner, ...rest] = source.slice(open + 1, open + LONGEST_LIST).split('}', 2)
    const list = rest.length === 0 ? undefined : attributeList(inner!)
    if (!list || isInside(code, open)) continue
    const line = source.slice(seen, open).lastIndexOf('\n') + 1
    if (line > 0) [start, first] = [seen + line, firstText(source, seen + line)]
    seen = open
    const isHeading = /^#{1,6}[ \t]/.test(source.slice(start, start + 8))
    const isAlone = first >= open
    if (lines && !isHeading && !isAlone) continue
    const written = list.id === undefined ? '' : isHeading ? ` {#${list.id}}` : `<a id="${list.id}"></a>`
    const before = source.slice(at, open)
    // A list alone on its line: the line goes, too.
    out += (isAlone ? before : before.trimEnd()) + written
    at = open + inner!.length + 2
  }
  return out + source.slice(at)
}

function firstText(source: string, from: number): number {
  let at = from
  while (at < source.length && /\s/.test(source[at]!)) at++
  return at
}

/** Undefined if the braces contain anything else. */
function attributeList(inner: string): { id: string | undefined } | undefined {
  if (/[{\n]|\s=|=\s/.test(inner)) return undefined
  const { words, named } = attributesOf(inner.replace(/^:/, ''))
  const [first] = words
  if ((first === undefined && Object.keys(named).length === 0) || !words.every((word) => /^[#.][\w-]/.test(word)))
    return undefined
  const id = words.find((word) => word.startsWith('#'))?.slice(1) ?? named.id
  return { id: id?.replaceAll('"', '') }
}

const MEANING = /^ {0,3}:[ \t]+(?=\S)/
const OTHER_BLOCK = /^(?:[-*+#>|:~]|\d{1,9}[.)]|```)/

/** isTerm: a term is a line of text, and no other block begins with it. */
function isTerm(line: string): boolean {
  const text = line.trimStart()
  return text !== '' && line.length - text.length < 4 && !OTHER_BLOCK.test(text)
}

const INDENT = /^(?: {1,4}|\t)/

/** withDefinitionLists writes them as list items that begin with the term; `ids` gives terms the ids that Hugo gives them. */
export function withDefinitionLists(source: string, ids = false): string {
  if (!/^ {0,3}:[ \t]/m.test(source)) return source
  const lines = textLines(source)
  const out: string[] = []
  // Terms and headings count together: the second of a name has a number.
  const slugger = new GithubSlugger()
  const ofHeadings = new GithubSlugger()
  for (let at = 0; at < lines.length; at++) {
    const { line, isCode } = lines[at]!
    const next = lines[at + 1]?.isBlank ? at + 2 : at + 1
    if (isCode || !isTerm(line) || !MEANING.test(lines[next]?.line ?? '')) {
      const heading = ids && !isCode && /^#{1,6} /.test(line) ? plainText(line.replace(/^#+ /, '')) : undefined
      const anchor = heading === undefined ? '' : slugger.slug(heading)
      // A heading that follows a term of its name has the number here that it had there.
      const isLater = heading !== undefined && anchor !== ofHeadings.slug(heading) && !line.includes('{#')
      out.push(isLater ? `${line} {#${anchor}}` : line)
      continue
    }
    const term = line.trim()
    const id = ids ? slugger.slug(plainText(term)) : ''
    out.push('', `- ${id === '' ? '' : `<a id="${id}"></a>`}${term.includes('**') ? term : `**${term}**`}`)
    at = meanings(lines, next, out) - 1
  }
  return out.join('\n')
}

/** Writes a term's definitions and returns the next line. */
function meanings(lines: readonly TextLine[], from: number, out: string[]): number {
  let at = from
  for (; at < lines.length; at++) {
    const { line, isCode, isBlank } = lines[at]!
    if (isBlank) continue
    const begins = !isCode && MEANING.test(line)
    const afterBlank = lines[at - 1]?.isBlank ?? false
    // Text that follows without a blank line belongs to what is above it.
    if (afterBlank && !begins && !INDENT.test(line)) break
    if (begins || afterBlank) out.push('')
    const text = begins ? line.replace(MEANING, '') : line.replace(INDENT, '')
    out.push(text.trim() === '' ? '' : `  ${text}`)
  }
  out.push('')
  return at
}
