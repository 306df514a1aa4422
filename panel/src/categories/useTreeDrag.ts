// Moving a category by dragging its row: which row is dragged, where it would land, and the move once it is dropped.

import { useState } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import { type DropPosition, dropped, type Placement } from './moves.ts'
import { findNode, type TreeRow } from './tree.ts'

export function useTreeDrag(tree: CategoryOut[], onMove: (placement: Placement) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<{ id: number; position: DropPosition }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const propsOf = (row: TreeRow) => {
    const { id } = row.node
    return {
      dragging: dragged === id,
      drop: over?.id === id && dragged !== id ? over.position : undefined,
      onDragStart: () => setDragged(id),
      onDragEnd: end,
      onDragOver: (position: DropPosition) => {
        if (dragged !== undefined && (over?.id !== id || over.position !== position)) setOver({ id, position })
      },
      onDrop: (position: DropPosition) => {
        const node = dragged === undefined ? undefined : findNode(tree, dragged)
        end()
        const placement = node && dropped(tree, node, row, position)
        if (placement) onMove(placement)
      },
    }
  }
  return { propsOf }
}
