// Markdown's nested inline nodes → runs of text, with the pictures among them as parts of their own, because no paragraph
// of ours holds a picture. Links that are not safe become text that shows where they would have led.

import type { Definition, PhrasingContent } from 'mdast'
import { NO_MARKS, type TextMark, type TextRun } from './runs.ts'
import { oneLine } from './text.ts'
import { safeUrl } from './urls.ts'

export type MarkdownPicture = { url: string; name: string; caption: string; link?: string }
export type ParagraphPart = { runs: TextRun[] } | { picture: MarkdownPicture }
export type Definitions = ReadonlyMap<string, Definition>

type Around = { marks: ReadonlySet<TextMark>; href?: string; title?: string }

/** HTML_MARKS are the tags without attributes that mean a mark; every other tag stays visible as text. */
const HTML_MARKS: Readonly<Record<string, TextMark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
  kbd: 'code',
}
const HTML_BREAK = /^<br\s*\/?>$/i

/** partsOf reads a paragraph's nodes in order. Text between two pictures is one part. */
export function partsOf(nodes: readonly PhrasingContent[], definitions: Definitions): ParagraphPart[] {
  const parts: ParagraphPart[] = []
  const addRun = (run: TextRun): void => {
    const last = parts.at(-1)
    if (last && 'runs' in last) last.runs.push(run)
    else parts.push({ runs: [run] })
  }
  new InlineReader(definitions, addRun, (picture) => parts.push({ picture })).read(nodes, { marks: NO_MARKS })
  return parts
}

/** lineOf reads nodes that must stay one line of text, as in table cells: a picture there becomes a link to it. */
export function lineOf(nodes: readonly PhrasingContent[], definitions: Definitions): TextRun[] {
  const runs: TextRun[] = []
  const addPicture = ({ url, name, caption, link }: MarkdownPicture): void => {
    const title = caption === '' ? {} : { title: caption }
    if (link !== undefined) runs.push({ text: name || link, marks: NO_MARKS, href: link }, blank)
    runs.push({ text: link === undefined ? name || url : url, marks: NO_MARKS, href: url, ...title })
  }
  new InlineReader(definitions, (run) => runs.push(run), addPicture).read(nodes, { marks: NO_MARKS })
  return runs
}

const blank: TextRun = { text: ' ', marks: NO_MARKS }

/** joinLines turns the line ends of a source text into blanks, or into nothing in scripts without blanks. */
function joinLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  return text
    .split(/[\r\n]+/)
    .map((line, index, all) =>
      line.slice(index === 0 ? 0 : leadingBlanks(line), index === all.length - 1 ? undefined : line.trimEnd().length),
    )
    .reduce((before, line) =>
      UNSPACED_END.test(before) && UNSPACED_START.test(line) ? before + line : `${before} ${line}`,
    )
}

const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]'
const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u')
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u')

function leadingBlanks(line: string): number {
  return line.length - line.trimStart().length
}

class InlineReader {
  readonly #definitions: Definitions
  readonly #onRun: (run: TextRun) => void
  readonly #onPicture: (picture: MarkdownPicture) => void

  constructor(definitions: Definitions, onRun: (run: TextRun) => void, onPicture: (picture: MarkdownPicture) => void) {
    this.#definitions = definitions
    this.#onRun = onRun
    this.#onPicture = onPicture
  }

  read(nodes: readonly PhrasingContent[], around: Around): void {
    const pairs = matchingTags(nodes)
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index]!
      const pair = pairs.get(index)
      if (pair === undefined) {
        this.#readOne(node, around)
        continue
      }
      this.read(nodes.slice(index + 1, pair.end), withMark(around, pair.mark))
      index = pair.end
    }
  }

  #readOne(node: PhrasingContent, around: Around): void {
    switch (node.type) {
      case 'text':
        this.#say(joinLines(node.value), around)
        break
      case 'strong':
        this.read(node.children, withMark(around, 'bold'))
        break
      case 'emphasis':
        this.read(node.children, withMark(around, 'italic'))
        break
      case 'delete':
        this.read(node.children, withMark(around, 'strike'))
        break
      case 'inlineCode':
        this.#say(node.value.replace(/[\r\n]+/g, ' '), withMark(around, 'code'))
        break
      case 'break':
        this.#say('\n', around)
        break
      case 'html':
        this.#say(HTML_BREAK.test(node.value) ? '\n' : joinLines(node.value), around)
        break
      case 'footnoteReference':
        this.#say(`[^${node.label ?? node.identifier}]`, around)
        break
      case 'link':
        this.#link(node.url, node.title, node.children, around)
        break
      case 'image':
        this.#picture(node.url, node.alt, node.title, around)
        break
      case 'linkReference': {
        const target = this.#definitions.get(node.identifier)
        this.#link(target?.url ?? '', target?.title, node.children, around)
        break
      }
      case 'imageReference': {
        const target = this.#definitions.get(node.identifier)
        this.#picture(target?.url ?? '', node.alt, target?.title, around)
        break
      }
    }
  }

  #say(text: string, around: Around): void {
    if (text !== '') this.#onRun({ text, ...around })
  }

  #link(url: string, title: string | null | undefined, children: readonly PhrasingContent[], around: Around): void {
    const href = safeUrl(url)
    if (href === undefined) {
      const label = plainText(children)
      this.read(children, around)
      if (label !== url) this.#say(label === '' ? url : ` (${withTitle(url, title)})`, around)
      return
    }
    const inside: Around = { marks: around.marks, href, ...(title?.trim() && { title: oneLine(title) }) }
    if (children.length === 0) this.#say(href || '#', inside)
    else this.read(children, inside)
  }

  #picture(url: string, alt: string | null | undefined, title: string | null | undefined, around: Around): void {
    const name = oneLine(alt ?? '')
    const caption = oneLine(title ?? '')
    const address = safeUrl(url)
    if (!address) {
      const label = [name, url && `(${withTitle(url, title)})`].filter(Boolean).join(' ')
      this.#say(label, around)
      return
    }
    this.#onPicture({ url: address, name, caption, ...(around.href && { link: around.href }) })
    if (around.title) this.#say(` ${around.title}`, around)
  }
}

function withTitle(url: string, title: string | null | undefined): string {
  return title?.trim() ? `${url} "${oneLine(title)}"` : url
}

function withMark(around: Around, mark: TextMark): Around {
  return around.marks.has(mark) ? around : { ...around, marks: new Set([...around.marks, mark]) }
}

function plainText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) =>
      'value' in node
        ? node.value
        : 'children' in node
          ? plainText(node.children)
          : 'alt' in node
            ? (node.alt ?? '')
            : '',
    )
    .join('')
}

/** matchingTags finds the pairs of <u>…</u> and the like among siblings, outermost first. */
function matchingTags(nodes: readonly PhrasingContent[]): Map<number, { end: number; mark: TextMark }> {
  const pairs = new Map<number, { end: number; mark: TextMark }>()
  if (!nodes.some((node) => node.type === 'html')) return pairs
  const open: { tag: string; index: number }[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'html') continue
    const [, slash, name] = /^<(\/?)([a-z]+)\s*>$/i.exec(node.value) ?? []
    const tag = name?.toLowerCase()
    if (tag === undefined || !Object.hasOwn(HTML_MARKS, tag)) continue
    if (slash === '') {
      open.push({ tag, index })
      continue
    }
    const from = open.findLastIndex((candidate) => candidate.tag === tag)
    if (from === -1) continue
    pairs.set(open[from]!.index, { end: index, mark: HTML_MARKS[tag]! })
    open.length = from
  }
  return pairs
}
