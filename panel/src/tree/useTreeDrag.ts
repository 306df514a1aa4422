// Dragging rows of the tree: the dragged row, the drop target, the move.

import { useState } from 'react'
import { type AnyRow, keyOf } from './documents.ts'
import { type DropPosition, type MovableTree, placementForDrop } from './placing.ts'

export function useTreeDrag({ tree, documents, onPlace }: MovableTree) {
  const [dragged, setDragged] = useState<AnyRow>()
  const [over, setOver] = useState<{ key: string; position: DropPosition }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const placementAt = (row: AnyRow, position: DropPosition) =>
    dragged && placementForDrop({ tree, documents }, dragged, row, position)
  const propsOf = (row: AnyRow) => {
    const key = keyOf(row)
    const isDragged = dragged !== undefined && keyOf(dragged) === key
    return {
      dragging: isDragged,
      drop: over?.key === key && placementAt(row, over.position) ? over.position : undefined,
      onDragStart: () => setDragged(row),
      onDragEnd: end,
      onDragOver: (position: DropPosition) => {
        // Fires many times a second, so render only when the target changes.
        if (dragged && (over?.key !== key || over.position !== position)) setOver({ key, position })
      },
      onDrop: (position: DropPosition) => {
        end()
        const placement = placementAt(row, position)
        if (placement) onPlace(placement)
      },
    }
  }
  return { propsOf }
}
