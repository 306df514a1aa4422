// The tree as a virtual list. One row is the tab stop; keys are in useTreeKeys, dragging in useTreeDrag.

import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CategoryOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { AnyTreeRow, type CategoryActions, type OpenDocument } from './AnyTreeRow.tsx'
import { isDocument, keyOf, type TreeDocuments, visibleRows } from './documents.ts'
import classes from './tree.module.css'
import { usePlace } from './treeQueries.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import { useTreeMoves } from './useTreeMoves.ts'

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
