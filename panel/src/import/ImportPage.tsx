// New imports and their history.

import { Anchor, Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportListOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { nameOf } from '../people/people.ts'
import { Needs } from '../session/Needs.tsx'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { DropZone } from './DropZone.tsx'
import { IMPORTS_PAGE, useImports } from './importQueries.ts'
import { outcomeOf, STATES } from './words.ts'

export const ImportPage = () => (
  <Needs least="editor">
    <Imports />
  </Needs>
)

const COLUMNS: Column<ImportListOut>[] = [
  {
    key: 'Import',
    cell: (row) => (
      <>
        <Anchor
          fw={500}
          renderRoot={(props) => <Link {...props} to="/documents/import/$id" params={{ id: String(row.id) }} />}
        >
          {row.name}
        </Anchor>
        <Text fz="sm" c="dimmed">
          <Ago at={row.created_at} />
          {row.created_by && ` by ${nameOf(row.created_by)}`}
        </Text>
      </>
    ),
  },
  { key: 'State', cell: ({ state }) => STATES[state] },
  { key: 'Result', from: 'sm', cell: (row) => outcomeOf(row) },
]

function Imports() {
  const [page, setPage] = useState(1)
  const imports = useImports(page)
  const rows = imports.data
  return (
    <Page
      title="Import"
      hint="Folders become categories, files become pages. Nothing is written before you have seen a preview."
      actions={
        <Button renderRoot={(props) => <Link {...props} to="/documents" />} variant="default">
          All documents
        </Button>
      }
    >
      <DropZone />
      <Title order={2} fz="lg" mt="xl" mb="sm">
        Earlier imports
      </Title>
      <ErrorNote error={imports.error} title="Couldn't load the imports" onRetry={() => void imports.refetch()} />
      <Paper p={0}>
        {rows === undefined ? (
          !imports.error && <Skeleton h={160} />
        ) : rows.length === 0 && page === 1 ? (
          <EmptyState icon={IconFileImport} title="No imports yet">
            Each import is listed here with its report, and can be undone.
          </EmptyState>
        ) : (
          <DataTable columns={COLUMNS} rows={rows} keyOf={({ id }) => id} mark="import" />
        )}
      </Paper>
      {rows && <Pager page={page} isFull={rows.length === IMPORTS_PAGE} onPage={setPage} />}
    </Page>
  )
}
