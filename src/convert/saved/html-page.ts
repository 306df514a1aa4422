// A page saved from a browser or from Confluence: its title, and the part of it that is the text.

import { oneLine } from 'galley-blocks/text.ts'
import type { Element } from 'hast'
import type { RootContent } from 'mdast'
import { writeInfo } from '#blocks/markdown/container-info.ts'
import { attributeOf, htmlText, walkHtml } from '#blocks/markdown/html-source.ts'
import { parseHtml } from '#blocks/markdown/parse-html.ts'
import { FileProblem } from '../page/file.ts'

/** Page furniture and scripts around the text. */
const AROUND = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'button',
])
/** Selectors of the main content, Confluence's first; the first match counts. */
const CONTENT: ((element: Element) => boolean)[] = [
  ({ properties }) => properties.id === 'main-content',
  ({ tagName }) => tagName === 'main',
  ({ properties }) => properties.role === 'main',
  ({ tagName }) => tagName === 'article',
  ({ properties }) => properties.id === 'content',
  ({ tagName }) => tagName === 'body',
]
const TITLE: ((element: Element) => boolean)[] = [
  ({ properties }) => properties.id === 'title-text',
  ({ tagName }) => tagName === 'h1',
  ({ tagName }) => tagName === 'title',
]

/** Confluence's macros for callouts, with our container names. */
const MACROS: Readonly<Record<string, string>> = {
  'confluence-information-macro-information': 'note',
  'confluence-information-macro-tip': 'tip',
  'confluence-information-macro-note': 'warning',
  'confluence-information-macro-warning': 'danger',
}

/** Deepest nesting of containers; each level is traversed again. */
const MOST_LEVELS = 12

export function readHtmlPage(source: string): { title: string | undefined; nodes: RootContent[] } {
  const tree = parseHtml(source, true)
  if (!tree) throw new FileProblem('has too many tags that are not closed')
  const elements = [...walkHtml(tree)].filter((node) => node.type === 'element')
  const title = TITLE.map((isIt) => elements.find(isIt)).find((element) => element && oneLine(htmlText(element)) !== '')
  const content = CONTENT.map((isIt) => elements.find(isIt)).find((element) => element)
  return {
    // Confluence puts the name of the space before that of the page.
    title: title && oneLine(htmlText(title)).replace(/^.{1,200} : /, ''),
    nodes: content ? nodesIn(source, content) : [],
  }
}

/** An element's inner nodes without page furniture, with macros converted. */
function nodesIn(source: string, { children }: Element, level = 0): RootContent[] {
  const nodes: RootContent[] = []
  let html = ''
  let at = children[0]?.position?.start.offset ?? 0
  for (const node of children.flatMap((child) => [...walkHtml(child)])) {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    if (start === undefined || end === undefined || start < at) continue
    const isAround = node.type === 'comment' || (node.type === 'element' && AROUND.has(node.tagName))
    const isDeep = isAround || level >= MOST_LEVELS
    const macro = node.type === 'element' && !isDeep ? macroOf(source, node, level) : undefined
    if (!isAround && !macro) continue
    html += source.slice(at, start)
    if (macro) {
      nodes.push({ type: 'html', value: html }, macro)
      html = ''
    }
    at = end
  }
  return [...nodes, { type: 'html', value: html + source.slice(at, children.at(-1)?.position?.end.offset ?? 0) }]
}

const classesOf = (element: Element): string[] => attributeOf(element, 'className').split(' ')

/** macroOf is a callout or a piece of code; undefined for any other element. */
function macroOf(source: string, element: Element, level: number): RootContent | undefined {
  // Only direct children: searching deeper would traverse nested macros once per level.
  const inner = element.children.filter((node) => node.type === 'element')
  const params = attributeOf(element, 'dataSyntaxhighlighterParams')
  if (element.tagName === 'pre' && params !== '')
    return { type: 'code', lang: /\bbrush: *([\w+#-]+)/.exec(params)?.[1] ?? null, value: htmlText(element) }
  const kind = classesOf(element)
    .map((name) => MACROS[name])
    .find((name) => name !== undefined)
  const body = inner.find((one) => classesOf(one).includes('confluence-information-macro-body'))
  if (kind === undefined || !body) return undefined
  const title = inner.find((one) => one.tagName === 'p' && classesOf(one).includes('title'))
  const info = writeInfo(kind, title ? oneLine(htmlText(title)) : '')
  return { type: 'container', info, children: nodesIn(source, body, level + 1) } as RootContent
}
