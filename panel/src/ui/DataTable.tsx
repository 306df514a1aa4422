// A table from column definitions. Scrolls sideways if it is too wide.

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './table.module.css'

export type Column<Row> = {
  /** Also the heading, unless `head` is set. */
  key: string
  head?: ReactNode
  cell: (row: Row) => ReactNode
  width?: number
  /** The smallest window that shows the column. */
  from?: 'sm' | 'md'
  /** A heading for screen readers only. */
  unseen?: boolean
}

type Props<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => number | string
  /** The row's key goes into data-<mark>. */
  mark?: string
  /** Applied if the window shows all columns. */
  minWidth?: number
}

export function DataTable<Row>({ columns, rows, keyOf, mark, minWidth = 0 }: Props<Row>) {
  const { box, scrolls } = useScrolls()
  return (
    <div ref={box} className={classes.box} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': 'Table' })}>
      <table className={classes.table} style={{ '--least': `${minWidth}px` } as CSSProperties}>
        <thead>
          <tr>
            {columns.map(({ key, head = key, width, from, unseen }) => (
              <th key={key} style={{ width }} data-from={from} scope="col">
                {unseen ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...(mark && { [`data-${mark}`]: keyOf(row) })}>
              {columns.map(({ key, cell, from }) => (
                <td key={key} data-from={from}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A scrolling box must be a tab stop; others must not. */
function useScrolls() {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const look = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth + 1))
    look.observe(current)
    look.observe(current.firstElementChild!)
    return () => look.disconnect()
  }, [])
  return { box, scrolls }
}
