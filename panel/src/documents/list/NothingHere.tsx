// The empty state of the document list: why, and what to do.

import { Button } from '@mantine/core'
import { IconFileOff, IconFileText, IconFolderOff } from '@tabler/icons-react'
import { NO_CATEGORY } from '../../api/documentLists.ts'
import type { Bucket } from '../../api/types.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** The text for an empty bucket. */
const NOTHING: Record<Bucket | 'all', string> = {
  all: 'No documents yet',
  empty: 'Every document has content',
  queued: 'Nothing in the queue',
  processing: 'Nothing in progress',
  approved: 'No written documents yet',
  failed: 'No failed drafts',
}

const ALL_PUBLISHED = 'Nothing is unpublished'

type Props = {
  bucket: Bucket | 'all'
  searching: boolean
  /** The list is filtered to unpublished documents. */
  unpublished: boolean
  category: number | undefined
  onCreate: () => void
  onAllCategories: () => void
}

export function NothingHere({ bucket, searching, unpublished, category, onCreate, onAllCategories }: Props) {
  if (category !== undefined)
    return (
      <EmptyState
        icon={IconFileOff}
        title={
          searching
            ? 'No matches'
            : unpublished
              ? ALL_PUBLISHED
              : bucket === 'all'
                ? nothingIn(category)
                : NOTHING[bucket]
        }
        action={<AllCategories onClick={onAllCategories} />}
      >
        {category === NO_CATEGORY
          ? 'Showing only documents without a category.'
          : 'Showing only this category and its subcategories.'}
      </EmptyState>
    )
  if (searching)
    return (
      <EmptyState icon={IconFileOff} title="No matches">
        Try fewer or different words.
      </EmptyState>
    )
  if (unpublished) return <EmptyState icon={IconFileText} title={ALL_PUBLISHED} />
  return (
    <EmptyState
      icon={IconFileText}
      title={NOTHING[bucket]}
      action={bucket === 'all' && <Button onClick={onCreate}>New document</Button>}
    >
      {bucket === 'all' && 'Write one, or generate a draft from notes and source material.'}
    </EmptyState>
  )
}

const nothingIn = (category: number) =>
  category === NO_CATEGORY ? 'Every document has a category' : 'No documents in this category'

/** The address names a category that no longer exists. */
export const NoSuchCategory = ({ onAllCategories }: { onAllCategories: () => void }) => (
  <EmptyState icon={IconFolderOff} title="Category not found" action={<AllCategories onClick={onAllCategories} />}>
    It may have been deleted.
  </EmptyState>
)

const AllCategories = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    Show all categories
  </Button>
)
