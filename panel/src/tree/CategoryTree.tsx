// The tree as a virtual list. One row is the tab stop; keys are in useTreeKeys, dragging in useTreeDrag.

import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CategoryOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { findNode } from '../categories/tree.ts'
import { AnyTreeRow, type CategoryActions, type OpenDocument } from './AnyTreeRow.tsx'
import { type AnyRow, isDocument, keyOf, nameOf, type TreeDocuments, visibleRows } from './documents.ts'
import { type DropPosition, type MovableTree, nameOfItem, placementForDrop, placementForKey } from './placing.ts'
import classes from './tree.module.css'
import { usePlace } from './treeQueries.ts'
import { useTreeKeys } from './useTreeKeys.ts'

const ROW_HEIGHT = 40
type Props = CategoryActions & {
  tree: CategoryOut[]
  documents: TreeDocuments
  filter: string
  open?: OpenDocument
  rowHeight?: number
}

export function CategoryTree({ tree, documents, filter, open, rowHeight = ROW_HEIGHT, ...actions }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(open && `document-${open.id}`)
  const [announcement, announce] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { mutate: place } = usePlace()
  const navigate = useNavigate()
  const drag = useTreeDrag({ tree, documents, onPlace: place })
  const rows = useMemo(() => visibleRows(tree, documents, folded, filter), [tree, documents, folded, filter])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // By key rather than index, so that a moved row keeps its element and focus.
    getItemKey: (index) => keyOf(rows[index]!),
  })

  const fold = (id: number, isFolded: boolean) => {
    const next = new Set(folded)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const move = useTreeMoves({
    tree,
    documents,
    announce,
    onUnfold: (id) => fold(id, false),
    onPlace: place,
  })
  const onKeyDown = useTreeKeys({
    rows,
    folded,
    box,
    onFocusRow: (row, index) => {
      setCurrent(keyOf(row))
      virtual.scrollToIndex(index)
    },
    onFold: fold,
    onMove: move,
    onEdit: (row) =>
      isDocument(row)
        ? void navigate({ to: '/documents/$id', params: { id: String(row.document.id) } })
        : actions.onEdit({ category: row.node }),
    onDelete: (row) => isDocument(row) || actions.onDelete(row.node),
  })

  // The focused row may be folded away or filtered out; the tree must stay reachable by Tab.
  const tabStop = rows.some((row) => keyOf(row) === current) ? current : rows[0] && keyOf(rows[0])
  return (
    <>
      <div ref={box} className={classes.box}>
        <div
          role="tree"
          aria-label="Categories and documents"
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!
            const key = keyOf(row)
            const frame = {
              top: item.start,
              height: rowHeight,
              tabStop: key === tabStop,
              onFocus: () => setCurrent(key),
              onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row, item.index),
              ...drag.propsOf(row),
            }
            return <AnyTreeRow key={key} {...{ row, open, actions, folded, ...frame }} onFold={fold} onMove={move} />
          })}
        </div>
      </div>
      {/* Announces moves to screen readers. */}
      <div aria-live="polite" className="visually-hidden">
        {announcement}
      </div>
    </>
  )
}

/** Moves by Alt-arrows: the target, and its announcement. */
type TreeMovesOptions = MovableTree & { announce: (sentence: string) => void; onUnfold: (id: number) => void }

function useTreeMoves({ tree, documents, announce, onUnfold, onPlace }: TreeMovesOptions) {
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

/** Dragging rows of the tree: the dragged row, the drop target, the move. */
function useTreeDrag({ tree, documents, onPlace }: MovableTree) {
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
