// What the list of documents shows when it holds nothing: why that is, and what to do next.

import { Button } from '@mantine/core'
import { IconFileOff, IconFileText, IconFolderOff } from '@tabler/icons-react'
import type { Bucket } from '../api/types.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NO_CATEGORY } from './queries.ts'

/** What a bucket without documents is called. */
const NOTHING: Record<Bucket | 'all', string> = {
  all: 'No documents here',
  empty: 'Every document has content',
  queued: 'Nothing waits for a worker',
  processing: 'Nothing is in work',
  approved: 'No document has content yet',
  failed: 'No draft has failed',
}

type Props = {
  bucket: Bucket | 'all'
  searching: boolean
  category: number | undefined
  onCreate: () => void
  onAllCategories: () => void
}

export function NothingHere({ bucket, searching, category, onCreate, onAllCategories }: Props) {
  if (category !== undefined)
    return (
      <EmptyState
        icon={IconFileOff}
        title={searching ? 'Nothing matches' : bucket === 'all' ? nothingIn(category) : NOTHING[bucket]}
        action={<AllCategories onClick={onAllCategories} />}
      >
        {category === NO_CATEGORY
          ? 'The list is filtered: it shows documents without a category alone.'
          : 'The list is filtered: it shows this category and what is below it alone.'}
      </EmptyState>
    )
  if (searching)
    return (
      <EmptyState icon={IconFileOff} title="Nothing matches">
        Try fewer or other words.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconFileText}
      title={NOTHING[bucket]}
      action={bucket === 'all' && <Button onClick={onCreate}>New document</Button>}
    >
      {bucket === 'all' && 'Write one by hand, or let one be drafted from notes and material.'}
    </EmptyState>
  )
}

const nothingIn = (category: number) =>
  category === NO_CATEGORY ? 'Every document has a category' : 'No documents in this category'

/** NoSuchCategory is for an address that names a category that is gone. */
export const NoSuchCategory = ({ onAllCategories }: { onAllCategories: () => void }) => (
  <EmptyState
    icon={IconFolderOff}
    title="There is no such category"
    action={<AllCategories onClick={onAllCategories} />}
  >
    Someone may have deleted it.
  </EmptyState>
)

const AllCategories = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    Show all categories
  </Button>
)
