// The trash: deleted categories and documents, with restore.

import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { nameOf } from '../../people/people.ts'
import { Needs } from '../../session/Needs.tsx'
import { hasRole, useMe } from '../../session/session.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DeletedCategories } from './DeletedCategories.tsx'
import { TRASH_PAGE, type TrashEntry, useDeletePermanently, useRestoreDeleted, useTrash } from './trashQueries.ts'

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')

export const TrashPage = () => (
  <Needs least="editor">
    <Trash />
  </Needs>
)

function Trash() {
  const [page, setPage] = useState(1)
  const [removing, setRemoving] = useState<TrashEntry>()
  const trash = useTrash(page)
  const back = useRestoreDeleted()
  const remove = useDeletePermanently()
  // Editors restore; only admins delete permanently.
  const mayRemove = hasRole(useMe(), 'admin')
  const columns: Column<TrashEntry>[] = [
    {
      key: 'Title',
      cell: (row) => (
        <>
          <Text fw={500}>{row.title}</Text>
          <Text fz="sm" c="dimmed">
            Deleted <Ago at={row.deleted_at} />
            {row.deleted_by && ` by ${nameOf(row.deleted_by)}`}
          </Text>
          {row.category_gone && <Text fz="sm">Its category is gone: it comes back without one, restricted.</Text>}
        </>
      ),
    },
    { key: 'Category', from: 'sm', cell: ({ category }) => category },
    {
      key: 'Actions',
      unseen: true,
      cell: (row) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconRestore size={15} aria-hidden />}
            loading={back.isPending && back.variables.id === row.id}
            onClick={() => back.mutate(row)}
            aria-label={`Restore ${row.title}`}
          >
            Restore
          </Button>
          {mayRemove && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => setRemoving(row)}
              aria-label={`Delete permanently: ${row.title}`}
            >
              Delete permanently
            </Button>
          )}
        </Group>
      ),
    },
  ]
  const rows = trash.data
  return (
    <Page
      title="Trash"
      hint="What is deleted stays here for a while. A document comes back with its content, category, tags and access, a category with all that was in it."
      actions={
        <Button renderRoot={(props) => <Link {...props} to="/documents" />} variant="default">
          All documents
        </Button>
      }
    >
      <ErrorNote error={trash.error} title="Couldn't load the trash" onRetry={() => void trash.refetch()} />
      <DeletedCategories />
      <Paper p={0}>
        {rows === undefined ? (
          !trash.error && <Skeleton h={160} />
        ) : // A later page may be empty, and then only the pager leads back.
        rows.length === 0 && page === 1 ? (
          <EmptyState icon={IconTrash} title="The trash is empty" />
        ) : (
          <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} mark="deleted" />
        )}
      </Paper>
      {rows && <Pager page={page} isFull={rows.length === TRASH_PAGE} onPage={setPage} />}
      {removing && (
        <Confirm
          title="Delete permanently?"
          action="Delete permanently"
          onClose={() => setRemoving(undefined)}
          onConfirm={() => remove.mutateAsync(removing)}
        >
          “{removing.title}” can't be restored after this.
        </Confirm>
      )}
    </Page>
  )
}
