// HTML in Markdown comes in pieces: "<details>", a list, "</details>". The pieces are joined with a slot for each node
// between them, and parsed as browsers do. Safe, because the tree becomes blocks, which can't hold scripts, styles or unsafe
// addresses.

import type { Comment, Element, Nodes, Root, Text } from 'hast'
import { isElement } from '../html-elements.ts'
import { parseHtml } from './parse-html.ts'

export type ParsedHtml<T> = {
  tree: Root
  /** The node in a slot. */
  slotOf: (element: Element) => T | undefined
  /** The element's tags aren't HTML, so readers see them as text. */
  isWords: (element: Element) => boolean
  /** The source of the tags and of the whole element. */
  openingOf: (element: Element) => string
  closingOf: (element: Element) => string
  sourceOf: (node: Nodes) => string
}

/**
 * Undefined if a slot is inside raw text, which would lose its node, or if parseHtml() refuses the source. With `keepsTags`
 * (saved pages) unknown tags aren't text.
 */
export function parseWithSlots<T>(
  nodes: readonly T[],
  htmlOf: (node: T) => string | undefined,
  between: '' | '\n',
  keepsTags = false,
): ParsedHtml<T> | undefined {
  const pieces = nodes.map(htmlOf)
  const slot = nameThatNoneUses(pieces)
  const slots: T[] = []
  const source = pieces
    .map((html, index) => html ?? `<${slot} i="${slots.push(nodes[index]!) - 1}"></${slot}>`)
    .join(between)
  const end = unfinished(source)
  const tree = parseHtml(source.slice(0, end))
  if (!tree) return undefined
  if (end < source.length) tree.children.push(tailOf(source, end))
  const slotOf = (element: Element) => (element.tagName === slot ? slots[Number(element.properties.i)] : undefined)
  const slice = (range: { start: { offset?: number }; end: { offset?: number } } | undefined): string =>
    range ? source.slice(range.start.offset, range.end.offset) : ''
  const openingOf = ({ data }: Element) => slice((data as TagData | undefined)?.position?.opening)
  return countSlots(tree, slot) < slots.length
    ? undefined
    : {
        tree,
        slotOf,
        isWords: (element) =>
          !keepsTags &&
          element.tagName !== slot &&
          !isElement(/^<([^\s/>]+)/.exec(openingOf(element))?.[1] ?? element.tagName),
        openingOf,
        closingOf: ({ data }) => slice((data as TagData | undefined)?.position?.closing),
        // An unclosed element may have no position.
        sourceOf: (node) => slice(node.position) || (node.type === 'element' ? `<${node.tagName}>` : ''),
      }
}

/** Where an unfinished comment or tag begins: browsers drop it with its text. */
function unfinished(source: string): number {
  const comment = source.lastIndexOf('<!--')
  if (comment > source.lastIndexOf('-->')) return comment
  const rest = source.lastIndexOf('>') + 1
  const tag = source.slice(rest).search(/<[a-z/]/i)
  return tag === -1 ? source.length : rest + tag
}

/** Shows the beginning of a tag as text, and keeps that of a comment as a comment. */
function tailOf(source: string, start: number): Comment | Text {
  const value = source.slice(start)
  if (!value.startsWith('<!--')) return { type: 'text', value }
  const point = (offset: number) => ({ line: 1, column: 1, offset })
  return { type: 'comment', value, position: { start: point(start), end: point(source.length) } }
}

type SourceRange = { start: { offset?: number }; end: { offset?: number } }
type TagData = { position?: { opening?: SourceRange; closing?: SourceRange } }

function nameThatNoneUses(pieces: (string | undefined)[]): string {
  const used = new Set<string>()
  for (const piece of pieces) for (const [name] of piece?.matchAll(/md-slot-\d+/gi) ?? []) used.add(name.toLowerCase())
  let number = 0
  while (used.has(`md-slot-${number}`)) number++
  return `md-slot-${number}`
}

function countSlots(tree: Root, slot: string): number {
  let count = 0
  for (const node of walkHtml(tree)) if (node.type === 'element' && node.tagName === slot) count++
  return count
}

/** In reading order, without recursion. */
export function* walkHtml(root: Nodes): Generator<Nodes> {
  const waiting: Nodes[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    if (!('children' in node)) continue
    for (let index = node.children.length - 1; index >= 0; index--) waiting.push(node.children[index]!)
  }
}

/** Elements whose content isn't visible. */
export const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'title'])

/** The visible text. */
export function htmlText(root: Nodes): string {
  if (root.type === 'text') return root.value
  if (!('children' in root) || (root.type === 'element' && UNSEEN.has(root.tagName))) return ''
  return root.children.map(htmlText).join('')
}

/** The visible text of a source. */
export function innerText(source: string): string {
  const tree = source.includes('<') ? parseHtml(source) : undefined
  return tree ? htmlText(tree).replace(/\s+/g, ' ').trim() : ''
}

/** In HTML "<Card />" opens an element; its author means a complete one. */
export const isSelfClosed = (opening: string): boolean => opening.endsWith('/>')

export function attributeOf({ properties }: Element, name: string): string {
  const value = properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
