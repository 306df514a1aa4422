// Markdown's inline nodes, and HTML among them → runs of text. Images become parts of their own, because a paragraph can't
// contain one. Unsafe links become text that shows the address.

import { NO_MARKS, type TextMark, type TextRun } from 'galley-blocks/runs.ts'
import { oneLine } from 'galley-blocks/text.ts'
import { safeUrl } from 'galley-blocks/urls.ts'
import type { Element, Nodes as HtmlNodes } from 'hast'
import type { Definition, Nodes, PhrasingContent } from 'mdast'
import { attributeOf, isSelfClosed, type ParsedHtml, parseWithSlots, UNSEEN, walkHtml } from './html-source.ts'

/** Without a type, the file's name decides. */
export type MarkdownPicture = { type?: 'video' | 'audio'; url: string; name: string; caption: string; link?: string }
type ParagraphPart = { runs: TextRun[] } | { picture: MarkdownPicture }
export type Definitions = ReadonlyMap<string, Definition>
/** Inline nodes of Markdown, or of parsed HTML. */
export type Phrase = { nodes: readonly PhrasingContent[] } | { html: readonly HtmlNodes[]; parsed: ParsedHtml<unknown> }

type InlineContext = { marks: ReadonlySet<TextMark>; href?: string; title?: string }

const HTML_MARKS: Readonly<Record<string, TextMark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  u: 'underline',
  ins: 'underline',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
  kbd: 'keyboard',
  code: 'code',
  samp: 'code',
  tt: 'code',
}
/** Tags without a meaning for text are dropped; other unknown ones are kept. */
const PLAIN_TAGS = new Set(
  'abbr bdi bdo big center data font label nobr picture q ruby rb rp rt small source span summary time wbr tbody thead tfoot td th col colgroup html body base basefont details dialog dir fieldset form frame frameset iframe legend link menu menuitem noframes optgroup option param search track'.split(
    ' ',
  ),
)
/** Other known tags whose id would be lost with them. */
const ANCHORED = new Set(['a', 'br', 'img'])
/** In HTML all text after these is raw; within a line of Markdown it isn't. */
const RAW = /^<\/?(?:script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext|noscript|template)\b/i
/** Contain elements that HTML doesn't have. */
const FOREIGN = new Set(['svg', 'math'])
/** Elements that begin and end a line. */
const LINES = new Set(
  'address article aside blockquote caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)

/** Reads a paragraph's nodes in order. Text between two images is one part. */
export function partsOf(phrase: Phrase, definitions: Definitions): ParagraphPart[] {
  const parts: ParagraphPart[] = []
  const addRun = (run: TextRun): void => {
    const last = parts.at(-1)
    if (last && 'runs' in last) last.runs.push(run)
    else parts.push({ runs: [run] })
  }
  new InlineReader(definitions, addRun, (picture) => parts.push({ picture })).readPhrase(phrase)
  if (parts.length > 1) for (const part of parts) if ('runs' in part) part.runs = withoutStrayTags(part.runs)
  return parts
}

/** Drops closing tags whose opening tag is before an image. */
function withoutStrayTags(runs: TextRun[]): TextRun[] {
  const open: string[] = []
  return runs.filter(({ point }) => {
    if (point?.type !== 'unknown') return true
    const [, slash, name] = /^<(\/?)([^\s/>]+)/.exec(point.props.source) ?? []
    if (slash === '' && name) open.push(name)
    return slash !== '/' || open.includes(name!)
  })
}

/** Reads nodes as a single line, as in table cells: an image becomes a link. */
export function lineOf(phrase: Phrase, definitions: Definitions): TextRun[] {
  const runs: TextRun[] = []
  const addPicture = ({ url, name, caption, link }: MarkdownPicture): void => {
    const title = caption === '' ? {} : { title: caption }
    if (link !== undefined) runs.push({ text: name || link, marks: NO_MARKS, href: link }, blank)
    runs.push({ text: link === undefined ? name || url : url, marks: NO_MARKS, href: url, ...title })
  }
  new InlineReader(definitions, (run) => runs.push(run), addPicture).readPhrase(phrase)
  return runs
}

/**
 * The media of a <video> or <audio>, named by its fallback text. Content after an unclosed tag isn't part of it, although
 * browsers think so.
 */
export function playerOf(element: Element, parsed: ParsedHtml<Nodes>): MarkdownPicture | undefined {
  const { tagName: type, children } = element
  if (type !== 'video' && type !== 'audio') return undefined
  const sources = children.filter((child) => child.type === 'element' && child.tagName === 'source')
  const urls = [element, ...sources].map((source) => safeUrl(attributeOf(source as Element, 'src')))
  const url = urls.find((address) => address)
  if (!url) return undefined
  const words = isClosed(element, parsed) ? [...walkHtml(element)].map((node) => wordsOf(node, parsed)) : []
  return { type, url, name: oneLine(words.join('')), caption: '' }
}

export const isClosed = (element: Element, parsed: ParsedHtml<unknown>): boolean => parsed.closingOf(element) !== ''

function wordsOf(node: HtmlNodes, parsed: ParsedHtml<Nodes>): string {
  if (node.type === 'text') return node.value
  const slot = node.type === 'element' ? parsed.slotOf(node) : undefined
  return slot ? plainText([slot]) : ''
}

const blank: TextRun = { text: ' ', marks: NO_MARKS }

/** Line ends become spaces, or nothing in scripts without spaces. */
function joinLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  const [first = '', ...rest] = text
    .split(/[\r\n]+/)
    .map((line, index, all) =>
      line.slice(index === 0 ? 0 : leadingBlanks(line), index === all.length - 1 ? undefined : line.trimEnd().length),
    )
  let joined = first
  let before = first
  for (const line of rest) {
    joined += UNSPACED_END.test(before.slice(-2)) && UNSPACED_START.test(line) ? line : ` ${line}`
    // An empty line leaves a space behind, which doesn't count as the end of an unspaced script.
    before = line
  }
  return joined
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
  #lineHasText = false

  constructor(definitions: Definitions, onRun: (run: TextRun) => void, onPicture: (picture: MarkdownPicture) => void) {
    this.#definitions = definitions
    this.#onRun = onRun
    this.#onPicture = onPicture
  }

  readPhrase(phrase: Phrase): void {
    const around = { marks: NO_MARKS }
    if ('nodes' in phrase) this.read(phrase.nodes, around)
    else this.#readHtml(phrase.html, phrase.parsed as ParsedHtml<PhrasingContent>, around)
  }

  read(nodes: readonly PhrasingContent[], around: InlineContext): void {
    const parsed = nodes.some((node) => node.type === 'html')
      ? parseWithSlots(nodes, (node) => (node.type === 'html' && !RAW.test(node.value) ? node.value : undefined), '')
      : undefined
    if (parsed) this.#readHtml(parsed.tree.children, parsed, around)
    else for (const node of nodes) this.#readOne(node, around)
  }

  #readHtml(nodes: readonly HtmlNodes[], parsed: ParsedHtml<PhrasingContent>, around: InlineContext): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#say(joinLines(node.value), around)
      else if (node.type === 'element') this.#readElement(node, parsed, around)
    }
  }

  #readElement(element: Element, parsed: ParsedHtml<PhrasingContent>, around: InlineContext): void {
    const { tagName, children } = element
    const slot = parsed.slotOf(element)
    if (slot) {
      this.#readOne(slot, around)
      return
    }
    const inside = (more: InlineContext = around) => this.#readHtml(children, parsed, more)
    const player = playerOf(element, parsed)
    const opening = parsed.openingOf(element)
    const isWords = parsed.isWords(element)
    const isKept = !(
      player ||
      tagName in HTML_MARKS ||
      LINES.has(tagName) ||
      PLAIN_TAGS.has(tagName) ||
      ANCHORED.has(tagName)
    )
    const id = attributeOf(element, 'id') || (tagName === 'a' ? attributeOf(element, 'name') : '')
    if (id !== '' && !isKept) this.#onRun({ text: '', marks: NO_MARKS, point: { type: 'anchor', props: { id } } })
    const mark = HTML_MARKS[tagName]
    // For browsers, text after "<sup />" is inside it; for its author it isn't.
    if (isWords) {
      this.#say(opening, around)
      inside()
      if (!isSelfClosed(opening)) this.#say(parsed.closingOf(element), around)
    } else if (mark) inside(isSelfClosed(opening) ? around : withMark(around, mark))
    else if (tagName === 'br') this.#say('\n', around)
    else if (tagName === 'img') this.#image(element, around)
    else if (player) {
      this.#onPicture(player)
      if (!isClosed(element, parsed)) inside()
    } else if (tagName === 'a')
      inside(this.#linkTo(attributeOf(element, 'href'), attributeOf(element, 'title'), around))
    else if (LINES.has(tagName)) this.#readLine(element, inside, around)
    else if (PLAIN_TAGS.has(tagName)) inside()
    else if (UNSEEN.has(tagName) || FOREIGN.has(tagName)) this.#keep(parsed.sourceOf(element))
    else {
      this.#keep(opening)
      inside()
      if (!isSelfClosed(opening)) this.#keep(parsed.closingOf(element))
    }
  }

  #image(element: Element, around: InlineContext): void {
    const [src, alt, title] = ['src', 'alt', 'title'].map((name) => attributeOf(element, name))
    this.#picture(src!, alt, title, around)
  }

  /** Cells and headings have one line, so nested blocks become lines of text. */
  #readLine({ tagName }: Element, inside: () => void, around: InlineContext): void {
    if (this.#lineHasText) this.#say('\n', around)
    if (tagName === 'li') this.#say('• ', around)
    this.#lineHasText = false
    inside()
  }

  #keep(source: string): void {
    if (source === '') return
    this.#onRun({ text: '', marks: NO_MARKS, point: { type: 'unknown', props: { syntax: 'html', source } } })
  }

  #readOne(node: PhrasingContent, around: InlineContext): void {
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
      case 'inlineMath':
        this.#say(node.value, withMark(around, 'math'))
        break
      case 'break':
        this.#say('\n', around)
        break
      case 'html':
        // Raw text elements, or HTML that parseWithSlots() couldn't parse.
        this.#keep(node.value)
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

  #say(text: string, around: InlineContext): void {
    if (text === '') return
    this.#lineHasText = text === '\n' ? false : this.#lineHasText || text.trim() !== ''
    this.#onRun({ text, ...around })
  }

  #linkTo(url: string, title: string | null | undefined, around: InlineContext): InlineContext | undefined {
    const href = safeUrl(url)
    return href === undefined
      ? undefined
      : { marks: around.marks, href, ...(title?.trim() && { title: oneLine(title) }) }
  }

  #link(
    url: string,
    title: string | null | undefined,
    children: readonly PhrasingContent[],
    around: InlineContext,
  ): void {
    const inside = this.#linkTo(url, title, around)
    if (inside === undefined) {
      const label = plainText(children)
      this.read(children, around)
      if (label !== url) this.#say(label === '' ? url : ` (${withTitle(url, title)})`, around)
      return
    }
    if (children.length === 0) this.#say(inside.href || '#', inside)
    else this.read(children, inside)
  }

  #picture(url: string, alt: string | null | undefined, title: string | null | undefined, around: InlineContext): void {
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

function withMark(around: InlineContext, mark: TextMark): InlineContext {
  return around.marks.has(mark) ? around : { ...around, marks: new Set([...around.marks, mark]) }
}

function plainText(nodes: readonly Nodes[]): string {
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
