// A page saved from a browser or from Confluence: its title, and the part of it that is the text.

import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { htmlText, walkHtml } from '#blocks/markdown/html-source.ts'
import { oneLine } from '#blocks/text.ts'

/** Around the text: what a site has on every page, and what only runs. */
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
/** The text, in the words of Confluence and of most sites; the first that a page has counts. */
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

export function readHtmlPage(source: string): { title: string | undefined; html: string } {
  const tree = fromHtml(source, { verbose: true })
  const elements = [...walkHtml(tree)].filter((node) => node.type === 'element')
  const title = TITLE.map((isIt) => elements.find(isIt)).find((element) => element && oneLine(htmlText(element)) !== '')
  const content = CONTENT.map((isIt) => elements.find(isIt)).find((element) => element)
  return {
    // Confluence puts the name of the space before that of the page.
    title: title && oneLine(htmlText(title)).replace(/^.{1,200} : /, ''),
    html: content ? withoutAround(source, content) : '',
  }
}

/** withoutAround is the source between an element's tags, with what is around the text cut out of it. */
function withoutAround(source: string, { children }: Element): string {
  let html = ''
  let at = children[0]?.position?.start.offset ?? 0
  for (const node of children.flatMap((child) => [...walkHtml(child)])) {
    const isAround = node.type === 'comment' || (node.type === 'element' && AROUND.has(node.tagName))
    const [start, end] = [node.position?.start.offset, node.position?.end.offset]
    if (!isAround || start === undefined || end === undefined || start < at) continue
    html += source.slice(at, start)
    at = end
  }
  return html + source.slice(at, children.at(-1)?.position?.end.offset ?? 0)
}
