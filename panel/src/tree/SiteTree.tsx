// The site's tree beside the editor: find, open, move, create. A drawer on narrow screens.

import { Button, Drawer, Group, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { CategoryOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { useCategories } from '../categories/queries.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Editing } from './CategoryDialog.tsx'
import { CategoryTree } from './CategoryTree.tsx'
import type { TreeDocuments } from './documents.ts'
import classes from './tree.module.css'
import { useTreeDocuments } from './treeQueries.ts'

const CategoryDialog = lazily(() => import('./CategoryDialog.tsx'), 'CategoryDialog')
const NewDocument = lazily(() => import('../documents/NewDocument.tsx'), 'NewDocument')
const DeleteCategory = lazily(() => import('./DeleteCategory.tsx'), 'DeleteCategory')

const NO_DOCUMENTS: TreeDocuments = new Map()

type Props = { document: { id: number; category_id: number | null }; onClose: () => void }

export function SiteTree({ document, onClose }: Props) {
  const isBeside = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  if (isBeside)
    return (
      <section aria-label="Site" className={classes.beside}>
        <Tree document={document} />
      </section>
    )
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Site"
      position="left"
      size="min(22rem, 90vw)"
      padding="sm"
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': 'Close the site tree' }}
    >
      <Tree document={document} onOpened={onClose} />
    </Drawer>
  )
}

function Tree({ document, onOpened }: Pick<Props, 'document'> & { onOpened?: () => void }) {
  const tree = useCategories()
  const documents = useTreeDocuments()
  const [editing, setEditing] = useState<Editing>()
  const [writingIn, setWritingIn] = useState<number | null>()
  const [deleting, setDeleting] = useState<CategoryOut>()
  const [filter, setFilter] = useState('')
  return (
    <>
      <Group gap={6} mb="xs" wrap="nowrap">
        <SearchBox className={classes.find} label="Find a page" value={filter} onChange={setFilter} />
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setWritingIn(document.category_id)}
        >
          New
        </Button>
      </Group>
      <ErrorNote error={tree.error ?? documents.error} onRetry={() => void tree.refetch()} />
      {!tree.data || documents.isPending ? (
        <Skeleton h={200} />
      ) : (
        <CategoryTree
          tree={tree.data}
          documents={documents.data ?? NO_DOCUMENTS}
          filter={filter.trim()}
          open={{ id: document.id, onOpened }}
          rowHeight={34}
          onEdit={setEditing}
          onWrite={({ id }) => setWritingIn(id)}
          onDelete={setDeleting}
        />
      )}
      {editing && <CategoryDialog {...editing} onClose={() => setEditing(undefined)} />}
      {writingIn !== undefined && <NewDocument category={writingIn} onClose={() => setWritingIn(undefined)} />}
      {deleting && <DeleteCategory category={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
