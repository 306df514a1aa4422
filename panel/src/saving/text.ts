// A text as it is edited: its fields, its blocks, and what of them someone changed. Pure.

import type { Block } from 'galley-blocks/model.ts'
import { isSame } from '../ui/kept.ts'

export type TextParts<F> = { fields: F; blocks: Block[] }
/** A Base is a text as the service has it; `stand` is what a save over it rests on. `isAhead`: it is there, but not saved yet. */
export type Base<F, S> = TextParts<F> & { stand: S; isAhead?: boolean }
/**
 * An Edit: `own` are the fields, and `written` tells whether the blocks are, other than in the base. `root` is the text that was
 * saved last, while the base is ahead of it: who saves another text may not have seen what is typed here.
 */
export type Edit<F, S> = {
  base: Base<F, S>
  root?: TextParts<F> | undefined
  own: Partial<F>
  written: boolean
  restoredFrom?: string
}
/** Changes are what a save sends. */
export type SentChanges<F> = Partial<F> & { blocks?: Block[] }
/** A SentText is what a request took along: what was changed over its base, and all of the text. */
export type SentText<F, S> = { base: Base<F, S>; changes: SentChanges<F>; whole: F & { blocks: Block[] } }
/**
 * A KeptEdit is an edit in the browser's store; it has its base, so that it can be merged whenever it is found. `sent` was on its
 * way then, so the service may have it.
 */
export type KeptEdit<F, S> = {
  base: Base<F, S>
  own: Partial<F>
  blocks?: Block[]
  sent?: SentText<F, S> | undefined
  at: string
}

/** differing is what in some fields is not the same in the others. */
export function differing<F extends object>(fields: Partial<F>, others: F): Partial<F> {
  const names = Object.keys(fields) as (keyof F)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(fields[name], others[name])).map((name) => [name, fields[name]]),
  ) as Partial<F>
}

/** isSameText: blocks that nobody touched are the same objects (blocks/editable.ts), so that few are compared for each key. */
export const isSameText = (one: Block[], other: Block[]): boolean =>
  one.length === other.length && one.every((block, index) => block === other[index] || isSame(block, other[index]))

export const shownOf = <F extends object, S>({ base, own }: Edit<F, S>): F => ({ ...base.fields, ...own })
export const isUnsent = <F extends object, S>({ own, written }: Edit<F, S>): boolean =>
  written || Object.keys(own).length > 0
