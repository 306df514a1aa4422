// Moving a category or a document with Alt and an arrow key: where it goes, and what is said about it.

import { moved } from '../categories/moves.ts'
import { findNode } from '../categories/tree.ts'
import { type AnyRow, isDocument, type MovableTree, movedDocument, nameOf, type TreeDocumentRow } from './documents.ts'

type TreeMovesOptions = MovableTree & { announce: (sentence: string) => void; onUnfold: (id: number) => void }

export function useTreeMoves({ tree, documents, announce, onUnfold, onMove, onPlace }: TreeMovesOptions) {
  const say = (row: AnyRow, parentId: number | null, where: string) => {
    const parent = parentId === null ? 'at the top level' : `in ${findNode(tree, parentId)?.name ?? ''}`
    announce(`${nameOf(row)} is now ${where} ${parent}.`)
  }
  const moveDocument = (row: TreeDocumentRow, key: string) => {
    const target = movedDocument(tree, documents, row, key)
    if (!target) return announce(`${nameOf(row)} can't move any further.`)
    // What moves into a folded category would be out of sight, and the focus would be lost with its row.
    if (target.categoryId !== null) onUnfold(target.categoryId)
    onPlace(target)
    const next = documents.get(target.categoryId)?.find(({ id }) => id === target.before)
    say(row, target.categoryId, next ? `before ${next.title}` : 'the last one')
  }
  return (row: AnyRow, key: string) => {
    if (isDocument(row)) return moveDocument(row, key)
    const target = moved(tree, row, key)
    if (!target) return announce(`${nameOf(row)} can't move any further.`)
    if (target.parentId !== null) onUnfold(target.parentId)
    onMove(target)
    say(row, target.parentId, `number ${target.index + 1}`)
  }
}
