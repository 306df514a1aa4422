// Merges two people's changes of a text, and applies the choices for conflicts. Pure; loaded on demand.

import { mergeTexts } from 'galley-blocks/merge.ts'
import type { Block } from 'galley-blocks/model.ts'
import { isSame } from '../ui/localCopies.ts'
import { differing, type TextParts } from './text.ts'

/** One person's version of a text: the fields they changed, and all blocks. */
export type OwnSide<F> = { own: Partial<F>; blocks: Block[] }
/** Conflicting fields, and blocks with both versions. */
export type Clash<F> = {
  base: TextParts<F>
  mine: OwnSide<F>
  theirs: TextParts<F>
  fields: (keyof F)[]
  blocks: ReturnType<typeof mergeTexts>['conflicts']
  isOrder: boolean
}
export type ConflictChoice = 'mine' | 'theirs' | 'both'
/** A block of which both versions were kept; `whose` is this one. */
export type KeptMark = { id: string; whose: 'mine' | 'theirs' }

/** Merges both changes. Fields in `together` are merged as one choice. */
export function reconcile<F extends object>(
  base: TextParts<F>,
  mine: OwnSide<F>,
  theirs: TextParts<F>,
  together: (keyof F)[],
) {
  const changed = differing(theirs.fields, base.fields)
  const isBoth = (names: (keyof F)[]) => {
    const chosenBy = (fields: Partial<F>) => names.filter((name) => name in fields).map((name) => fields[name])
    const [own, others] = [chosenBy(mine.own), chosenBy(changed)]
    return own.length > 0 && others.length > 0 && !isSame(own, others)
  }
  const isTogether = isBoth(together)
  const fields = (Object.keys(mine.own) as (keyof F)[]).filter((name) =>
    together.includes(name) ? isTogether : isBoth([name]),
  )
  const { blocks, conflicts, isOrderTheirs } = mergeTexts(base.blocks, mine.blocks, theirs.blocks)
  const clash: Clash<F> = { base, mine, theirs, fields, blocks: conflicts, isOrder: isOrderTheirs }
  const isClash = fields.length > 0 || conflicts.length > 0 || isOrderTheirs
  return { merged: { own: mine.own, blocks }, clash: isClash ? clash : undefined }
}

/** Non-conflicting changes stay in any case. */
export function resolve<F extends object>(clash: Clash<F>, choice: ConflictChoice): OwnSide<F> & { marks: KeptMark[] } {
  const { base, mine, theirs, fields, blocks: conflicts } = clash
  const own = choice === 'theirs' ? without(mine.own, fields) : mine.own
  // For conflicts, the merge takes its second side.
  const [first, second] = choice === 'mine' ? [theirs.blocks, mine.blocks] : [mine.blocks, theirs.blocks]
  const { blocks } = mergeTexts(base.blocks, first, second)
  const byId = new Map(conflicts.map((conflict) => [conflict.id, conflict]))
  if (choice !== 'both')
    return { own, blocks: blocks.filter(({ id }) => !byId.has(id) || byId.get(id)![choice]), marks: [] }
  const marks: KeptMark[] = []
  const both = blocks.flatMap((block) => {
    const { mine: my, theirs: other } = byId.get(block.id) ?? {}
    if (!my || !other) return [block]
    const copy = withNewIds(my)
    marks.push({ id: other.id, whose: 'theirs' }, { id: copy.id, whose: 'mine' })
    return [other, copy]
  })
  return { own, blocks: both, marks }
}

const without = <F extends object>(fields: Partial<F>, names: (keyof F)[]): Partial<F> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as keyof F))) as Partial<F>

const withNewIds = (block: Block): Block => ({
  ...block,
  id: Math.random().toString(36).slice(2),
  children: block.children.map(withNewIds),
})
