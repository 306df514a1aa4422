// Moving a category or a document by dragging its row: which row is dragged, where it would land, and the move once it is dropped.

import { useState } from 'react'
import { type DropPosition, dropped } from '../categories/moves.ts'
import { type AnyRow, droppedDocument, isDocument, keyOf, type MovableTree } from './documents.ts'

export function useTreeDrag({ tree, documents, onMove, onPlace }: MovableTree) {
  const [dragged, setDragged] = useState<AnyRow>()
  const [over, setOver] = useState<{ key: string; position: DropPosition }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  /** shown: a document goes into a category, wherever on its row it is dropped, and a category never beside a document. */
  const shown = (row: AnyRow, position: DropPosition): DropPosition | undefined => {
    if (!dragged || isDocument(dragged) === isDocument(row)) return position
    return isDocument(dragged) ? 'inside' : undefined
  }
  const propsOf = (row: AnyRow) => {
    const key = keyOf(row)
    const isDragged = dragged !== undefined && keyOf(dragged) === key
    return {
      dragging: isDragged,
      drop: over?.key === key && !isDragged ? shown(row, over.position) : undefined,
      onDragStart: () => setDragged(row),
      onDragEnd: end,
      onDragOver: (position: DropPosition) => {
        // The event comes many times a second: the tree is drawn again only when the target is another.
        if (dragged && (over?.key !== key || over.position !== position)) setOver({ key, position })
      },
      onDrop: (position: DropPosition) => {
        end()
        if (!dragged) return
        if (isDocument(dragged)) {
          const placement = droppedDocument(documents, dragged, row, position)
          if (placement) onPlace(placement)
        } else if (!isDocument(row)) {
          const placement = dropped(tree, dragged.node, row, position)
          if (placement) onMove(placement)
        }
      },
    }
  }
  return { propsOf }
}
