// The tree as a virtual list: only the rows in sight exist. One row at a time is the tab stop; keys are useTreeKeys', moves by
// pointer are useTreeDrag's.

import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryRow } from './CategoryRow.tsx'
import { moved } from './moves.ts'
import { useMoveCategory } from './queries.ts'
import classes from './tree.module.css'
import { findNode, rowsOf, type TreeRow } from './tree.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import { useTreeKeys } from './useTreeKeys.ts'

const ROW_HEIGHT = 40
type Props = {
  tree: CategoryOut[]
  filter: string
  onEdit: (editing: Editing) => void
  onWrite: (category: CategoryOut) => void
  onDelete: (category: CategoryOut) => void
}

export function CategoryTree({ tree, filter, onEdit, onWrite, onDelete }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<number>()
  const [announcement, announce] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { mutate: place } = useMoveCategory()
  const drag = useTreeDrag(tree, place)
  const rows = useMemo(() => visibleRows(tree, folded, filter), [tree, folded, filter])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]!.node.id,
  })

  const fold = (id: number, isFolded: boolean) => {
    const next = new Set(folded)
    if (isFolded) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const move = (row: TreeRow, key: string) => {
    const target = moved(tree, row, key)
    if (!target) return announce(`${row.node.name} can't move any further.`)
    if (target.parentId !== null) fold(target.parentId, false)
    place(target)
    const parent = target.parentId === null ? 'at the top level' : `in ${findNode(tree, target.parentId)?.name ?? ''}`
    announce(`${row.node.name} is now number ${target.index + 1} ${parent}.`)
  }
  const onKeyDown = useTreeKeys({
    rows,
    folded,
    box,
    onFocusRow: (row, index) => {
      setCurrent(row.node.id)
      virtual.scrollToIndex(index)
    },
    onFold: fold,
    onMove: move,
    onEdit: (row) => onEdit({ category: row.node }),
    onDelete: (row) => onDelete(row.node),
  })

  const tabStop = rows.some(({ node }) => node.id === current) ? current : rows[0]?.node.id
  return (
    <>
      <div ref={box} className={classes.box}>
        <div role="tree" aria-label="Categories" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!
            const { id } = row.node
            return (
              <CategoryRow
                key={id}
                row={row}
                top={item.start}
                height={ROW_HEIGHT}
                folded={folded.has(id)}
                tabStop={id === tabStop}
                onFocus={() => setCurrent(id)}
                onKeyDown={(event) => onKeyDown(event, row, item.index)}
                onToggle={() => fold(id, !folded.has(id))}
                onMove={(key) => move(row, key)}
                onEdit={onEdit}
                onWrite={onWrite}
                onDelete={onDelete}
                {...drag.propsOf(row)}
              />
            )
          })}
        </div>
      </div>
      <div aria-live="polite" className="visually-hidden">
        {announcement}
      </div>
    </>
  )
}

/** visibleRows: a filter shows what matches and the path to it, unfolded. */
function visibleRows(tree: CategoryOut[], folded: ReadonlySet<number>, filter: string): TreeRow[] {
  if (filter === '') return rowsOf(tree, folded)
  const words = filter.toLowerCase()
  const keep = (nodes: CategoryOut[]): CategoryOut[] =>
    nodes.flatMap((node) => {
      const children = keep(node.children)
      return children.length > 0 || node.name.toLowerCase().includes(words) ? [{ ...node, children }] : []
    })
  return rowsOf(keep(tree), new Set())
}
