// A page of documents as a table.

import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentRow } from '../../api/documentLists.ts'
import type { Bucket } from '../../api/types.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { lazily, lazyMenu } from '../../ui/lazily.tsx'
import { useLocalCopyIds } from '../../ui/localCopies.ts'
import { IconButton } from '../../ui/Plain.tsx'
import { selectColumn } from '../../ui/selectColumn.tsx'
import type { Selection } from '../many/SelectionBar.tsx'
import { StateCell, TitleCell } from './DocumentCells.tsx'
import classes from './list.module.css'

const EnqueueDialog = lazily(() => import('../../pipeline/enqueue/EnqueueDialog.tsx'), 'EnqueueDialog')
const RowMenu = lazyMenu(() => import('./RowMenu.tsx'), 'RowMenu')
const DeleteDialog = lazily(() => import('../trash/DeleteDialog.tsx'), 'DeleteDialog')

type Props = {
  bucket: Bucket | 'all'
  rows: DocumentRow[]
  selected: Selection
  onSelect: (selected: Selection) => void
}

export function DocumentTable({ bucket, rows, selected, onSelect }: Props) {
  const [deleting, setDeleting] = useState<DocumentRow>()
  const [enqueueing, setEnqueueing] = useState<DocumentRow>()
  const unsaved = useLocalCopyIds('document')
  const columns: Column<DocumentRow>[] = [
    selectColumn({ rows, selected, onSelect, nameOf: ({ title }) => title }),
    { key: 'Title', cell: (row) => <TitleCell row={row} isUnsaved={unsaved.has(row.id)} /> },
    {
      key: 'Category',
      from: 'md',
      cell: ({ category }) => <div className={classes.category}>{category ?? '–'}</div>,
    },
    { key: 'Status', from: 'sm', width: bucket === 'failed' ? 320 : 180, cell: (row) => <StateCell row={row} /> },
    { key: 'Updated', from: 'sm', width: 130, cell: ({ updated_at }) => <Ago at={updated_at} /> },
    {
      key: 'Actions',
      unseen: true,
      width: 52,
      cell: (row) => (
        <RowMenu
          row={row}
          onDelete={() => setDeleting(row)}
          onEnqueue={() => setEnqueueing(row)}
          button={
            <IconButton aria-label={`Actions for ${row.title}`} aria-haspopup="menu">
              <IconDots size={18} aria-hidden />
            </IconButton>
          }
        />
      ),
    },
  ]
  return (
    <>
      <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} mark="document" />
      {deleting && <DeleteDialog document={deleting} onClose={() => setDeleting(undefined)} />}
      {enqueueing && (
        <EnqueueDialog
          documentIds={[enqueueing.id]}
          title={enqueueing.title}
          onClose={() => setEnqueueing(undefined)}
        />
      )}
    </>
  )
}
