// A text edited as Markdown, which has no ids, colours, widths or indented paragraphs: unchanged blocks stay as they were,
// changed ones keep the props that Markdown lacks.

import { blockTypeSpec } from './block-types.ts'
import { blocksEqual } from './compare.ts'
import { takeIds } from './ids.ts'
import { type Block, walkBlocks } from './model.ts'

/**
 * The base with the changes of `now`, the edited Markdown as blocks. `before` is the base's own Markdown as blocks, which
 * shows what Markdown can express.
 */
export function rewritten(base: Block[], before: Block[], now: Block[]): Block[] {
  const withIds = takeIds(base, before)
  const befores = byId(withIds)
  const originals = byId(base)
  const isSame = (block: Block): boolean => {
    const was = befores.get(block.id)
    return was !== undefined && originals.has(block.id) && isEquivalent(was, block)
  }
  const isWholeSame = (block: Block): boolean => isSame(block) && block.children.every(isWholeSame)
  const unsaid = unsaidIn(base, befores)

  /** How many of the base's indented children still follow this block. */
  const indented = (original: Block, following: Block[]): number => {
    if (holdsChildren(original)) return 0
    const lifted = liftedOf(original.children)
    const isThere = lifted.every(({ id }, index) => {
      const now = following[index]
      return now?.id === id && isWholeSame(now)
    })
    return isThere ? lifted.length : 0
  }
  const mended = (block: Block, following: Block[]): { block: Block; taken: number } => {
    const original = originals.get(block.id)
    const children = withUnsaid(block.children, unsaid.get(block.id))
    if (!original) return { block: { ...block, children }, taken: 0 }
    if (!isSame(block)) return { block: { ...withProps(block, original, befores.get(block.id)), children }, taken: 0 }
    const taken = indented(original, following)
    return { block: taken > 0 ? original : { ...original, children }, taken }
  }
  /** Inserts blocks that Markdown omits after their former predecessors. */
  function withUnsaid(siblings: Block[], first: Block[] = []): Block[] {
    const all = [...first]
    for (let at = 0; at < siblings.length; at++) {
      const { block, taken } = mended(siblings[at]!, siblings.slice(at + 1, at + 1 + MOST_INDENTED))
      all.push(block, ...(unsaid.get(`after ${block.id}`) ?? []))
      at += taken
    }
    return all
  }
  return withUnsaid(takeIds(withIds, now), unsaid.get(''))
}

/** With more indented paragraphs, they are flattened when edited as Markdown. */
const MOST_INDENTED = 100

const byId = (blocks: Block[]): Map<string, Block> => new Map([...walkBlocks(blocks)].map((block) => [block.id, block]))
const holdsChildren = ({ type }: Block): boolean => blockTypeSpec(type)?.children === 'inside'

/** Markdown writes indented blocks one after the other. */
const liftedOf = (children: Block[]): Block[] =>
  children.flatMap((child) => (holdsChildren(child) ? [child] : [child, ...liftedOf(child.children)]))

const isEquivalent = (one: Block, other: Block): boolean =>
  one.type === other.type && blocksEqual(one.props, other.props) && blocksEqual(one.content, other.content)

/** Keeps props that Markdown lacks, if the block's type is the same. */
function withProps(block: Block, original: Block, written: Block | undefined): Block {
  if (block.type !== original.type || !written) return block
  const unwritten = Object.entries(original.props).filter(([name]) => !Object.hasOwn(written.props, name))
  return { ...block, props: { ...Object.fromEntries(unwritten), ...block.props } }
}

/** Blocks that Markdown omits, such as empty lines: by the id of the block before (`after`) or around them. */
function unsaidIn(base: Block[], written: ReadonlyMap<string, Block>): Map<string, Block[]> {
  const found = new Map<string, Block[]>()
  const isSaid = (block: Block): boolean => written.has(block.id) || block.children.some(isSaid)
  const look = (siblings: Block[], around: string) => {
    let place = around
    for (const block of siblings) {
      if (isSaid(block)) place = `after ${block.id}`
      else found.set(place, [...(found.get(place) ?? []), block])
      look(block.children, block.id)
    }
  }
  look(base, '')
  return found
}
