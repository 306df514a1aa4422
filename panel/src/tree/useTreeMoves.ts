// Moves by Alt-arrows: the target, and its announcement.

import { findNode } from '../categories/tree.ts'
import { type AnyRow, nameOf } from './documents.ts'
import { type MovableTree, nameOfItem, placementForKey } from './placing.ts'

type TreeMovesOptions = MovableTree & { announce: (sentence: string) => void; onUnfold: (id: number) => void }

export function useTreeMoves({ tree, documents, announce, onUnfold, onPlace }: TreeMovesOptions) {
  return (row: AnyRow, key: string) => {
    const target = placementForKey({ tree, documents }, row, key)
    if (!target) return announce(`${nameOf(row)} can't move any further.`)
    const { level, next } = target
    // Unfold the target category: otherwise the row and the focus would disappear.
    if (level !== null) onUnfold(level)
    onPlace(target)
    const where = next ? `before ${nameOfItem(next)}` : 'the last one'
    const parent = level === null ? 'at the top level' : `in ${findNode(tree, level)?.name ?? ''}`
    announce(`${nameOf(row)} is now ${where} ${parent}.`)
  }
}
