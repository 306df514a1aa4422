// The tree of categories and documents: reorder and reparent by dragging or keyboard, edit, delete.

import { Button, Group, Paper, Skeleton } from '@mantine/core'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import type { CategoryOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { useCategories } from '../categories/queries.ts'
import { Needs } from '../session/Needs.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import type { TreeDocuments } from './documents.ts'
import { useTreeDocuments } from './treeQueries.ts'

const CategoryDialog = lazily(() => import('./CategoryDialog.tsx'), 'CategoryDialog')
const NewDocument = lazily(() => import('../documents/NewDocument.tsx'), 'NewDocument')
const DeleteCategory = lazily(() => import('./DeleteCategory.tsx'), 'DeleteCategory')

/** A constant, because a new map would lay out all rows at every render. */
const NO_DOCUMENTS: TreeDocuments = new Map()

export function CategoriesPage() {
  return (
    <Needs least="editor">
      <Categories />
    </Needs>
  )
}

function Categories() {
  const tree = useCategories()
  const documents = useTreeDocuments()
  const [editing, setEditing] = useState<Editing>()
  const [writingIn, setWritingIn] = useState<CategoryOut>()
  const [deleting, setDeleting] = useState<CategoryOut>()
  const [filter, setFilter] = useState('')
  return (
    <Page
      title="Categories"
      hint="Drag categories and documents to reorder them, or select one and press Alt with an arrow key."
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
          New category
        </Button>
      }
    >
      <ErrorNote error={tree.error} onRetry={() => void tree.refetch()} />
      {tree.isPending && <Skeleton h={320} radius="md" />}
      {tree.data?.length === 0 && (
        <Paper p="lg">
          <EmptyState
            icon={IconFolders}
            title="No categories yet"
            action={<Button onClick={() => setEditing({})}>New category</Button>}
          >
            Categories structure the site, and can restrict who reads a whole section.
          </EmptyState>
        </Paper>
      )}
      {tree.data && tree.data.length > 0 && (
        <>
          <Group mb="md">
            <SearchBox w={320} label="Find a category or document" value={filter} onChange={setFilter} />
          </Group>
          <Paper p={6}>
            <CategoryTree
              tree={tree.data}
              documents={documents.data ?? NO_DOCUMENTS}
              filter={filter.trim()}
              onEdit={setEditing}
              onWrite={setWritingIn}
              onDelete={setDeleting}
            />
          </Paper>
        </>
      )}
      {editing && <CategoryDialog {...editing} onClose={() => setEditing(undefined)} />}
      {writingIn && <NewDocument category={writingIn.id} onClose={() => setWritingIn(undefined)} />}
      {deleting && <DeleteCategory category={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  )
}
