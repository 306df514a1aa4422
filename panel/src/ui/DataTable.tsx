// Rows under headings: one definition of the columns makes head and cells. A table wider than its container scrolls sideways.

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './table.module.css'

export type Column<Row> = {
  /** key names the column; it is shown as the heading unless `head` is. */
  key: string
  head?: ReactNode
  cell: (row: Row) => ReactNode
  width?: number
  /** from is the least width of the window at which the column is shown. */
  from?: 'sm' | 'md'
  /** unseen headings are for screen readers only, over buttons that say what they do. */
  unseen?: boolean
}

type Props<Row> = {
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => number | string
  /** mark names the row's key in the page, as data-<mark>. */
  mark?: string
  /** minWidth is kept where the window is wide enough to have all columns. */
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

/** useScrolls: a box that scrolls has to be reached by keyboard; one that does not would only be a stop on the way. */
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
