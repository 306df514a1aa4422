// Three-way merge of two texts, block by block and inside a block word by word. A change on one side, or equal changes on both,
// are taken. If both changed the same words, or one changed what the other deleted, the text keeps one version of the block and
// a conflict reports both. Texts without ids, like Markdown, first get their base's.

import { isEquivalent } from './compare.ts'
import { takeIds } from './ids.ts'
import { mergeBlock } from './merge-block.ts'
import { type Block, walkBlocks } from './model.ts'

/** A block that both changed: its base and both versions; undefined where it is missing. */
type MergeConflict = { id: string; base: Block | undefined; mine: Block | undefined; theirs: Block | undefined }
/** `mixed` are the ids of blocks that contain changes of both. */
type MergedText = { blocks: Block[]; conflicts: MergeConflict[]; mixed: string[]; isOrderTheirs: boolean }

/**
 * A conflicting block has their version, or mine if they deleted it, so that nothing is lost; if both changed the order,
 * theirs is used (`isOrderTheirs`).
 */
export function mergeTexts(base: Block[], mineSaid: Block[], theirsSaid: Block[]): MergedText {
  const theirs = takeIds(base, theirsSaid)
  return mergeLevel(base, takeIds(base, mineSaid), theirs)
}

/** Merges the blocks of one level, and their children. */
function mergeLevel(base: Block[], mineSaid: Block[], theirs: Block[]): MergedText {
  const mine = alignAddedIds(base, mineSaid, theirs)
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)]
  const merged = new Map<string, Block | undefined>()
  const mixed: string[] = []
  const conflicts: MergeConflict[] = []
  for (const id of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
    const versions = { id, base: was.get(id), mine: own.get(id), theirs: other.get(id) }
    if (isSameTree(versions.base, versions.mine)) continue
    if (isSameTree(versions.base, versions.theirs) || isSameTree(versions.mine, versions.theirs)) {
      merged.set(id, versions.mine)
      continue
    }
    const both = mergeBoth(versions)
    if (!both) conflicts.push(versions)
    else {
      merged.set(id, both)
      mixed.push(id)
    }
  }
  const conflicting = new Set(conflicts.map(({ id }) => id))
  const { order, isTheirs } = mergedOrder(base, mine, theirs, conflicting)
  const blocks = order.map((id) => (merged.has(id) ? merged.get(id) : (other.get(id) ?? own.get(id)))!)
  if (hasUniqueIds(blocks)) return { blocks, conflicts, mixed, isOrderTheirs: isTheirs }
  // A block that both moved into others would be duplicated.
  return { blocks: theirs, conflicts, mixed: [], isOrderTheirs: true }
}

function mergeBoth({ base, mine, theirs }: MergeConflict): Block | undefined {
  if (!base || !mine || !theirs) return undefined
  return mergeBlock({ base, mine, theirs }, (children) => {
    const { blocks, conflicts, isOrderTheirs } = mergeLevel(children.base, children.mine, children.theirs)
    return conflicts.length === 0 && !isOrderTheirs ? blocks : undefined
  })
}

/** Undefined if a person has to choose. */
export function mergeBlocks(base: Block[], mine: Block[], theirs: Block[]): Block[] | undefined {
  const { blocks, conflicts, isOrderTheirs } = mergeTexts(base, mine, theirs)
  return conflicts.length === 0 && !isOrderTheirs ? blocks : undefined
}

const byId = (blocks: Block[]): Map<string, Block> => new Map(blocks.map((block) => [block.id, block]))

/** Equal blocks that both added after the same block are one. */
function alignAddedIds(base: Block[], mine: Block[], theirs: Block[]): Block[] {
  const was = byId(base)
  const added = addedAfter(was, theirs)
  const ids = new Map<Block, string>()
  for (const [after, blocks] of addedAfter(was, mine)) {
    const others = added.get(after) ?? []
    for (const block of blocks) {
      const at = others.findIndex((other) => isSameTree(block, other))
      if (at >= 0) ids.set(block, others.splice(0, at + 1).at(-1)!.id)
    }
  }
  return mine.map((block) => (ids.has(block) ? { ...block, id: ids.get(block)! } : block))
}

/** New blocks by the id of the last existing block before them. */
function addedAfter(was: Map<string, Block>, blocks: Block[]): Map<string | undefined, Block[]> {
  const added = new Map<string | undefined, Block[]>()
  let after: string | undefined
  for (const block of blocks) {
    if (was.has(block.id)) after = block.id
    else added.set(after, [...(added.get(after) ?? []), block])
  }
  return added
}

/** Equal including nested blocks, or both missing. */
function isSameTree(one: Block | undefined, two: Block | undefined): boolean {
  if (one === two) return true
  if (one === undefined || two === undefined || !isEquivalent(one, two)) return false
  const { children } = two
  return (
    one.children.length === children.length && one.children.every((child, index) => isSameTree(child, children[index]))
  )
}

/**
 * The order of the side that changed it (theirs if both did), with the other's new blocks after their former neighbours.
 * `survivors` stay although one side deleted them.
 */
function mergedOrder(base: Block[], mine: Block[], theirs: Block[], survivors: ReadonlySet<string>) {
  const [was, own, other] = [base, mine, theirs].map((blocks) => new Set(blocks.map(({ id }) => id)))
  const isInAll = (id: string) => was!.has(id) && own!.has(id) && other!.has(id)
  const [before, mineNow, theirsNow] = [base, mine, theirs].map((blocks) =>
    JSON.stringify(blocks.map(({ id }) => id).filter(isInAll)),
  )
  const isTheirs = mineNow !== before && theirsNow !== before && mineNow !== theirsNow
  const [frame, added] = mineNow === before || isTheirs ? [theirs, mine] : [mine, theirs]
  const inFrame = new Set(frame.map(({ id }) => id))
  const order = frame.map(({ id }) => id).filter((id) => !was!.has(id) || isInAll(id) || survivors.has(id))
  let next = 0
  for (const { id } of added) {
    const position = order.indexOf(id)
    if (position >= 0) next = position + 1
    else if ((!was!.has(id) || survivors.has(id)) && !inFrame.has(id)) order.splice(next++, 0, id)
  }
  return { order, isTheirs }
}

/** False if both moved the same block into others. */
function hasUniqueIds(blocks: Block[]): boolean {
  const seen = new Set<string>()
  for (const { id } of walkBlocks(blocks)) {
    if (seen.has(id)) return false
    seen.add(id)
  }
  return true
}
