// Markdown (GFM) → blocks. Nothing is dropped: what has no block becomes a paragraph of its text. The result passes the gate
// of validate.ts, unless the Markdown itself holds more blocks than a document may. Inline content: from-markdown-inline.ts.

import { randomUUID } from 'node:crypto'
import { type Block, type Inline, MAX_DEPTH, type TableCell } from 'galley-blocks/model.ts'
import type { Definition, List, ListItem, Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { type Definitions, lineOf, type MarkdownPicture, partsOf } from './from-markdown-inline.ts'
import {
  MAX_LIST_NUMBER,
  MAX_PADDED_CELLS,
  mediaTypeOf,
  PLAIN_LANGUAGE,
  withBareBlankLines,
} from './markdown-mapping.ts'
import { parseMarkdown, parsePlainMarkdown } from './parse-markdown.ts'
import { itemsOf, NO_MARKS, runsOf, type TextRun, tidyRuns } from './runs.ts'
import { oneLine } from './text.ts'
import { safeUrl } from './urls.ts'

type MakeId = () => string

const normalised = (markdown: string): string => markdown.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')

/** blocksFromPlainMarkdown is for the event loop: undefined where more characters than allowed need the full parser. */
export function blocksFromPlainMarkdown(markdown: string, mostDoubtful: number): Block[] | undefined {
  const tree = parsePlainMarkdown(normalised(markdown), mostDoubtful)
  return tree && new Converter(tree, randomUUID).blocks
}

export function blocksFromMarkdown(markdown: string, makeId: MakeId = randomUUID): Block[] {
  const source = normalised(markdown)
  try {
    return new Converter(parseMarkdown(source), makeId).blocks
  } catch (error) {
    // Only nesting that nobody wrote exhausts the stack. Its text is kept, as text.
    if (!(error instanceof RangeError)) throw error
    return plainParagraphs(source, makeId)
  }
}

function plainParagraphs(source: string, makeId: MakeId): Block[] {
  const texts = source.split(/\n(?:[ \t]*\n)+/).map((text) => text.trim())
  return texts
    .filter((text) => text !== '')
    .map((text) => ({ id: makeId(), type: 'paragraph', props: {}, content: [plain(text)], children: [] }))
}

class Converter {
  readonly blocks: Block[] = []
  readonly #makeId: MakeId
  readonly #definitions: Definitions
  readonly #used = new Set<string>()

  constructor(tree: Root, makeId: MakeId) {
    this.#makeId = makeId
    this.#definitions = definitionsOf(tree, this.#used)
    this.#addFlow(this.blocks, tree.children, 1)
  }

  #add(out: Block[], type: string, props: Record<string, unknown>, content?: Block['content']): Block {
    const id = this.#makeId()
    const block: Block =
      content === undefined ? { id, type, props, children: [] } : { id, type, props, content, children: [] }
    out.push(block)
    return block
  }

  #addFlow(out: Block[], nodes: readonly RootContent[], level: number): void {
    for (const node of nodes) this.#addNode(out, node, level)
  }

  #addNode(out: Block[], node: RootContent, level: number): void {
    switch (node.type) {
      case 'paragraph':
        this.#addParagraph(out, node.children)
        break
      case 'heading':
        this.#addHeading(out, node.depth, node.children)
        break
      case 'thematicBreak':
        this.#add(out, 'divider', {})
        break
      case 'blockquote':
        this.#addContainer(out, 'quote', {}, node.children, level)
        break
      case 'list':
        this.#addList(out, node, level)
        break
      case 'code': {
        const meta = oneLine(node.meta ?? '')
        const props = { language: oneLine(node.lang ?? '') || PLAIN_LANGUAGE, ...(meta && { meta }) }
        this.#add(out, 'codeBlock', props, node.value === '' ? [] : [plain(node.value)])
        break
      }
      case 'html':
        this.#addHtml(out, node.value)
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

  #addParagraph(out: Block[], nodes: readonly PhrasingContent[]): void {
    for (const part of partsOf(nodes, this.#definitions)) {
      if ('picture' in part) this.#addPicture(out, part.picture)
      else this.#addText(out, part.runs)
    }
  }

  #addText(out: Block[], runs: TextRun[]): void {
    const content = itemsOf(tidyRuns(runs))
    if (content.length > 0) this.#add(out, 'paragraph', {}, content)
  }

  #addPicture(out: Block[], { url, name, caption, link }: MarkdownPicture): void {
    this.#add(out, mediaTypeOf(url), { url, name, caption, ...(link !== undefined && { link }) })
  }

  #addHeading(out: Block[], level: number, nodes: readonly PhrasingContent[]): void {
    const parts = partsOf(nodes, this.#definitions)
    const content = itemsOf(tidyRuns(parts.flatMap((part) => ('runs' in part ? part.runs : []))))
    const pictures = parts.flatMap((part) => ('picture' in part ? [part.picture] : []))
    // A heading that is only a picture, as in many READMEs, is that picture.
    if (content.length > 0 || pictures.length === 0) this.#add(out, 'heading', { level }, content)
    for (const picture of pictures) this.#addPicture(out, picture)
  }

  #addList(out: Block[], list: List, level: number): void {
    for (const [index, item] of list.children.entries()) {
      if (typeof item.checked === 'boolean') {
        this.#addContainer(out, 'checkListItem', { checked: item.checked }, item.children, level)
      } else if (list.ordered) {
        this.#addContainer(out, 'numberedListItem', numberProps(out, list, index), item.children, level)
      } else {
        this.#addContainer(out, 'bulletListItem', {}, item.children, level)
      }
    }
  }

  /** addContainer takes what starts with text as the block's own content and the rest as its children. */
  #addContainer(
    out: Block[],
    type: string,
    props: Record<string, unknown>,
    nodes: ListItem['children'],
    level: number,
    lead: TextRun[] = [],
  ): void {
    // Below the deepest level, children follow their parent instead of hanging from it.
    const deepest = level >= MAX_DEPTH
    const block = this.#add(out, type, props, [])
    const inner: Block[] = []
    this.#addFlow(inner, nodes, deepest ? level : level + 1)
    const own = inner[0]?.type === 'paragraph' ? inner.shift() : undefined
    block.content = itemsOf(tidyRuns([...lead, ...runsOf(own?.content ?? [])]))
    for (const child of inner) (deepest ? out : block.children).push(child)
  }

  #addHtml(out: Block[], html: string): void {
    const lines = html.split('\n').map((line) => line.trim())
    const text = lines.filter((line) => line !== '').join('\n')
    if (!/^(?:<br\s*\/?>\s*)+$/i.test(text)) this.#addText(out, [{ text, marks: NO_MARKS }])
  }

  #addFootnote(out: Block[], label: string, nodes: ListItem['children'], level: number): void {
    const lead: TextRun = { text: `[^${label}]: `, marks: NO_MARKS }
    const made: Block[] = []
    this.#addContainer(made, 'paragraph', {}, nodes, level, [lead])
    for (const block of withBareBlankLines(made)) {
      // Inside lists and quotes a footnote is only text, because to-markdown.ts writes none there.
      const lifted = level > 1 ? block.children : []
      out.push(level > 1 ? { ...block, children: [] } : block)
      for (const child of lifted) out.push(child)
    }
  }

  /** addDefinition keeps a link definition that no link uses; a used one lives on in its links. */
  #addDefinition(out: Block[], node: Definition): void {
    if (this.#used.has(node.identifier) && this.#definitions.get(node.identifier) === node) return
    const href = safeUrl(node.url)
    const url: TextRun = { text: node.url, marks: NO_MARKS, ...(href && { href }) }
    const title = node.title ? ` "${node.title}"` : ''
    this.#addText(out, [
      { text: `[${node.label ?? node.identifier}]: `, marks: NO_MARKS },
      url,
      { text: title, marks: NO_MARKS },
    ])
  }

  #addTable(out: Block[], table: Table): void {
    const width = table.children.reduce((most, row) => Math.max(most, row.children.length), 0)
    const ragged = width * table.children.length > MAX_PADDED_CELLS
    const rows = table.children.map((row) => ({
      cells: Array.from({ length: ragged ? row.children.length : width }, (_, column): TableCell => {
        const align = table.align?.[column]
        return {
          type: 'tableCell',
          content: itemsOf(tidyRuns(lineOf(row.children[column]?.children ?? [], this.#definitions))),
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

function numberProps(out: Block[], list: List, index: number): Record<string, unknown> {
  const follows = out.at(-1)?.type === 'numberedListItem'
  if (follows && index > 0) return {}
  const number = Math.min((list.start ?? 1) + index, MAX_LIST_NUMBER)
  return number !== 1 || follows ? { start: number } : {}
}

function plain(text: string): Inline {
  return { type: 'text', text, styles: {} }
}

/** definitionsOf collects the link definitions, the first of a name counting, and which of them are used. */
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
