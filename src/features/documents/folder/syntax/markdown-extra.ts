// What Python-Markdown and Hugo's Markdown add to the text itself: attribute lists (`{ #id .class }`), and definition lists
// (a term, and `: what it means` below it). Of attributes only an id means something here.

import GithubSlugger from 'github-slugger'
import { attributesOf } from './attributes.ts'
import { codeRanges, isInside } from './code-ranges.ts'
import { plainText } from './plain-text.ts'

const LONGEST_LIST = 400

/** withoutAttributes: the id of a heading stands behind it, any other where its list stood. With `lines` only blocks have lists. */
export function withoutAttributes(source: string, lines = false): string {
  const code = source.includes('{') ? codeRanges(source) : []
  let out = ''
  let at = 0
  for (let open = source.indexOf('{'); open !== -1; open = source.indexOf('{', open + 1)) {
    const end = source.indexOf('}', open)
    if (end === -1) break
    const list = end - open > LONGEST_LIST ? undefined : attributeList(source.slice(open + 1, end))
    if (!list || isInside(code, open)) continue
    const start = source.lastIndexOf('\n', open) + 1
    const isHeading = /^#{1,6}[ \t]/.test(source.slice(start, start + 8))
    if (lines && !isHeading && source.slice(start, open).trim() !== '') continue
    const written = list.id === undefined ? '' : isHeading ? ` {#${list.id}}` : `<a id="${list.id}"></a>`
    const before = source.slice(at, open)
    // A list on a line of its own leaves that line.
    out += (source.slice(start, open).trim() === '' ? before : before.trimEnd()) + written
    at = end + 1
  }
  return out + source.slice(at)
}

/** attributeList is undefined for braces that hold anything else. */
function attributeList(inner: string): { id: string | undefined } | undefined {
  if (/[{\n]|\s=|=\s/.test(inner)) return undefined
  const { words, named } = attributesOf(inner.replace(/^:/, ''))
  const [first] = words
  if ((first === undefined && Object.keys(named).length === 0) || !words.every((word) => /^[#.][\w-]/.test(word)))
    return undefined
  return {
    id: words
      .find((word) => word.startsWith('#'))
      ?.slice(1)
      .replaceAll('"', ''),
  }
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
  const lines = source.split('\n')
  const out: string[] = []
  // Terms and headings count together: the second of a name has a number.
  const slugger = new GithubSlugger()
  let fence: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
    const next = lines[at + 1]?.trim() === '' ? at + 2 : at + 1
    if (fence !== undefined || !isTerm(line) || !MEANING.test(lines[next] ?? '')) {
      if (ids && fence === undefined && /^#{1,6} /.test(line)) slugger.slug(plainText(line.replace(/^#+ /, '')))
      out.push(line)
      continue
    }
    const term = line.trim()
    const id = ids ? slugger.slug(plainText(term)) : ''
    out.push('', `- ${id === '' ? '' : `<a id="${id}"></a>`}${term.includes('**') ? term : `**${term}**`}`)
    at = meanings(lines, next, out) - 1
  }
  return out.join('\n')
}

/** meanings writes what follows a term, and returns the line after it. */
function meanings(lines: readonly string[], from: number, out: string[]): number {
  let at = from
  let fence: string | undefined
  for (; at < lines.length; at++) {
    const line = lines[at]!
    const begins = fence === undefined && MEANING.test(line)
    const text = begins ? line.replace(MEANING, '') : line.replace(INDENT, '')
    const isBlank = line.trim() === ''
    if (isBlank && fence === undefined && !goesOn(lines, at + 1)) break
    // Text that follows without a blank line belongs to what is above it.
    if (!begins && !isBlank && lines[at - 1]?.trim() === '' && !INDENT.test(line)) break
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
    if (begins) out.push('')
    out.push(isBlank ? '' : `  ${text}`)
  }
  out.push('')
  return at
}

function goesOn(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((line) => line.trim() !== '') ?? ''
  return MEANING.test(next) || INDENT.test(next)
}
