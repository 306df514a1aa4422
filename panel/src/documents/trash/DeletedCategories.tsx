// Deleted categories, restored with their content.

import { Button, Paper, Text } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { counted } from '../../counted.ts'
import { nameOf } from '../../people/people.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { type DeletedCategory, useDeletedCategories, useRestoreCategory } from './trashQueries.ts'

export function DeletedCategories() {
  const { data: rows = [] } = useDeletedCategories()
  const back = useRestoreCategory()
  if (rows.length === 0) return null
  const columns: Column<DeletedCategory>[] = [
    {
      key: 'Category',
      cell: (row) => (
        <>
          <Text fw={500}>{row.name}</Text>
          <Text fz="sm" c="dimmed">
            Deleted <Ago at={row.deleted_at} />
            {row.deleted_by && ` by ${nameOf(row.deleted_by)}`}
          </Text>
        </>
      ),
    },
    { key: 'With it', from: 'sm', cell: contentOf },
    {
      key: 'Actions',
      unseen: true,
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRestore size={15} aria-hidden />}
          loading={back.isPending && back.variables.id === row.id}
          onClick={() => back.mutate(row)}
          aria-label={`Restore ${row.name} with its content`}
        >
          Restore
        </Button>
      ),
    },
  ]
  return (
    <Paper p={0} mb="md">
      <DataTable columns={columns} rows={rows} keyOf={({ id }) => id} mark="deleted" />
    </Paper>
  )
}

const contentOf = ({ categories, documents }: DeletedCategory): string =>
  [categories > 0 && counted(categories, 'category', 'categories'), documents > 0 && counted(documents, 'document')]
    .filter((part) => part !== false)
    .join(' and ') || 'Nothing'
