// Two people changed one text: block by block, the change that only one of them made is taken. Where both changed the same
// block, or one changed what the other deleted, there is no merged text, and a person has to choose.

import { saysSame } from './compare.ts'
import { type Block, walkBlocks } from './model.ts'

/** mergeBlocks is the text with both changes, or undefined where they touch the same block. */
export function mergeBlocks(base: Block[], mine: Block[], theirs: Block[]): Block[] | undefined {
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)]
  const changed = new Set<string>()
  for (const id of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
    if (isSameTree(was.get(id), own.get(id))) continue
    if (!isSameTree(was.get(id), other.get(id)) && !isSameTree(own.get(id), other.get(id))) return undefined
    changed.add(id)
  }
  const order = mergedOrder(base, mine, theirs)
  const merged = order?.map((id) => (changed.has(id) ? own.get(id) : other.get(id))!)
  return merged && hasUniqueIds(merged) ? merged : undefined
}

const byId = (blocks: Block[]): Map<string, Block> => new Map(blocks.map((block) => [block.id, block]))

/** isSameTree: both say the same with all that is nested in them, or both are missing. */
function isSameTree(one: Block | undefined, two: Block | undefined): boolean {
  if (one === two) return true
  if (one === undefined || two === undefined || !saysSame(one, two)) return false
  const { children } = two
  return (
    one.children.length === children.length && one.children.every((child, index) => isSameTree(child, children[index]))
  )
}

/** mergedOrder takes the order from who changed it and puts the other's new blocks after the neighbours they followed. */
function mergedOrder(base: Block[], mine: Block[], theirs: Block[]): string[] | undefined {
  const [was, own, other] = [base, mine, theirs].map((blocks) => new Set(blocks.map(({ id }) => id)))
  const isInAll = (id: string) => was!.has(id) && own!.has(id) && other!.has(id)
  const [before, mineNow, theirsNow] = [base, mine, theirs].map((blocks) =>
    JSON.stringify(blocks.map(({ id }) => id).filter(isInAll)),
  )
  if (mineNow !== before && theirsNow !== before && mineNow !== theirsNow) return undefined
  const [frame, added] = mineNow === before ? [theirs, mine] : [mine, theirs]
  const inFrame = new Set(frame.map(({ id }) => id))
  const order = frame.map(({ id }) => id).filter((id) => !was!.has(id) || isInAll(id))
  let next = 0
  for (const { id } of added) {
    const known = order.indexOf(id)
    if (known >= 0) next = known + 1
    else if (!was!.has(id) && !inFrame.has(id)) order.splice(next++, 0, id)
  }
  return order
}

/** hasUniqueIds: a block that both people moved into others would be there twice. */
function hasUniqueIds(blocks: Block[]): boolean {
  const seen = new Set<string>()
  for (const { id } of walkBlocks(blocks)) {
    if (seen.has(id)) return false
    seen.add(id)
  }
  return true
}
