// A page of documents as rows: title, category, state, last change, and what can be done with each.

import { Group, Skeleton } from '@mantine/core'
import { IconDots, IconPinned } from '@tabler/icons-react'
import { useState } from 'react'
import type { Bucket } from '../api/types.ts'
import { JobState } from '../pipeline/JobState.tsx'
import { Ago } from '../ui/Ago.tsx'
import { AudienceMark } from '../ui/AudienceMark.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Dot } from '../ui/Dot.tsx'
import { useKeptIds } from '../ui/kept.ts'
import { lazily, lazyMenu } from '../ui/lazily.tsx'
import { Check, DocumentLink, IconButton } from '../ui/Plain.tsx'
import { UnpublishedMark } from '../ui/UnpublishedMark.tsx'
import { UnsavedMark } from '../ui/UnsavedMark.tsx'
import { BUCKET_NAMES } from './buckets.ts'
import classes from './documents.module.css'
import type { DocumentRow } from './queries.ts'
import { NOTHING_SELECTED, type Selection } from './SelectionBar.tsx'
import { Snippet } from './Snippet.tsx'

const EnqueueDialog = lazily(() => import('../pipeline/EnqueueDialog.tsx'), 'EnqueueDialog')
const RowMenu = lazyMenu(() => import('./RowMenu.tsx'), 'RowMenu')
const DeleteDialog = lazily(() => import('./DeleteDialog.tsx'), 'DeleteDialog')

type Props = {
  bucket: Bucket | 'all'
  rows: DocumentRow[]
  selected: Selection
  onSelect: (selected: Selection) => void
}

export function DocumentTable({ bucket, rows, selected, onSelect }: Props) {
  const [deleting, setDeleting] = useState<DocumentRow>()
  const [enqueueing, setEnqueueing] = useState<DocumentRow>()
  const unsaved = useKeptIds('document')
  const all = rows.every(({ id }) => selected.has(id))
  const some = rows.some(({ id }) => selected.has(id))
  const toggle = (row: DocumentRow) => {
    const next = new Map(selected)
    if (!next.delete(row.id)) next.set(row.id, row)
    onSelect(next)
  }
  const columns: Column<DocumentRow>[] = [
    {
      key: 'Select',
      width: 44,
      head: (
        <Check
          label="Select all on this page"
          checked={all}
          some={some}
          onChange={() => onSelect(all ? NOTHING_SELECTED : new Map(rows.map((row) => [row.id, row])))}
        />
      ),
      cell: (row) => (
        <Check label={`Select ${row.title}`} checked={selected.has(row.id)} onChange={() => toggle(row)} />
      ),
    },
    { key: 'Title', cell: (row) => <TitleCell row={row} isUnsaved={unsaved.has(row.id)} /> },
    {
      key: 'Category',
      from: 'md',
      cell: ({ category }) => <div className={classes.category}>{category ?? '–'}</div>,
    },
    { key: 'Status', from: 'sm', width: bucket === 'failed' ? 320 : 180, cell: (row) => <State row={row} /> },
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

function TitleCell({ row, isUnsaved }: { row: DocumentRow; isUnsaved: boolean }) {
  return (
    <>
      <div className={classes.titleRow}>
        <DocumentLink id={row.id} className={classes.titleLink}>
          {row.title}
        </DocumentLink>
        <Marks row={row} />
        {isUnsaved && <UnsavedMark />}
      </div>
      {row.snippet ? <Snippet marked={row.snippet} /> : null}
      <div className="mantine-hidden-from-sm">
        <State row={row} />
      </div>
    </>
  )
}

function State({ row }: { row: DocumentRow }) {
  if (row.job && row.bucket !== 'approved') return <JobState job={row.job} />
  return <Dot state={row.bucket} label={BUCKET_NAMES[row.bucket]} />
}

function Marks({ row }: { row: DocumentRow }) {
  return (
    <>
      {row.pinned && (
        <span role="img" aria-label="Pinned" title="Pinned" className={classes.mark}>
          <IconPinned size={15} color="var(--mantine-primary-color-filled)" aria-hidden />
        </span>
      )}
      {row.published ? (
        <AudienceMark audience={row.audience ?? row.visibility} own={row.visibility} className={classes.mark} />
      ) : (
        <UnpublishedMark />
      )}
    </>
  )
}

/** TablePlaceholder stands for rows that are still to come. */
export function TablePlaceholder() {
  return (
    <div role="status" aria-label="Loading documents">
      {[34, 47, 60, 43, 56, 39, 52, 35].map((width) => (
        <Group key={width} p="md" justify="space-between" wrap="nowrap">
          <Skeleton h={14} w={`${width}%`} />
          <Skeleton h={14} w={90} />
        </Group>
      ))}
    </div>
  )
}
