// MkDocs: order and names are the `nav` of mkdocs.yml, in the folder above the pages.
//
// What MkDocs' themes and plugins add to Markdown: indented blocks (`!!! note "Title"`, `??? tip`, `=== "Tab"`), attributes,
// icons, and references to what a plugin writes.

import { attributesOf } from '../syntax/attributes.ts'
import { codeRanges, isInside, type TextLine, textLines } from '../syntax/code-ranges.ts'
import { ContainerWriter, withoutMarks } from '../syntax/containers.ts'
import type { Include, PageParts } from '../syntax/includes.ts'
import { withDefinitionLists, withoutAttributes } from '../syntax/markdown-extra.ts'
import { type Tag, translateTags } from '../syntax/tags.ts'
import { entriesOf, navigationFrom, readYaml } from './navigation.ts'
import type { Preset } from './preset.ts'

const LEVEL = 4
const LONGEST_TAG = 4000

function translateMkDocs(source: string, parts: PageParts): string {
  const containers = new ContainerWriter()
  const whole = translateTags(source, { name: 'mkdocs', rules: { include: { include } }, inCode: true, next }, parts)
  const plain = withDefinitionLists(
    withDefinitionsLast(withoutReferences(withoutIcons(withoutAttributes(withoutMarks(whole))))),
  )
  return containers.finish(translate(textLines(plain), containers).join('\n'))
}

const SHORTCODE = /:([a-z0-9-]+):/g
const ICON = /^(?:material|fontawesome|octicons|simple)-(.+)$/

/** Removes icons; check and cross icons in tables become text. */
function withoutIcons(source: string): string {
  const code = codeRanges(source)
  return source.replace(SHORTCODE, (written, word: string, at: number) => {
    const name = ICON.exec(word)?.[1]
    if (name === undefined || isInside(code, at)) return written
    if (/^(?:check|check-\w+)$/.test(name)) return '✓'
    return /^(?:close|close-\w+|x|x-\d+)$/.test(name) ? '✗' : ''
  })
}

const DEFINED = /^ {0,3}\[([^\][]+)\]:/
const LONGEST_TEXT = 300

/** Replaces references that a plugin would have resolved by their text. */
function withoutReferences(source: string): string {
  if (!source.includes('][')) return source
  const code = codeRanges(source)
  const defined = new Set(source.split('\n').flatMap((line) => DEFINED.exec(line)?.[1]?.toLowerCase() ?? []))
  let out = ''
  let at = 0
  for (let middle = source.indexOf(']['); middle !== -1; middle = source.indexOf('][', middle + 2)) {
    const end = source.indexOf(']', middle + 2)
    const name = source.slice(middle + 2, end)
    const from = Math.max(at, middle - LONGEST_TEXT)
    const open = from + source.slice(from, middle).lastIndexOf('[')
    const text = source.slice(open + 1, middle)
    const isReference = open >= from && source[open - 1] !== '!' && !/\n\s*\n|\]/.test(text) && /^[\w.:-]*$/.test(name)
    if (end === -1 || !isReference || defined.has((name || text).toLowerCase()) || isInside(code, open)) continue
    out += source.slice(at, open) + (text || name)
    at = end + 1
  }
  return out + source.slice(at)
}

const FOOTNOTE = /^ {0,3}\[\^[^\][]+\]:/
const LINK = /^ {0,3}\[[^\][]+\]:[ \t]*\S+(?:[ \t]+["'(].*|[ \t]*)$/
const DEEPER = /^(?: {4}|\t)/

/** Moves the definitions of links and footnotes to the end, also out of lists and HTML. */
function withDefinitionsLast(source: string): string {
  const text: string[] = []
  const definitions: string[] = []
  let open: RegExp | undefined
  for (const { line, isCode, isBlank } of textLines(source)) {
    const begins = isCode ? undefined : [FOOTNOTE, LINK].find((kind) => kind.test(line))
    // A footnote may have several paragraphs.
    const goesOn = open !== undefined && (isBlank ? open === FOOTNOTE : DEEPER.test(line))
    if (begins !== undefined || !goesOn) open = begins
    if (open === undefined) text.push(line)
    else definitions.push(begins ? line.trimStart() : line)
  }
  return definitions.length === 0 ? source : [...text, '', ...definitions].join('\n')
}

/** include reads `file.md`, `file.py:section` and `file.md:3:5`. */
function include({ words: [address = ''] }: Tag): Include | undefined {
  const [path = '', from, to] = address.split(':')
  if (path === '') return undefined
  if (from === undefined) return { path }
  return { path, part: /^\d*$/.test(from) ? { from: Number(from) || 1, to: Number(to) || Infinity } : { region: from } }
}

/** Two common include syntaxes: an extension's snippets, and a plugin's tag. */
const OPENING = /--8<--[ \t]|\{%-?[ \t]*include(?:-markdown)?[ \t]/g

function next(source: string, from: number): Tag | undefined {
  OPENING.lastIndex = from
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const start = found.index
    const [line = ''] = source.slice(start, start + LONGEST_TAG).split('\n', 1)
    const quoted = line.split('"', 3)
    const tag = found[0].startsWith('{') ? line.slice(0, line.indexOf('%}') + 2) : `${quoted.slice(0, 2).join('"')}"`
    if (quoted.length < 3 || tag.length < found[0].length) continue
    return {
      name: 'include',
      kind: 'alone',
      ...attributesOf(`"${quoted[1]}"`),
      start,
      end: start + tag.length,
      source: tag,
    }
  }
  return undefined
}

function translate(lines: readonly TextLine[], containers: ContainerWriter): string[] {
  const out: string[] = []
  /** Indentation of the open tabs. */
  let tabs: string | undefined
  for (let at = 0; at < lines.length; at++) {
    const { line, isCode } = lines[at]!
    const opening = isCode ? undefined : openingIn(line)
    const isTab = opening?.mark === '==='
    if (tabs !== undefined && !isTab && line.trim() !== '') {
      out.push(tabs + containers.close(), '')
      tabs = undefined
    }
    if (!opening) {
      const generated = isCode ? null : GENERATED.exec(line)
      if (!generated) {
        if (isCode || line.trim() !== '[TOC]') out.push(line)
        continue
      }
      const [, indent = '', heading, name = ''] = generated
      const end = endOfBlock(lines, at + 1, indent.length + LEVEL)
      // The heading is kept apart, so that an export and another import give the same.
      if (heading !== undefined) out.push(`${heading}${name}`, '')
      out.push(
        indent +
          containers.keep(
            'mkdocs',
            { source: [`::: ${name}`, ...lines.slice(at + 1, end).map((one) => one.line)].join('\n') },
            indent,
          ),
        indent + containers.close(),
      )
      at = end - 1
      continue
    }
    const { indent } = opening
    const end = endOfBlock(lines, at + 1, indent.length + LEVEL)
    const inner = lines
      .slice(at + 1, end)
      .map((one) => ({ ...one, line: indent + one.line.slice(indent.length + LEVEL) }))
    if (isTab && tabs === undefined) out.push('', indent + containers.open('tabs'))
    if (isTab) tabs ??= indent
    out.push(indent + written(opening, containers), ...translate(inner, containers), indent + containers.close())
    at = end - 1
  }
  if (tabs !== undefined) out.push(tabs + containers.close())
  return out
}

/** Reference pages that a plugin generates from code: `::: package.module`, perhaps as a heading, with options below. */
const GENERATED = /^([ \t]*)(#{1,6} +)?::: +([\w.:-]+)[ \t]*$/

type Opening = { indent: string; mark: '!!!' | '???' | '==='; kind: string; title: string | undefined }

/** Parses the line that opens a block: marker, type (none for a tab), quoted title. */
function openingIn(line: string): Opening | undefined {
  const text = line.trim()
  const mark = (['!!!', '???', '==='] as const).find((one) => text.startsWith(one))
  if (mark === undefined) return undefined
  const rest = text.slice(mark.length).replace(/^[+!]/, '')
  if (!/^[ \t]/.test(rest)) return undefined
  const [first, last] = [rest.indexOf('"'), rest.lastIndexOf('"')]
  // Titles are plain text: references keep only their text.
  const title = last > first ? rest.slice(first + 1, last).replace(/\[([^\][]*)\]\[[^\][]*\]/g, '$1') : undefined
  const kind = /^[\w-]+/.exec(rest.trimStart())?.[0] ?? ''
  if (mark === '===' ? title === undefined : kind === '') return undefined
  return { indent: line.slice(0, line.length - line.trimStart().length), mark, kind, title }
}

/** Writes a collapsible admonition as a collapsible container with its type in the title. */
function written({ mark, kind, title }: Opening, containers: ContainerWriter): string {
  if (mark === '===') return containers.open('tab', title)
  if (mark === '!!!') return containers.open(kind, title)
  return containers.open('details', title ?? kind.charAt(0).toUpperCase() + kind.slice(1))
}

/** endOfBlock: blank lines belong to what is indented after them. */
function endOfBlock(lines: readonly TextLine[], from: number, indent: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const { line } = lines[at]!
    if (line.trim() === '') continue
    if (line.length - line.trimStart().length < indent) break
    end = at + 1
  }
  return end
}

export const mkdocs: Preset = {
  name: 'mkdocs',
  files: ['mkdocs.yml', 'mkdocs.yaml'],
  isSlashed: true,
  translate: translateMkDocs,
  words: /^(?:!!!|\?\?\?\+?) \w+|^=== "/m,
  readNavigation: ({ readAbove }) => {
    const source = readAbove('mkdocs.yml') ?? readAbove('mkdocs.yaml') ?? ''
    return navigationFrom(entriesOf((readYaml(source) as { nav?: unknown } | undefined)?.nav))
  },
}
