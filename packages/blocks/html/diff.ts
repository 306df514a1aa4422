// A difference (../diff.ts) → HTML: the text as readers see it, with what was added and removed in it, and below a block what
// can't be marked in its words. Each block that changed is in a box or a list item with `data-op`; `within` is one around it.

import { type BlockDiff, isUnchanged, lineProp } from '../diff.ts'
import type { DiffDetail, DiffPiece } from '../diff-words.ts'
import type { Block, Inline, TableContent } from '../model.ts'
import { blockText, oneLine } from '../text.ts'
import type { CodeChange } from './code.ts'
import { eachToHtml, type HtmlOptions } from './html.ts'
import { escapeHtml } from './inline.ts'

/** The HTML of each block of a difference. List items are lists of their own, whose numbers go on. */
export function diffToHtml(blocks: readonly BlockDiff[], options: HtmlOptions & { prefix: string }): string[] {
  const drawing = new Drawing(blocks)
  let number = 0
  const drawn = blocks.map((one) => {
    const { type, props } = one.block
    const start = typeof props.start === 'number' ? props.start : number + 1
    if (one.op !== 'removed') number = type === 'numberedListItem' ? start : 0
    const numbered = type === 'numberedListItem' ? { ...one, block: { ...one.block, props: { ...props, start } } } : one
    return drawing.draw(numbered)
  })
  return eachToHtml(drawn, { ...options, marks: drawing })
}

/** Blocks as the renderer takes them, with what it has to know of each. */
class Drawing {
  readonly #ops = new Map<object, string>()
  readonly #lines = new Map<Block, Inline[]>()
  readonly #codes = new Map<Block, CodeChange>()
  readonly #diffs = new Map<Block, BlockDiff>()
  /** The beginning of each block's text by its former id. */
  readonly #texts = new Map<string, string>()

  constructor(blocks: readonly BlockDiff[]) {
    const collect = ({ before, children }: BlockDiff): void => {
      if (before) this.#texts.set(before.id, beginningOf(before))
      children.forEach(collect)
    }
    blocks.forEach(collect)
  }

  readonly op = (part: object): string | undefined => this.#ops.get(part)
  readonly line = (block: Block): Inline[] | undefined => this.#lines.get(block)
  readonly code = (block: Block): CodeChange | undefined => this.#codes.get(block)

  draw(one: BlockDiff): Block[] {
    const { op, before, pieces = [], rows = [] } = one
    const block = { ...one.block, children: one.children.flatMap((child) => this.draw(child)) }
    if (op !== 'changed' || !before) {
      const shown = op === 'same' && !isUnchanged(one) ? 'within' : op
      return [shown === 'same' ? block : this.#marked(readable(block), shown, one)]
    }
    // A formula and a picture have no words to mark.
    const isWhole = block.type === 'math' || (block.props.url ?? '') !== (before.props.url ?? '')
    if (isWhole) return [this.#marked({ ...before, children: [] }, 'removed'), this.#marked(block, 'added', one)]
    const changed = this.#marked(block, 'changed', one)
    const line = before.type === block.type ? lineProp(block.type) : undefined
    if (line === 'source')
      return [this.#become(changed, { ...changed, type: 'paragraph', props: {}, content: this.#items(pieces, true) })]
    if (line !== undefined) this.#lines.set(changed, this.#items(pieces))
    else if (rows.length > 0) changed.content = this.#table(changed.content as TableContent, rows)
    else if (['codeBlock', 'mermaid'].includes(block.type)) this.#codes.set(changed, { before, pieces })
    else if (pieces.length > 0) changed.content = this.#items(pieces)
    return [changed]
  }

  #marked(block: Block, op: string, one?: BlockDiff): Block {
    const marked = { ...block }
    this.#ops.set(marked, op)
    if (one) this.#diffs.set(marked, one)
    return marked
  }

  #become(marked: Block, other: Block): Block {
    return this.#marked(other, this.#ops.get(marked)!, this.#diffs.get(marked))
  }

  #items(pieces: readonly DiffPiece[], isCode = false): Inline[] {
    return pieces.flatMap(({ op, text, styles, href, point }): Inline[] => {
      if (point && op === 'same') return []
      const words = { type: 'text' as const, text, styles: isCode ? { code: true } : styles }
      const item: Inline = href === undefined ? words : { type: 'link', href, content: [words] }
      this.#ops.set(item, op)
      return [item]
    })
  }

  #table(content: TableContent, rows: NonNullable<BlockDiff['rows']>): TableContent {
    const drawn = rows.map(({ op, cells }) => {
      const row = {
        cells: cells.map(({ op, props, pieces }) => {
          const cell = { type: 'tableCell' as const, props, content: this.#items(pieces) }
          if (op !== 'same') this.#ops.set(cell, op)
          return cell
        }),
      }
      if (op !== 'same') this.#ops.set(row, op)
      return row
    })
    return { ...content, rows: drawn }
  }

  readonly notes = (block: Block): string => {
    const { op, from, details = [] } = this.#diffs.get(block) ?? { op: 'same' }
    const moved = from ? [`Moved from ${this.#placeName(from)}`] : []
    const empty =
      ['added', 'removed', 'moved'].includes(op) && isBlank(block) ? [`Empty ${nameOf(block.type).toLowerCase()}`] : []
    return [...moved, ...empty, ...detailsHtml(details)].map((note) => `<p class="diff-note">${note}</p>\n`).join('')
  }

  #placeName({ parent, after }: NonNullable<BlockDiff['from']>): string {
    const quoted = (id: string) => {
      const text = this.#texts.get(id)
      return text ? `“${escapeHtml(text)}”` : 'an empty block'
    }
    const place = after === null ? 'the beginning' : `below ${quoted(after)}`
    return parent === null ? place : `inside ${quoted(parent)}, ${place}`
  }
}

/** Readers see nothing of unknown syntax without content; its source is shown instead. */
const readable = (block: Block): Block =>
  block.type === 'unknown' && isBlank({ ...block, props: {} }) && block.props.source
    ? { ...block, content: [{ type: 'text', text: String(block.props.source), styles: { code: true } }] }
    : block

const isBlank = (block: Block): boolean =>
  blockText(block).trim() === '' && !block.props.url && block.type !== 'divider' && block.children.every(isBlank)

const LONGEST_BEGINNING = 60
function beginningOf(block: Block): string {
  const text = oneLine(blockText(block))
  return text.length > LONGEST_BEGINNING ? `${text.slice(0, LONGEST_BEGINNING).trimEnd()}…` : text
}

/** A readable name of a type, prop or style. */
function nameOf(key: string): string {
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The styles of the same words are one line. */
function detailsHtml(details: readonly DiffDetail[]): string[] {
  const [styles, others] = [
    details.filter(({ kind }) => kind === 'style'),
    details.filter(({ kind }) => kind !== 'style'),
  ]
  const styled = Map.groupBy(styles, ({ text, row, column }) => JSON.stringify([text, row, column]))
  const lines = [...styled.values()].map((group) => {
    const shown = (side: 'before' | 'after') =>
      group
        .filter((one) => one[side] !== null)
        .map((one) => styleName(one.name, one[side]))
        .join(', ')
    return detailHtml({ ...group[0]!, kind: 'prop', name: 'style', before: shown('before'), after: shown('after') })
  })
  return [...others.map(detailHtml), ...lines]
}

const styleName = (name: string, value: unknown): string =>
  value === true ? nameOf(name).toLowerCase() : `${nameOf(name).toLowerCase()} ${shownValue(value)}`

function detailHtml({ kind, name, text, row, column, before, after }: DiffDetail): string {
  const [was, is] = [shownValue(before), shownValue(after)]
  const [old, now] = was === is ? [JSON.stringify(before), JSON.stringify(after)] : [was, is]
  const cell = row === undefined ? '' : ` (row ${row + 1}, column ${column! + 1})`
  const of = text === undefined ? '' : ` of “${escapeHtml(oneLine(text))}”`
  const gone = old && `<del>${escapeHtml(old)}</del>`
  const come = now && `<ins>${escapeHtml(now)}</ins>`
  const label = kind === 'type' ? nameOf(String(before)) : ''
  const values = label
    ? `<del>${label}</del> → <ins>${nameOf(String(after))}</ins>`
    : [gone, come].filter(Boolean).join(' → ')
  return `${nameOf(name)}${of}${cell}: ${values}`
}

function shownValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
