// A table's selection column: rows one by one, or all that are shown.

import type { Column } from './DataTable.tsx'
import { Check } from './Plain.tsx'

/** Selected rows by id; whole rows, for actions and Undo after the list has changed. */
export type SelectedRows<Row> = ReadonlyMap<number, Row>

type Props<Row> = {
  rows: Row[]
  selected: SelectedRows<Row>
  onSelect: (selected: SelectedRows<Row>) => void
  nameOf: (row: Row) => string
}

export function selectColumn<Row extends { id: number }>(props: Props<Row>): Column<Row> {
  const { rows, selected, onSelect, nameOf } = props
  const all = rows.every(({ id }) => selected.has(id))
  const some = rows.some(({ id }) => selected.has(id))
  const toggle = (row: Row) => {
    const next = new Map(selected)
    if (!next.delete(row.id)) next.set(row.id, row)
    onSelect(next)
  }
  return {
    key: 'Select',
    width: 44,
    head: (
      <Check
        label="Select all on this page"
        checked={all}
        some={some}
        onChange={() => onSelect(all ? new Map() : new Map(rows.map((row) => [row.id, row])))}
      />
    ),
    cell: (row) => (
      <Check label={`Select ${nameOf(row)}`} checked={selected.has(row.id)} onChange={() => toggle(row)} />
    ),
  }
}
