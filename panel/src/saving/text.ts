// An edited text: fields, blocks, and what was changed. Pure.

import type { Block } from 'galley-blocks/model.ts'
import { isSame } from '../ui/localCopies.ts'

export type TextParts<F> = { fields: F; blocks: Block[] }
/** A text as the service has it; `stand` are the versions that a save names. `isAhead`: autosaved but not saved. */
export type Base<F, S> = TextParts<F> & { stand: S; isAhead?: boolean }
/**
 * `own` are changed fields, `written` tells whether blocks changed. `root` is the last saved text while the base is ahead of
 * it: someone who saves another text may not have seen this one.
 */
export type Edit<F, S> = {
  base: Base<F, S>
  root?: TextParts<F> | undefined
  own: Partial<F>
  written: boolean
  restoredFrom?: string
}
/** What a save sends. */
export type SentChanges<F> = Partial<F> & { blocks?: Block[] }
/** What a request sent: the changes and the whole text. */
export type SentText<F, S> = { base: Base<F, S>; changes: SentChanges<F>; whole: F & { blocks: Block[] } }
/** An edit in the browser's storage, with its base for merging later. `sent` was in flight, so the service may have it. */
export type LocalEdit<F, S> = {
  base: Base<F, S>
  own: Partial<F>
  blocks?: Block[]
  sent?: SentText<F, S> | undefined
  at: string
}

/** The fields that differ from the others. */
export function differing<F extends object>(fields: Partial<F>, others: F): Partial<F> {
  const names = Object.keys(fields) as (keyof F)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(fields[name], others[name])).map((name) => [name, fields[name]]),
  ) as Partial<F>
}

/** Untouched blocks are the same objects (blocks/editable.ts), so few are compared per key. */
export const isSameText = (one: Block[], other: Block[]): boolean =>
  one.length === other.length && one.every((block, index) => block === other[index] || isSame(block, other[index]))

export const shownOf = <F extends object, S>({ base, own }: Edit<F, S>): F => ({ ...base.fields, ...own })
export const isUnsent = <F extends object, S>({ own, written }: Edit<F, S>): boolean =>
  written || Object.keys(own).length > 0
