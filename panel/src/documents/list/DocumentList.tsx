// The states around a document list: error, missing category, loading, or `children`.

import { Group, Paper, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentsView } from '../../api/documentLists.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import classes from './list.module.css'
import { NoSuchCategory } from './NothingHere.tsx'

type Props = {
  list: UseQueryResult<DocumentsView>
  isGone: boolean
  onAllCategories: () => void
  children: ReactNode
}

export function DocumentList({ list, isGone, onAllCategories, children }: Props) {
  if (list.error && !isGone)
    return <ErrorNote error={list.error} title="Couldn't load the documents" onRetry={() => void list.refetch()} />
  // An empty placeholder from the previous filter says nothing about this one.
  const isComing = !list.data || (list.data.items.length === 0 && list.isPlaceholderData)
  return (
    <Paper p={0} className={classes.tablePaper} data-stale={list.isPlaceholderData || undefined}>
      {isGone ? <NoSuchCategory onAllCategories={onAllCategories} /> : isComing ? <TablePlaceholder /> : children}
    </Paper>
  )
}

function TablePlaceholder() {
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
