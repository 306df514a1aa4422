// HTML of a page that Vue computes: `<div v-for="one in all">`, `<a :href="url">{{ name }}</a>`. Read as plain HTML its parts
// would be torn from each other, and none could be put back. Such a piece is kept whole.

import type { Nodes } from 'hast'
import { htmlText, isSelfClosed, parseWithSlots, walkHtml } from '#blocks/markdown/html-source.ts'
import { textLines } from '../syntax/code-ranges.ts'
import type { Tag } from '../syntax/tags.ts'

const BEGINS = /^ {0,3}<[a-z]/i
const CONTAINER = /^ {0,3}:::/
/** A cheap test for templates; the parser then decides. */
const COMPUTED = /\{\{|\s(?:v-|[:@#])[a-z]/i
/** Elements without HTML content, or parts of components. */
const PROGRAMS = new Set(['script', 'style'])

/** vueTemplates are the pieces of HTML that stand between blank lines, close what they open, and have something computed in them. */
export function vueTemplates(source: string): Tag[] {
  if (!COMPUTED.test(source)) return []
  const found: Tag[] = []
  let at = 0
  let start: number | undefined
  let isApart = true
  for (const { line, isCode, isBlank } of [...textLines(source), { line: '', isCode: false, isBlank: true }]) {
    const ends = isBlank || isCode || CONTAINER.test(line)
    if (start !== undefined && ends) {
      const template = templateOf(source.slice(start, at).trimEnd(), start)
      if (template) found.push(template)
      start = undefined
    } else if (start === undefined && isApart && !isCode && BEGINS.test(line)) start = at
    isApart = ends
    at += line.length + 1
  }
  return found
}

function templateOf(piece: string, from: number): Tag | undefined {
  if (!COMPUTED.test(piece)) return undefined
  const parsed = parseWithSlots([piece], (html) => html, '')!
  const { children } = parsed.tree
  const isWhole = children.every((node) => {
    if (node.type !== 'element') return node.type !== 'text' || node.value.trim() === ''
    return !PROGRAMS.has(node.tagName) && (parsed.closingOf(node) !== '' || isSelfClosed(parsed.openingOf(node)))
  })
  const all = children.flatMap((node) => [...walkHtml(node)])
  if (!isWhole || !all.some(isComputed)) return undefined
  const start = from + piece.search(/\S/)
  const source = piece.trimStart()
  // A list generated from data has no text.
  const isList = all.some((node) => node.type === 'element' && Object.hasOwn(node.properties, 'v-for'))
  const inner = isList ? '' : wordsOf(children)
  return { name: 'template', kind: 'alone', words: [], named: {}, start, end: start + source.length, source, inner }
}

const isComputed = (node: Nodes): boolean =>
  node.type === 'text'
    ? node.value.includes('{{')
    : node.type === 'element' && Object.keys(node.properties).some((name) => /^(?:v-|[:@#])/.test(name))

const wordsOf = (nodes: readonly Nodes[]): string =>
  nodes
    .map(htmlText)
    .join(' ')
    .replace(/\{\{[^{}]*\}\}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#{}|:~]/g, '\\$&')
