// A page of documents as rows: title, category, state, last change, and what can be done with each.

import { ActionIcon, Box, Button, Checkbox, Group, Skeleton, Table, Text } from '@mantine/core'
import { type Icon, IconDots, IconFileOff, IconFileText, IconLock, IconPinned, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { JobState } from '../pipeline/JobState.tsx'
import { Ago } from '../ui/Ago.tsx'
import { Dot } from '../ui/Dot.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { menuOnDemand, onDemand } from '../ui/onDemand.tsx'
import { BUCKET_NAMES } from './buckets.ts'
import classes from './documents.module.css'
import { type DocumentRow, useDeleteDocument } from './queries.ts'
import { Snippet } from './Snippet.tsx'

const EnqueueDialog = onDemand(() => import('../pipeline/EnqueueDialog.tsx'), 'EnqueueDialog')
const RowMenu = menuOnDemand(() => import('./RowMenu.tsx'), 'RowMenu')
const Confirm = onDemand(() => import('../ui/Confirm.tsx'), 'Confirm')

type Props = {
  rows: DocumentRow[] | undefined
  searching: boolean
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  onCreate: () => void
}

export function DocumentTable({ rows, searching, chosen, onChoose, onCreate }: Props) {
  const [deleting, setDeleting] = useState<DocumentRow>()
  const [enqueueing, setEnqueueing] = useState<DocumentRow>()
  const remove = useDeleteDocument()
  if (!rows) return <Placeholder />
  if (rows.length === 0) {
    return searching ? (
      <EmptyState icon={IconFileOff} title="Nothing matches">
        Try fewer or other words.
      </EmptyState>
    ) : (
      <EmptyState
        icon={IconFileText}
        title="No documents here"
        action={<Button onClick={onCreate}>New document</Button>}
      >
        Write one by hand, or let one be drafted from notes and material.
      </EmptyState>
    )
  }
  const all = rows.every(({ id }) => chosen.has(id))
  const some = rows.some(({ id }) => chosen.has(id))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <Checkbox
                aria-label="Choose all on this page"
                checked={all}
                indeterminate={some && !all}
                onChange={() => onChoose(all ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </Table.Th>
            <Table.Th>Title</Table.Th>
            <Table.Th visibleFrom="md">Category</Table.Th>
            <Table.Th w={180} visibleFrom="sm">
              State
            </Table.Th>
            <Table.Th w={130} visibleFrom="sm">
              Changed
            </Table.Th>
            <Table.Th w={52}>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} className={classes.row} data-document={row.id}>
              <Table.Td>
                <Checkbox
                  aria-label={`Choose ${row.title}`}
                  checked={chosen.has(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </Table.Td>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  <Link to="/documents/$id" params={{ id: String(row.id) }} className={classes.titleLink}>
                    {row.title}
                  </Link>
                  <Marks row={row} />
                </Group>
                {row.snippet ? <Snippet marked={row.snippet} /> : null}
                <Box hiddenFrom="sm" mt={2}>
                  <State row={row} />
                </Box>
              </Table.Td>
              <Table.Td visibleFrom="md">
                <Text fz="sm" c="dimmed" truncate maw={220}>
                  {row.category ?? '–'}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <State row={row} />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Ago at={row.updated_at} />
              </Table.Td>
              <Table.Td>
                <RowMenu
                  row={row}
                  onDelete={() => setDeleting(row)}
                  onEnqueue={() => setEnqueueing(row)}
                  button={
                    <ActionIcon aria-label={`Actions for ${row.title}`} aria-haspopup="menu">
                      <IconDots size={18} aria-hidden />
                    </ActionIcon>
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {deleting && (
        <Confirm
          title="Delete this document?"
          action="Delete"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => remove.mutateAsync(deleting)}
        >
          “{deleting.title}” goes with its text, its revisions and its jobs. This cannot be undone.
        </Confirm>
      )}
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

function State({ row }: { row: DocumentRow }) {
  if (row.job && row.bucket !== 'approved') return <JobState job={row.job} />
  return <Dot state={row.bucket} label={BUCKET_NAMES[row.bucket]} />
}

function Marks({ row }: { row: DocumentRow }) {
  return (
    <>
      {row.pinned && <Mark icon={IconPinned} label="Pinned" color="var(--mantine-primary-color-filled)" />}
      {row.visibility === 'members' && <Mark icon={IconUsers} label="For everyone signed in" />}
      {row.visibility === 'restricted' && <Mark icon={IconLock} label="Restricted" />}
    </>
  )
}

function Mark({ icon: Picture, label, color = 'var(--panel-quiet)' }: { icon: Icon; label: string; color?: string }) {
  return (
    <span role="img" aria-label={label} title={label} className={classes.mark}>
      <Picture size={15} color={color} aria-hidden />
    </span>
  )
}

function Placeholder() {
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
