// The category tree: drag to reorder and re-parent, or move with the keyboard; edit, delete.

import { Button, Group, Paper, Skeleton } from '@mantine/core'
import { IconFolders, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import { Needs } from '../app/Needs.tsx'
import { counted } from '../ui/counted.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { notify } from '../ui/notify.ts'
import { Page } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import { useCategories, useDeleteCategory } from './queries.ts'

const CategoryDialog = lazily(() => import('./CategoryDialog.tsx'), 'CategoryDialog')
const NewDocument = lazily(() => import('../documents/NewDocument.tsx'), 'NewDocument')
const Confirm = lazily(() => import('../ui/Confirm.tsx'), 'Confirm')

export function CategoriesPage() {
  return (
    <Needs least="editor">
      <Categories />
    </Needs>
  )
}

function Categories() {
  const tree = useCategories()
  const remove = useDeleteCategory()
  const [editing, setEditing] = useState<Editing>()
  const [writingIn, setWritingIn] = useState<CategoryOut>()
  const [deleting, setDeleting] = useState<CategoryOut>()
  const [filter, setFilter] = useState('')
  return (
    <Page
      title="Categories"
      hint="Drag to reorder, or select a category and press Alt with an arrow key."
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
            <SearchBox w={320} label="Find category" value={filter} onChange={setFilter} />
          </Group>
          <Paper p={6}>
            <CategoryTree
              tree={tree.data}
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
      {deleting && (
        <Confirm
          title={isEmpty(deleting) ? `Delete “${deleting.name}”?` : `“${deleting.name}” isn't empty`}
          action="Delete"
          impossible={!isEmpty(deleting)}
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync(deleting.id)
            notify(`Deleted “${deleting.name}”.`)
          }}
        >
          {isEmpty(deleting)
            ? 'The category is empty. Nothing else is deleted.'
            : `It contains ${contentOf(deleting)}. Move or delete its contents first.`}
        </Confirm>
      )}
    </Page>
  )
}

const isEmpty = ({ document_count, children }: CategoryOut) => document_count + children.length === 0

function contentOf({ document_count: documents, children: { length: categories } }: CategoryOut): string {
  const parts = [
    documents > 0 && counted(documents, 'document'),
    categories > 0 && counted(categories, 'category', 'categories'),
  ]
  return parts.filter(Boolean).join(' and ')
}
