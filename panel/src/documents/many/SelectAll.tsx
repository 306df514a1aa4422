// Selecting everything that the filter of the list matches, also what is on its other pages. The rows are read, not only
// counted: a bulk action names its documents and can be undone to what they were.

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import { failed } from '../../ui/notify.ts'

type Props = {
  count: number
  collect: (onStep: (found: number) => void) => Promise<DocumentRow[]>
  onSelect: (selected: ReadonlyMap<number, DocumentRow>) => void
}

export function SelectAll({ count, collect, onSelect }: Props) {
  const [found, setFound] = useState<number>()
  const all = count.toLocaleString('en')
  const select = async () => {
    setFound(0)
    await collect(setFound).then(
      (rows) => onSelect(new Map(rows.map((row) => [row.id, row]))),
      failed("Couldn't select all documents"),
    )
    setFound(undefined)
  }
  return (
    <Button size="compact-sm" variant="subtle" disabled={found !== undefined} onClick={select}>
      {found === undefined ? `Select all ${all}` : `Selecting ${found.toLocaleString('en')} of ${all}…`}
    </Button>
  )
}
