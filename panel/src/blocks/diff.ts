// What differs between two documents: which blocks were added, removed or changed, and in a changed one which words.

import { diffArrays } from 'diff'
import type { Block } from 'galley-blocks/model.ts'
import { diffTable, type RowChange } from './diff-table.ts'
import { cellTexts, type Flat, flatten, textOf } from './text.ts'
import { diffWords, type WordChange } from './words.ts'

export type BlockChange =
  | { kind: 'same' | 'added' | 'removed'; flat: Flat }
  | { kind: 'changed'; before: Flat; flat: Flat; pieces: WordChange[] }
  | { kind: 'changed'; before: Flat; flat: Flat; rows: RowChange[] }

const LOOKS = ['level', 'checked', 'language', 'url', 'caption'] as const

/** signatureOf distinguishes blocks by what a reader sees: a new id or colour alone is no change. */
function signatureOf({ block, depth }: Flat): string {
  const props = (block.props ?? {}) as Record<string, unknown>
  return JSON.stringify([block.type, depth, textOf(block), ...LOOKS.map((name) => props[name] ?? null)])
}

export function diffBlocks(before: Block[], after: Block[]): BlockChange[] {
  const old = flatten(before)
  const now = flatten(after)
  const parts = diffArrays(old.map(signatureOf), now.map(signatureOf))
  const changes: BlockChange[] = []
  let o = 0
  let n = 0
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    const next = parts[index + 1]
    // A run that goes where another comes was rewritten: its blocks are compared word by word.
    if (part.removed && next?.added) {
      changes.push(...pairUp(old.slice(o, o + part.value.length), now.slice(n, n + next.value.length)))
      o += part.value.length
      n += next.value.length
      index++
    } else if (part.removed) {
      for (const flat of old.slice(o, o + part.value.length)) changes.push({ kind: 'removed', flat })
      o += part.value.length
    } else {
      const kind = part.added ? 'added' : 'same'
      for (const flat of now.slice(n, n + part.value.length)) changes.push({ kind, flat })
      n += part.value.length
      if (!part.added) o += part.value.length
    }
  }
  return changes
}

/** pairUp matches a removed run with the run that replaced it: by id first, then by likeness, in order. */
function pairUp(removed: Flat[], added: Flat[]): BlockChange[] {
  const changes: BlockChange[] = []
  let from = 0
  for (const flat of added) {
    const byId = removed.findIndex((old, at) => at >= from && old.block.id === flat.block.id)
    const match = byId >= 0 ? byId : removed.findIndex((old, at) => at >= from && isLike(old, flat))
    if (match < 0) {
      changes.push({ kind: 'added', flat })
      continue
    }
    for (const old of removed.slice(from, match)) changes.push({ kind: 'removed', flat: old })
    changes.push(changed(removed[match]!, flat))
    from = match + 1
  }
  for (const old of removed.slice(from)) changes.push({ kind: 'removed', flat: old })
  return changes
}

/** isLike: with less than a third of their words in common, two blocks are easier to read as one gone and one new. */
function isLike(a: Flat, b: Flat): boolean {
  if (a.block.type !== b.block.type) return false
  const words = (flat: Flat) =>
    new Set(
      textOf(flat.block)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    )
  const [left, right] = [words(a), words(b)]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared > 0 && shared / Math.max(left.size, right.size) >= 0.35
}

function changed(before: Flat, flat: Flat): BlockChange {
  if (before.block.type === 'table' && flat.block.type === 'table')
    return { kind: 'changed', before, flat, rows: diffTable(cellTexts(before.block), cellTexts(flat.block)) }
  return { kind: 'changed', before, flat, pieces: diffWords(textOf(before.block), textOf(flat.block)) }
}

export function countChanges(changes: BlockChange[]): Record<BlockChange['kind'], number> {
  const counts = { same: 0, added: 0, removed: 0, changed: 0 }
  for (const { kind } of changes) counts[kind]++
  return counts
}
