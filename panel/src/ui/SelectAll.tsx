// Selects everything that a list's filter matches, other pages included. Reads whole rows, which bulk actions need for Undo.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { failed } from './notify.ts'
import type { SelectedRows } from './selectColumn.tsx'

type Props<Row> = {
  what: string
  /** Undefined if unknown. */
  count?: number | undefined
  collect: (onStep: (found: number) => void) => Promise<Row[]>
  onSelect: (selected: SelectedRows<Row>) => void
}

export function SelectAll<Row extends { id: number }>({ what, count, collect, onSelect }: Props<Row>) {
  const [found, setFound] = useState<number>()
  const all = count?.toLocaleString('en')
  const select = async () => {
    setFound(0)
    await collect(setFound).then(
      (rows) => onSelect(new Map(rows.map((row) => [row.id, row]))),
      failed(`Couldn't select all ${what}`),
    )
    setFound(undefined)
  }
  return (
    <Button size="compact-sm" variant="subtle" disabled={found !== undefined} onClick={select}>
      {found === undefined
        ? `Select all ${all ?? 'that match'}`
        : `Selecting ${found.toLocaleString('en')}${all ? ` of ${all}` : ''}…`}
    </Button>
  )
}
