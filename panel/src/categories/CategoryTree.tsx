// The tree as a virtual list: only the rows in sight exist. One row at a time has the keyboard; Alt with an arrow moves
// it among its siblings, into the category above it, or out of its parent.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import type { Editing } from './CategoriesPage.tsx'
import { CategoryRow, type DropPlace } from './CategoryRow.tsx'
import { dropped, moved } from './moves.ts'
import { usePlace } from './queries.ts'
import classes from './tree.module.css'
import { findNode, type Row, rowsOf } from './tree.ts'

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
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<{ id: number; place: DropPlace }>()
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const place = usePlace()
  const rows = useMemo(() => visibleRows(tree, folded, filter), [tree, folded, filter])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    getItemKey: (index) => rows[index]!.node.id,
  })

  const focusRow = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    setCurrent(row.node.id)
    virtual.scrollToIndex(rows.indexOf(row))
    // The row may only exist after the list has scrolled to it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-category="${row.node.id}"]`)?.focus()),
    )
  }
  const toggle = (id: number, fold = !folded.has(id)) => {
    const next = new Set(folded)
    if (fold) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const carry = (row: Row, key: string) => {
    const target = moved(tree, row, key)
    if (!target) return setSaid(`${row.node.name} can go no further.`)
    if (target.parentId !== null) toggle(target.parentId, false)
    place.mutate(target)
    const parent = target.parentId === null ? 'at the top' : `in ${findNode(tree, target.parentId)?.name ?? ''}`
    setSaid(`${row.node.name} is now number ${target.index + 1} ${parent}.`)
  }

  const onKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    const { key, altKey } = event
    if (altKey && key.startsWith('Arrow')) {
      event.preventDefault()
      carry(row, key)
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-category="${row.node.id}"]`)?.focus())
      return
    }
    if (event.target !== event.currentTarget) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (folded.has(row.node.id) ? toggle(row.node.id, false) : focusRow(index + 1)),
      ArrowLeft: () =>
        row.node.children.length > 0 && !folded.has(row.node.id)
          ? toggle(row.node.id, true)
          : focusRow(rows.findIndex(({ node }) => node.id === row.parentId)),
      Enter: () => onEdit({ category: row.node }),
      F2: () => onEdit({ category: row.node }),
      Delete: () => onDelete(row.node),
    }
    if (actions[key]) {
      event.preventDefault()
      actions[key]()
    }
  }

  const onDrop = (row: Row, where: DropPlace) => {
    const node = dragged === undefined ? undefined : findNode(tree, dragged)
    setDragged(undefined)
    setOver(undefined)
    const target = node && dropped(tree, node, row, where)
    if (target) place.mutate(target)
  }

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
                drop={over?.id === id && dragged !== id ? over.place : undefined}
                dragging={dragged === id}
                onFocus={() => setCurrent(id)}
                onKeyDown={(event) => onKeyDown(event, row, item.index)}
                onToggle={() => toggle(id)}
                onMove={(key) => carry(row, key)}
                onEdit={onEdit}
                onWrite={onWrite}
                onDelete={onDelete}
                onDragStart={() => setDragged(id)}
                onDragEnd={() => {
                  setDragged(undefined)
                  setOver(undefined)
                }}
                onDragOver={(where) =>
                  dragged !== undefined &&
                  setOver((now) => (now?.id === id && now.place === where ? now : { id, place: where }))
                }
                onDrop={(where) => onDrop(row, where)}
              />
            )
          })}
        </div>
      </div>
      <div aria-live="polite" className="visually-hidden">
        {said}
      </div>
    </>
  )
}

/** visibleRows: a filter shows what matches and the path to it, unfolded. */
function visibleRows(tree: CategoryOut[], folded: ReadonlySet<number>, filter: string): Row[] {
  if (filter === '') return rowsOf(tree, folded)
  const words = filter.toLowerCase()
  const keep = (nodes: CategoryOut[]): CategoryOut[] =>
    nodes.flatMap((node) => {
      const children = keep(node.children)
      return children.length > 0 || node.name.toLowerCase().includes(words) ? [{ ...node, children }] : []
    })
  return rowsOf(keep(tree), new Set())
}
