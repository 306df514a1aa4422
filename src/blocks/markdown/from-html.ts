// Block-level HTML (parsed by html-source.ts) → blocks. Elements without a block of ours are transparent (<div>) or kept as
// an unknown block around their content. Text is in from-markdown-inline.ts.

import { embedOf, ratioOf } from 'galley-blocks/embeds.ts'
import type { Block, TableCell } from 'galley-blocks/model.ts'
import { itemsOf, type TextRun, tidyRuns } from 'galley-blocks/runs.ts'
import { oneLine } from 'galley-blocks/text.ts'
import type { Element, Nodes } from 'hast'
import type { RootContent } from 'mdast'
import { isClosed, type Phrase, playerOf } from './from-markdown-inline.ts'
import { attributeOf, innerText, isSelfClosed, type ParsedHtml, UNSEEN, walkHtml } from './html-source.ts'
import { MAX_PADDED_CELLS, PLAIN_LANGUAGE } from './markdown-mapping.ts'

/** Makes blocks of Markdown and text for the reader below. */
export type Host = {
  add: (out: Block[], type: string, props: Record<string, unknown>, content?: Block['content']) => Block
  addNode: (out: Block[], node: RootContent, level: number) => void
  addPhrase: (out: Block[], phrase: Phrase) => void
  lineOf: (phrase: Phrase) => TextRun[]
  /** Takes leading text as the block's own content, the rest as its children. */
  fill: (
    out: Block[],
    block: Block,
    level: number,
    addInner: (inner: Block[], level: number) => void,
    own: boolean,
  ) => void
}

/** Elements that only group their content. */
const TRANSPARENT = new Set(
  'address article aside body center dd div dl dt figcaption footer form header hgroup html main nav p section summary tbody thead tfoot tr td th caption'.split(
    ' ',
  ),
)
/** Elements without a block type: their source is kept, and readers see their text. */
const KEPT = new Set('iframe object embed svg math canvas button select textarea'.split(' '))
/** Text-level elements, unless they contain a block. */
const INLINE = new Set(
  'a abbr b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr picture q rb rp rt ruby s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

export class HtmlReader {
  readonly #parsed: ParsedHtml<RootContent>
  readonly #host: Host
  #aroundBlocks: ReadonlySet<Nodes> | undefined

  constructor(parsed: ParsedHtml<RootContent>, host: Host) {
    this.#parsed = parsed
    this.#host = host
  }

  /** Collects text until the next block begins. */
  read(out: Block[], nodes: readonly Nodes[], level: number): void {
    let text: Nodes[] = []
    const flush = (): void => {
      if (text.length > 0) this.#host.addPhrase(out, { html: text, parsed: this.#parsed })
      text = []
    }
    for (const node of nodes) {
      if (node.type === 'comment') {
        const source = this.#parsed.sourceOf(node)
        // Comments are dropped, except an unterminated one, which would hide the rest of the text.
        if (!source.endsWith('>')) this.#addUnknown(out, source)
        continue
      }
      if (node.type !== 'element' || this.#isText(node)) {
        text.push(node)
        continue
      }
      flush()
      this.#readElement(out, node, level)
    }
    flush()
  }

  /** Neither the element nor anything inside it is a block. */
  #isText(element: Element): boolean {
    this.#aroundBlocks ??= aroundBlocks(this.#parsed.tree, this.#isInline)
    return this.#isInline(element) && !this.#aroundBlocks.has(element)
  }

  readonly #isInline = (element: Element): boolean => INLINE.has(element.tagName) || this.#parsed.isWords(element)

  #readElement(out: Block[], element: Element, level: number): void {
    const { tagName } = element
    const slot = this.#parsed.slotOf(element)
    const opening = this.#parsed.openingOf(element)
    if (slot) this.#host.addNode(out, slot, level)
    else if (this.#parsed.isWords(element)) {
      this.#words(out, opening)
      this.read(out, element.children, level)
      this.#words(out, isSelfClosed(opening) ? '' : this.#parsed.closingOf(element))
    } else if (UNSEEN.has(tagName) || KEPT.has(tagName)) this.#keepWhole(out, element)
    else if (TRANSPARENT.has(tagName) || INLINE.has(tagName)) {
      this.#anchor(out, element)
      this.read(out, element.children, level)
    } else this.#readBlock(out, element, level)
  }

  #readBlock(out: Block[], element: Element, level: number): void {
    switch (element.tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading(out, element)
        break
      case 'hr':
        this.#host.add(out, 'divider', {})
        break
      case 'ul':
      case 'ol':
      case 'menu':
        this.#list(out, element, level)
        break
      case 'li':
        this.#item(out, 'bulletListItem', {}, element, level)
        break
      case 'blockquote':
        this.#item(out, 'quote', {}, element, level)
        break
      case 'pre':
        this.#code(out, element, level)
        break
      case 'table':
        this.#table(out, element, level)
        break
      case 'details':
        this.#details(out, element, level)
        break
      case 'figure':
        this.#figure(out, element, level)
        break
      case 'video':
      case 'audio':
        this.#media(out, element, level)
        break
      default:
        this.#unknown(out, element, level)
    }
  }

  /** Keeps an id that may be linked to, as an anchor in the following text. */
  #anchor(out: Block[], element: Element): void {
    const id = attributeOf(element, 'id')
    if (id === '') return
    const point = { type: 'element' as const, tagName: 'a', properties: { id }, children: [] }
    this.#host.addPhrase(out, { html: [point], parsed: this.#parsed })
  }

  #keepWhole(out: Block[], element: Element): void {
    const embed = element.tagName === 'iframe' ? embedOf(attributeOf(element, 'src')) : undefined
    if (embed) {
      const { ratio } = ratioOf(`${attributeOf(element, 'width')}/${attributeOf(element, 'height')}`) ?? {}
      const name = oneLine(attributeOf(element, 'title'))
      this.#host.add(out, 'video', { url: embed.page, name, caption: '', ...(ratio && { ratio }) })
      return
    }
    const source = this.#parsed.sourceOf(element)
    this.#addUnknown(out, source, innerText(source))
  }

  #addUnknown(out: Block[], source: string, text = ''): Block {
    const content = text === '' ? [] : [{ type: 'text' as const, text, styles: {} }]
    return this.#host.add(out, 'unknown', { syntax: 'html', source }, content)
  }

  #unknown(out: Block[], element: Element, level: number): void {
    const opening = this.#parsed.openingOf(element)
    const inner = (blocks: Block[], depth: number) => this.read(blocks, element.children, depth)
    if (isSelfClosed(opening) || element.children.length === 0) {
      this.#addUnknown(out, isSelfClosed(opening) ? opening : this.#parsed.sourceOf(element))
      inner(out, level)
    } else this.#host.fill(out, this.#addUnknown(out, opening), level, inner, false)
  }

  #words(out: Block[], value: string): void {
    if (value !== '') this.#host.addPhrase(out, { html: [{ type: 'text', value }], parsed: this.#parsed })
  }

  #heading(out: Block[], element: Element): void {
    const anchor = attributeOf(element, 'id')
    const content = itemsOf(tidyRuns(this.#lineOf(element.children)))
    const props = { level: Number(element.tagName[1]), ...(anchor !== '' && { anchor }) }
    if (content.length > 0) this.#host.add(out, 'heading', props, content)
  }

  #lineOf(html: readonly Nodes[]): TextRun[] {
    return this.#host.lineOf({ html, parsed: this.#parsed })
  }

  #list(out: Block[], list: Element, level: number): void {
    let number = Number(attributeOf(list, 'start')) || 1
    for (const child of list.children) {
      if (child.type !== 'element') continue
      if (child.tagName !== 'li') {
        this.read(out, [child], level)
        continue
      }
      const box = child.children.find((part) => part.type === 'element' && part.tagName === 'input')
      const start = number !== 1 && number === (Number(attributeOf(list, 'start')) || 1) ? { start: number } : {}
      if (box) this.#item(out, 'checkListItem', { checked: (box as Element).properties.checked === true }, child, level)
      else if (list.tagName === 'ol') this.#item(out, 'numberedListItem', start, child, level)
      else this.#item(out, 'bulletListItem', {}, child, level)
      number++
    }
  }

  #item(out: Block[], type: string, props: Record<string, unknown>, { children }: Element, level: number): void {
    const block = this.#host.add(out, type, props, [])
    this.#host.fill(out, block, level, (inner, depth) => this.read(inner, children, depth), true)
  }

  /** If Markdown was parsed inside the element, its author saw blocks, not code. */
  #code(out: Block[], element: Element, level: number): void {
    const parts = [...walkHtml(element)].filter((node) => node.type === 'element')
    if (parts.some((node) => this.#parsed.slotOf(node))) {
      this.read(out, element.children, level)
      return
    }
    if (!parts.every((part) => part.tagName === 'pre' || this.#isInline(part))) {
      this.#keepWhole(out, element)
      return
    }
    const classes = parts.map((node) => attributeOf(node, 'className')).join(' ')
    const language = /(?:^|\s)(?:language|lang)-([\w+#.-]+)/.exec(classes)?.[1] ?? PLAIN_LANGUAGE
    const text = this.#writtenText(element).replace(/\n$/, '')
    this.#host.add(out, 'codeBlock', { language }, text === '' ? [] : [{ type: 'text', text, styles: {} }])
  }

  /** The visible text of an element, including tags that are text. */
  #writtenText(node: Nodes): string {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return ''
    const inside = node.children.map((child) => this.#writtenText(child)).join('')
    if (!this.#parsed.isWords(node)) return inside
    const opening = this.#parsed.openingOf(node)
    return opening + inside + (isSelfClosed(opening) ? '' : this.#parsed.closingOf(node))
  }

  #details(out: Block[], element: Element, level: number): void {
    const isSummary = (child: Nodes) => child.type === 'element' && child.tagName === 'summary'
    const summary = element.children.find(isSummary)
    const title = summary
      ? oneLine(
          this.#lineOf((summary as Element).children)
            .map(({ text }) => text)
            .join(''),
        )
      : ''
    const block = this.#host.add(out, 'details', { summary: title })
    const rest = element.children.filter((child) => child !== summary)
    this.#host.fill(out, block, level, (inner, depth) => this.read(inner, rest, depth), false)
  }

  /** The text below an image is its caption, if there is only one image. */
  #figure(out: Block[], element: Element, level: number): void {
    const caption = element.children.find((child) => child.type === 'element' && child.tagName === 'figcaption')
    const inner: Block[] = []
    this.read(
      inner,
      element.children.filter((child) => child !== caption),
      level,
    )
    const [only, ...others] = inner
    const words = caption ? this.#lineOf((caption as Element).children) : []
    if (only?.props.url !== undefined && others.length === 0 && caption) {
      only.props.caption = oneLine(words.map(({ text }) => text).join(''))
      out.push(only)
      return
    }
    out.push(...inner)
    if (caption) this.read(out, (caption as Element).children, level)
  }

  #media(out: Block[], element: Element, level: number): void {
    const player = playerOf(element, this.#parsed)
    if (!player) {
      this.#keepWhole(out, element)
      return
    }
    const { type, ...props } = player
    this.#host.add(out, type!, props)
    if (!isClosed(element, this.#parsed)) this.read(out, element.children, level)
  }

  /** Keeps a table of text; one with blocks is read cell by cell, so that nothing is lost. */
  #table(out: Block[], element: Element, level: number): void {
    const rows: Element[] = []
    let isPlain = true
    for (const node of walkHtml(element)) {
      if (node.type !== 'element' || node === element) continue
      isPlain = !(this.#parsed.slotOf(node) || node.tagName === 'table' || node.tagName === 'pre')
      // Nested tables would be walked once for each level.
      if (!isPlain) break
      if (node.tagName === 'tr') rows.push(node)
    }
    if (!isPlain || rows.length === 0) {
      this.read(out, element.children, level)
      return
    }
    const caption = element.children.find((child) => child.type === 'element' && child.tagName === 'caption')
    if (caption) this.read(out, [caption], level)
    const cells = rows.map((row) => row.children.filter((child) => child.type === 'element'))
    const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
    const ragged = width * cells.length > MAX_PADDED_CELLS
    const header = cells[0]!.length > 0 && cells[0]!.every(({ tagName }) => tagName === 'th')
    this.#host.add(
      out,
      'table',
      {},
      {
        type: 'tableContent',
        columnWidths: Array.from({ length: width }, () => null),
        ...(header && { headerRows: 1 }),
        rows: cells.map((row) => ({
          cells: Array.from({ length: ragged ? row.length : width }, (_, column): TableCell => {
            const cell = row[column]
            return {
              type: 'tableCell',
              content: cell ? itemsOf(tidyRuns(this.#lineOf(cell.children))) : [],
              props: cell ? alignment(cell) : {},
            }
          }),
        })),
      },
    )
  }
}

/** All ancestors of blocks, found in one walk. */
function aroundBlocks(root: Nodes, isInline: (element: Element) => boolean): ReadonlySet<Nodes> {
  const around = new Set<Nodes>()
  for (const node of [...walkHtml(root)].reverse()) {
    if (!('children' in node)) continue
    const holds = node.children.some((child) => around.has(child) || (child.type === 'element' && !isInline(child)))
    if (holds) around.add(node)
  }
  return around
}

function alignment(cell: Element): Record<string, unknown> {
  const align = attributeOf(cell, 'align').toLowerCase()
  return align === 'center' || align === 'right' ? { textAlignment: align } : {}
}
