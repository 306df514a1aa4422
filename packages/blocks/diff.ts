// What changed between two texts: blocks added, removed, moved and changed, and in changed ones words, links, styles, props and
// cells. Everything that readers see differently (`saysSame`) is in it, because people approve what they see; nothing else is.

import { blockTypeSpec, propsOfType } from './block-types.ts'
import { blocksEqual, type PlainBlock, plainBlock, saysSame } from './compare.ts'
import { diffProps, diffTable, type TableDiff } from './diff-table.ts'
import { type DiffDetail, type DiffPiece, diffLines, diffText, diffWords } from './diff-words.ts'
import { likenessOf, pairBlocks, wordSet } from './ids.ts'
import { type Block, isRecord } from './model.ts'
import { blockText, inlineText } from './text.ts'

/**
 * A block of both texts in the order of the new one, with those removed where they were. `block` is the new state (of a removed
 * one the old), `before` the old one. `from`: it is also moved from inside `parent`, after `after` (null: the top, the beginning).
 */
export type BlockDiff = Partial<Changes> & {
  op: 'same' | 'added' | 'removed' | 'changed' | 'moved'
  block: Block
  before?: Block
  from?: { parent: string | null; after: string | null }
  children: BlockDiff[]
}
/** `pieces`: of its text, its title, or the lines of code. */
type Changes = { pieces: DiffPiece[]; rows: TableDiff['rows']; details: DiffDetail[] }

export function diff(before: Block[], after: Block[]): BlockDiff[] {
  return new TextDiff(before, after).level(before, after)
}

/** The differences alone, in reading order: none if both texts say the same. */
export const changesIn = (blocks: readonly BlockDiff[]): BlockDiff[] =>
  blocks.flatMap((one) => (one.op === 'same' ? changesIn(one.children) : [one, ...changesIn(one.children)]))

export const isUnchanged = (one: BlockDiff): boolean => one.op === 'same' && one.children.every(isUnchanged)

class TextDiff {
  readonly #pairs: ReadonlyMap<Block, Block>
  readonly #matched: ReadonlySet<Block>
  /** Where each block of the old text was. */
  readonly #places = new Map<Block, NonNullable<BlockDiff['from']>>()

  constructor(before: Block[], after: Block[]) {
    const pairs = new Map<Block, Block>()
    const matched = new Set<Block>()
    for (const [is, was] of pairBlocks(before, after)) {
      if (matched.has(was) || !isSameBlock(was, is)) continue
      pairs.set(is, was)
      matched.add(was)
    }
    this.#pairs = pairs
    this.#matched = matched
    this.#place(before, null)
  }

  #place(blocks: Block[], parent: string | null): void {
    for (const [at, block] of blocks.entries()) {
      this.#places.set(block, { parent, after: blocks[at - 1]?.id ?? null })
      this.#place(block.children, block.id)
    }
  }

  /** The children of two matched blocks, or of one that was added or removed. */
  level(was: Block[], is: Block[]): BlockDiff[] {
    const positions = new Map(was.map((block, at) => [block, at]))
    const formerly = is.map((block) => positions.get(this.#pairs.get(block)!))
    const staying = longestRising(formerly)
    const found: BlockDiff[] = []
    let next = 0
    const addRemoved = (to: number) => {
      for (; next < to; next++) if (!this.#matched.has(was[next]!)) found.push(this.#removed(was[next]!))
    }
    let stay = 0
    for (const [at, block] of is.entries()) {
      // Removed blocks come before those that were added in their place.
      addRemoved(formerly[staying[stay] ?? -1] ?? was.length)
      const stays = staying[stay] === at
      if (stays) [stay, next] = [stay + 1, next + 1]
      found.push(this.#present(block, stays))
    }
    addRemoved(was.length)
    return found
  }

  #removed(block: Block): BlockDiff {
    return { op: 'removed', block, before: block, children: this.level(block.children, []) }
  }

  #present(block: Block, stays: boolean): BlockDiff {
    const before = this.#pairs.get(block)
    const children = this.level(before?.children ?? [], block.children)
    if (!before) return { op: 'added', block, children }
    const from = stays ? {} : { from: this.#places.get(before)! }
    if (saysSame(before, block)) return { op: stays ? 'same' : 'moved', block, before, ...from, children }
    return { op: 'changed', block, before, ...from, ...changesOf(before, block), children }
  }
}

/** The positions of the longest rising run of numbers: what doesn't move. */
function longestRising(numbers: (number | undefined)[]): number[] {
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, number] of numbers.entries()) {
    if (number === undefined) continue
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (numbers[ends[middle]!]! < number) from = middle + 1
      else to = middle
    }
    previous[at] = ends[from - 1]
    ends[from] = at
  }
  const run: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.push(at)
  return run.reverse()
}

/** With less in common, a removed and an added block are easier to read. */
const LEAST_LIKENESS = 0.35

function isSameBlock(was: Block, is: Block): boolean {
  if (was.type !== is.type && !(isText(was) && isText(is))) return false
  if (was.id === is.id || saysSame(was, is)) return true
  return likenessOf(wordSet(blockText(was)), wordSet(blockText(is))) >= LEAST_LIKENESS
}

/** A paragraph that became a table is removed and added. */
const isText = ({ type }: Block) => ['inline', 'plain'].includes(blockTypeSpec(type)?.content ?? '')

function changesOf(before: Block, block: Block): Changes {
  const [was, is] = [seenBlock(before), seenBlock(block)]
  const line = was.type === is.type ? lineProp(is.type) : undefined
  const { details = [], ...content } = contentChanges(was, is, line)
  const all: DiffDetail[] = [
    ...(was.type === is.type ? [] : [{ kind: 'type' as const, name: 'type', before: was.type, after: is.type }]),
    ...diffProps('prop', was.props, is.props, propsOfType(is.type)).filter(({ name }) => name !== line),
    ...details,
  ]
  const isSeen =
    all.length > 0 || content.pieces?.some(({ op }) => op !== 'same') || content.rows?.some(({ op }) => op !== 'same')
  // Other JSON that reads the same, such as a link split in two.
  const stored: DiffDetail = { kind: 'stored', name: 'stored', before: was, after: is }
  return { pieces: [], rows: [], ...content, details: isSeen ? all : [stored] }
}

/** With an image's link, which visitors follow, although the editor drops it. */
function seenBlock(block: Block): PlainBlock {
  const plain = plainBlock(block)
  const { link } = block.props
  return typeof link === 'string' ? { ...plain, props: { ...plain.props, link } } : plain
}

/** The prop that is the text of a type without content. */
export function lineProp(type: string): string | undefined {
  const editor = blockTypeSpec(type)?.editor
  if (!editor || 'code' in editor) return undefined
  return 'line' in editor ? editor.line : 'source'
}

function contentChanges(was: PlainBlock, is: PlainBlock, line: string | undefined): Partial<Changes> {
  const [old, now] = [was.content, is.content]
  if (line !== undefined) return { pieces: diffText(String(was.props[line] ?? ''), String(is.props[line] ?? '')) }
  if (isRecord(old) && isRecord(now) && is.type === 'table') return diffTable(old, now)
  if (Array.isArray(old) && Array.isArray(now) && blockTypeSpec(is.type)?.content === 'plain')
    return { pieces: diffLines(inlineText(old), inlineText(now)) }
  // Media are shown in both states, and their words are props.
  if (Array.isArray(old) && Array.isArray(now))
    return blockTypeSpec(is.type)?.content === 'none' ? {} : diffWords(old, now)
  return blocksEqual(old, now) ? {} : { details: [{ kind: 'stored', name: 'content', before: old, after: now }] }
}
