// A text that someone changed as Markdown. Markdown carries neither ids nor colours, widths or indented paragraphs, so a block
// whose Markdown nobody touched stays the block that it was, and a changed one keeps the props that Markdown does not have.

import { blockTypeSpec } from './block-types.ts'
import { blocksEqual } from './compare.ts'
import { takeIds } from './ids.ts'
import { type Block, walkBlocks } from './model.ts'

/**
 * rewritten is the base with the changes of `now`: what the changed Markdown reads as. `before` is what the Markdown of the
 * base itself reads as, and shows what of each block Markdown carries.
 */
export function rewritten(base: Block[], before: Block[], now: Block[]): Block[] {
  const withIds = takeIds(base, before)
  const befores = byId(withIds)
  const originals = byId(base)
  const isSame = (block: Block): boolean => {
    const was = befores.get(block.id)
    return was !== undefined && originals.has(block.id) && saysSame(was, block)
  }
  const isWholeSame = (block: Block): boolean => isSame(block) && block.children.every(isWholeSame)
  const unsaid = unsaidIn(base, befores)

  /** indented are the blocks that the base has indented below this one, if they still follow it. */
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
  /** withUnsaid puts each block that Markdown leaves out behind the one that it stood behind. */
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

/** More paragraphs than this, indented below one, become paragraphs of their own when the text is changed as Markdown. */
const MOST_INDENTED = 100

const byId = (blocks: Block[]): Map<string, Block> => new Map([...walkBlocks(blocks)].map((block) => [block.id, block]))
const holdsChildren = ({ type }: Block): boolean => blockTypeSpec(type)?.children === 'inside'

/** liftedOf is how Markdown writes what is indented: one after the other. */
const liftedOf = (children: Block[]): Block[] =>
  children.flatMap((child) => (holdsChildren(child) ? [child] : [child, ...liftedOf(child.children)]))

const saysSame = (one: Block, other: Block): boolean =>
  one.type === other.type && blocksEqual(one.props, other.props) && blocksEqual(one.content, other.content)

/** withProps: what Markdown has no word for is still so, as long as the block is of the same kind. */
function withProps(block: Block, original: Block, written: Block | undefined): Block {
  if (block.type !== original.type || !written) return block
  const unwritten = Object.entries(original.props).filter(([name]) => !Object.hasOwn(written.props, name))
  return { ...block, props: { ...Object.fromEntries(unwritten), ...block.props } }
}

/** unsaidIn finds what Markdown leaves out, such as an empty line, by `after` and the id of the block before it, or by the id around it. */
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
