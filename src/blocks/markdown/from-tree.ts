// A Markdown tree → blocks. Drops only comments; anything without a block becomes an unknown one. Inline content is in
// from-markdown-inline.ts, HTML in from-html.ts, containers in from-containers.ts.

import { readMark } from 'galley-blocks/callouts.ts'
import { type Block, type Inline, type InlinePoint, MAX_DEPTH, type TableCell } from 'galley-blocks/model.ts'
import { itemsOf, NO_MARKS, runsOf, type TextRun, tidyRuns } from 'galley-blocks/runs.ts'
import { oneLine } from 'galley-blocks/text.ts'
import type {
  Blockquote,
  Code,
  Definition,
  Html,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from 'mdast'
import { attachmentIn } from '../attachments.ts'
import { readMeta, withoutMarks } from '../code-meta.ts'
import { parseMarkdown } from '../parsing/parse-markdown.ts'
import type { Container } from '../syntax/nodes.ts'
import { calloutKindOf, readContainer } from './from-containers.ts'
import { type Host, HtmlReader } from './from-html.ts'
import { type Definitions, lineOf, type MarkdownPicture, type Phrase, partsOf } from './from-markdown-inline.ts'
import { innerText, parseWithSlots } from './html-source.ts'
import {
  MAX_LIST_NUMBER,
  MAX_PADDED_CELLS,
  mediaTypeOf,
  PLAIN_LANGUAGE,
  withBareBlankLines,
} from './markdown-mapping.ts'

/** Gets the line (from 1) where the top-level block begins; 0 if unknown. */
export type MakeId = (line: number) => string

export class TreeConverter {
  readonly blocks: Block[] = []
  readonly #makeId: MakeId
  readonly #keepsTags: boolean
  readonly #definitions: Definitions
  readonly #used = new Set<string>()

  constructor(tree: Root, makeId: MakeId, keepsTags = false) {
    this.#makeId = makeId
    this.#keepsTags = keepsTags
    this.#definitions = definitionsOf(tree, this.#used)
    this.#addFlow(this.blocks, tree.children, 1)
    if (this.#anchors.length > 0) this.#add(this.blocks, 'paragraph', {}, itemsOf(this.#anchors))
    for (const note of this.#notes) this.blocks.push(note)
  }

  /** The lines of top-level blocks. */
  readonly lines = new Map<Block, { from: number; to: number }>()
  #at = { from: 0, to: 0 }

  /** Records the lines of the current top-level node; entries of a top-level list have their own. */
  #goTo(out: Block[], { position }: Nodes): void {
    if (out === this.blocks && position) this.#at = { from: position.start.line, to: position.end.line }
  }

  /** Anchors on their own, which belong to the text after them. */
  #anchors: TextRun[] = []

  /**
   * Footnotes inside a list, quote or container: they are moved to the document's end, because to-markdown.ts writes none
   * elsewhere.
   */
  readonly #notes: Block[] = []

  #withAnchors(runs: TextRun[]): TextRun[] {
    const all = this.#anchors.length === 0 ? runs : [...this.#anchors, ...runs]
    this.#anchors = []
    return all
  }

  #add(out: Block[], type: string, props: Record<string, unknown>, content?: Block['content']): Block {
    const id = this.#makeId(this.#at.from)
    const block: Block =
      content === undefined ? { id, type, props, children: [] } : { id, type, props, content, children: [] }
    out.push(block)
    if (out === this.blocks) this.lines.set(block, this.#at)
    return block
  }

  #addFlow(out: Block[], nodes: readonly RootContent[], level: number): void {
    const first = nodes.findIndex(isHtml)
    if (first === -1) {
      for (const node of nodes) this.#addNode(out, node, level)
      return
    }
    // A tag may be closed by any later piece, so everything between the first and the last one is parsed together.
    const last = nodes.findLastIndex(isHtml)
    for (const node of nodes.slice(0, first)) this.#addNode(out, node, level)
    this.#addHtml(out, nodes.slice(first, last + 1), level)
    for (const node of nodes.slice(last + 1)) this.#addNode(out, node, level)
  }

  #addHtml(out: Block[], nodes: readonly RootContent[], level: number): void {
    this.#goTo(out, nodes[0]!)
    const parsed = parseWithSlots(nodes, (node) => (isHtml(node) ? node.value : undefined), '\n', this.#keepsTags)
    if (parsed) new HtmlReader(parsed, this.#host).read(out, parsed.tree.children, level)
    else for (const node of nodes) this.#addNode(out, node, level)
  }

  readonly #host: Host = {
    add: (out, type, props, content) => this.#add(out, type, props, content),
    addNode: (out, node, level) => this.#addNode(out, node, level),
    addPhrase: (out, phrase) => this.#addPhrase(out, phrase),
    lineOf: (phrase) => lineOf(phrase, this.#definitions),
    fill: (out, block, level, addInner, own) => this.#fill(out, block, level, addInner, own),
  }

  #addNode(out: Block[], node: RootContent, level: number): void {
    this.#goTo(out, node)
    switch (node.type) {
      case 'paragraph':
        this.#addParagraph(out, node)
        break
      case 'heading':
        this.#addHeading(out, node.depth, node.children)
        break
      case 'thematicBreak':
        this.#add(out, 'divider', {})
        break
      case 'blockquote':
        this.#addQuote(out, node, level)
        break
      case 'list':
        this.#addList(out, node, level)
        break
      case 'code':
        this.#addCode(out, node)
        break
      case 'math':
        this.#add(out, 'math', {}, textContent(node.value))
        break
      case 'container':
        this.#addContainer(out, node, level)
        break
      case 'html':
        // Only HTML that parseWithSlots() couldn't parse gets here.
        this.#add(out, 'unknown', { syntax: 'html', source: node.value }, [])
        break
      case 'table':
        this.#addTable(out, node)
        break
      case 'footnoteDefinition':
        this.#addFootnote(out, node.label ?? node.identifier, node.children, level)
        break
      case 'definition':
        this.#addDefinition(out, node)
        break
      default:
        throw new Error(`Markdown gave a ${node.type} where blocks stand`)
    }
  }

  /** A quote that begins with `[!NOTE]` is a callout. */
  #addQuote(out: Block[], { children }: Blockquote, level: number): void {
    const [first, ...others] = children
    const mark = first?.type === 'paragraph' ? markedAs(first) : undefined
    if (!mark) {
      this.#addHolder(out, 'quote', {}, children, level)
      return
    }
    const rest = mark.rest.length > 0 ? [{ ...first, children: mark.rest } as Paragraph, ...others] : others
    const block = this.#add(out, 'callout', mark.props)
    this.#fill(out, block, level, (inner, depth) => this.#addFlow(inner, rest, depth), false)
  }

  #addParagraph(out: Block[], { children }: Paragraph): void {
    const [only, ...others] = children
    // A paragraph of just $$…$$ is a block, also when its dollars share a line with it.
    if (only?.type === 'inlineMath' && only.display && others.length === 0)
      this.#add(out, 'math', {}, textContent(only.value))
    else this.#addPhrase(out, { nodes: children })
  }

  #addPhrase(out: Block[], phrase: Phrase): void {
    for (const part of partsOf(phrase, this.#definitions)) {
      if ('picture' in part) this.#addPicture(out, part.picture)
      else this.#addText(out, part.runs)
    }
  }

  #addCode(out: Block[], node: Code): void {
    const { language, props } = readMeta(node.lang ?? '', node.meta ?? '')
    // GitHub's fences for diagrams and formulas; with a title or marked lines it is code to show.
    if ((language === 'mermaid' || language === 'math') && Object.keys(props).length === 0) {
      this.#add(out, language, {}, textContent(node.value))
      return
    }
    const { code, lines } = withoutMarks(node.value, node.lang ?? '')
    this.#add(out, 'codeBlock', { language: language || PLAIN_LANGUAGE, ...props, ...lines }, textContent(code))
  }

  #addContainer(out: Block[], node: Container, level: number): void {
    const { type, props, children } = readContainer(node, (markdown) => this.#titleOf(markdown))
    // Only HTML sources contain readable text; a shortcode or component shows readers nothing.
    const isHtmlAlone = props.syntax === 'html' && children.length === 0
    const inside = type === 'unknown' ? textContent(isHtmlAlone ? innerText(String(props.source)) : '') : undefined
    const block = this.#add(out, type, props, inside)
    this.#fill(out, block, level, (inner, depth) => this.#addFlow(inner, children, depth), false)
  }

  /** The text of a title written in Markdown. */
  #titleOf(markdown: string): string {
    const [only, ...others] = parseMarkdown(markdown).children
    if (only?.type !== 'paragraph' || others.length > 0) return oneLine(markdown)
    return oneLine(
      lineOf({ nodes: only.children }, this.#definitions)
        .map(({ text }) => text)
        .join(''),
    )
  }

  #addText(out: Block[], runs: TextRun[]): void {
    let tidy = tidyRuns(runs)
    // At the start of a paragraph these would turn all of it into HTML.
    for (let first = tidy[0]?.point; first?.type === 'unknown' && OPENS_HTML.test(first.props.source); ) {
      this.#addPoint(out, first)
      tidy = tidyRuns(tidy.slice(1))
      first = tidy[0]?.point
    }
    if (tidy.length === 0) return
    if (tidy.every(({ point }) => point?.type === 'anchor')) this.#anchors.push(...tidy)
    // Unknown tags without text around them are blocks.
    else if (tidy.every(({ point }) => point)) for (const { point } of tidy) this.#addPoint(out, point!)
    else this.#addItems(out, itemsOf(this.#withAnchors(tidy)))
  }

  #addItems(out: Block[], items: Inline[]): void {
    const file = attachmentIn(items)
    if (file) this.#add(out, 'file', file)
    else this.#add(out, 'paragraph', {}, items)
  }

  #addPoint(out: Block[], point: InlinePoint): void {
    if (point.type === 'unknown') this.#add(out, 'unknown', { ...point.props }, [])
    else this.#anchors.push({ text: '', marks: NO_MARKS, point })
  }

  #addPicture(out: Block[], { type, url, name, caption, link }: MarkdownPicture): void {
    this.#add(out, type ?? mediaTypeOf(url), { url, name, caption, ...(link !== undefined && { link }) })
  }

  #addHeading(out: Block[], level: number, nodes: readonly PhrasingContent[]): void {
    const parts = partsOf({ nodes }, this.#definitions)
    const { anchor, runs } = withoutAnchor(tidyRuns(parts.flatMap((part) => ('runs' in part ? part.runs : []))))
    const content = itemsOf(runs.length > 0 ? this.#withAnchors(runs) : runs)
    const pictures = parts.flatMap((part) => ('picture' in part ? [part.picture] : []))
    // A heading that is just an image, as in many READMEs, becomes that image.
    if (content.length > 0 || pictures.length === 0)
      this.#add(out, 'heading', { level, ...(anchor && { anchor }) }, content)
    for (const picture of pictures) this.#addPicture(out, picture)
  }

  #addList(out: Block[], list: List, level: number): void {
    for (const [index, item] of list.children.entries()) {
      this.#goTo(out, item)
      if (typeof item.checked === 'boolean') {
        this.#addHolder(out, 'checkListItem', { checked: item.checked }, item.children, level)
      } else if (list.ordered) {
        this.#addHolder(out, 'numberedListItem', numberProps(out, list, index), item.children, level)
      } else {
        this.#addHolder(out, 'bulletListItem', {}, item.children, level)
      }
    }
  }

  /** Adds a block with text and children. */
  #addHolder(
    out: Block[],
    type: string,
    props: Record<string, unknown>,
    nodes: ListItem['children'],
    level: number,
    lead: TextRun[] = [],
  ): void {
    const block = this.#add(out, type, props, [])
    this.#fill(out, block, level, (inner, depth) => this.#addFlow(inner, nodes, depth), true)
    if (lead.length > 0) block.content = itemsOf(tidyRuns([...lead, ...runsOf(block.content ?? [])]))
  }

  /** With `own`, the first paragraph becomes the block's own content. */
  #fill(
    out: Block[],
    block: Block,
    level: number,
    addInner: (inner: Block[], level: number) => void,
    own: boolean,
  ): void {
    // Below the deepest level, children follow their parent instead.
    const deepest = level >= MAX_DEPTH
    const inner: Block[] = []
    addInner(inner, deepest ? level : level + 1)
    if (own && inner[0]?.type === 'paragraph') block.content = inner.shift()!.content ?? []
    for (const child of inner) (deepest ? out : block.children).push(child)
  }

  #addFootnote(out: Block[], label: string, nodes: ListItem['children'], level: number): void {
    const lead: TextRun = { text: `[^${label}]: `, marks: NO_MARKS }
    const noteBlocks: Block[] = []
    this.#addHolder(noteBlocks, 'paragraph', {}, nodes, 1, [lead])
    for (const block of withBareBlankLines(noteBlocks)) (level > 1 ? this.#notes : out).push(block)
  }

  /**
   * Keeps a definition that no link uses as an unknown block, which readers don't see. A used one lives on in its links, and
   * one without a target, `[//]: # (note)`, is a comment.
   */
  #addDefinition(out: Block[], node: Definition): void {
    const isUsed = this.#used.has(node.identifier) && this.#definitions.get(node.identifier) === node
    if (isUsed || isComment(node)) return
    const title = node.title ? ` "${node.title}"` : ''
    const source = `[${node.label ?? node.identifier}]: ${node.url}${title}`
    this.#add(out, 'unknown', { syntax: 'markdown', source }, [])
  }

  #addTable(out: Block[], table: Table): void {
    const width = table.children.reduce((most, row) => Math.max(most, row.children.length), 0)
    const ragged = width * table.children.length > MAX_PADDED_CELLS
    const rows = table.children.map((row) => ({
      cells: Array.from({ length: ragged ? row.children.length : width }, (_, column): TableCell => {
        const align = table.align?.[column]
        return {
          type: 'tableCell',
          content: itemsOf(tidyRuns(lineOf({ nodes: row.children[column]?.children ?? [] }, this.#definitions))),
          props: align === 'center' || align === 'right' ? { textAlignment: align } : {},
        }
      }),
    }))
    const headless = rows.length > 1 && rows[0]!.cells.every((cell) => cell.content.length === 0)
    if (headless) rows.shift()
    const columnWidths = Array.from({ length: width }, () => null)
    this.#add(out, 'table', {}, { type: 'tableContent', columnWidths, ...(!headless && { headerRows: 1 }), rows })
  }
}

/** The callout that a quote's first paragraph makes of it, and that paragraph without its mark. */
function markedAs({ children: [first, ...others] }: Paragraph) {
  const mark = first?.type === 'text' ? readMark(first.value) : undefined
  const props = mark && calloutKindOf(mark.kind)
  if (!props) return undefined
  if (mark.rest !== '') return { props, rest: [{ ...first, value: mark.rest } as PhrasingContent, ...others] }
  return { props, rest: others[0]?.type === 'break' ? others.slice(1) : others }
}

function numberProps(out: Block[], list: List, index: number): Record<string, unknown> {
  const follows = out.at(-1)?.type === 'numberedListItem'
  if (follows && index > 0) return {}
  const number = Math.min((list.start ?? 1) + index, MAX_LIST_NUMBER)
  return number !== 1 || follows ? { start: number } : {}
}

const isHtml = (node: RootContent): node is Html => node.type === 'html'

const textContent = (text: string): Inline[] => (text === '' ? [] : [plain(text)])

const OPENS_HTML = /^<(?:[!?]|(?:script|style|pre|textarea|head|title)\b)/i

const ANCHOR = /^\{#([^\s{}#]+)\}$/

/** Removes "{#id}" from the end of a heading. */
function withoutAnchor(runs: TextRun[]): { anchor?: string; runs: TextRun[] } {
  const last = runs.at(-1)
  if (!last?.text.endsWith('}') || last.marks.size > 0 || last.href !== undefined) return { runs }
  const start = last.text.lastIndexOf('{')
  const anchor = ANCHOR.exec(last.text.slice(start))?.[1]
  if (anchor === undefined || (start > 0 && last.text[start - 1] !== ' ')) return { runs }
  return { anchor, runs: tidyRuns([...runs.slice(0, -1), { ...last, text: last.text.slice(0, start) }]) }
}

export function plain(text: string): Inline {
  return { type: 'text', text, styles: {} }
}

/** All link definitions, the first of a name winning, and which of them are used. */
function definitionsOf(tree: Root, used: Set<string>): Definitions {
  const definitions = new Map<string, Definition>()
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'definition') {
      if (!definitions.has(node.identifier)) definitions.set(node.identifier, node)
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      used.add(node.identifier)
    }
    if (!('children' in node)) continue
    for (let index = node.children.length - 1; index >= 0; index--) waiting.push(node.children[index]!)
  }
  return definitions
}

const isComment = ({ url }: Definition): boolean => url === '#' || url === ''
