// Filters of the document list: search words (debounced), category, and for all buckets sorting and unpublished only. Search
// results are sorted by relevance.

import { NativeSelect } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFolder } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Bucket } from '../../api/types.ts'
import { CategoryField } from '../../categories/CategoryField.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { DocumentsSearch, Sorting } from '../buckets.ts'
import classes from './list.module.css'

type Props = {
  bucket: Bucket | 'all'
  q: string
  category: number | undefined
  sort: Sorting | undefined
  unpublished: true | undefined
  onFilter: (change: DocumentsSearch, replace?: boolean) => void
}

const ORDERS = [
  { value: '', label: 'Recently updated' },
  { value: 'created', label: 'Newest' },
  { value: 'title', label: 'Title' },
]

export function DocumentFilters({ bucket, q, category, sort, unpublished, onFilter }: Props) {
  const [text, setText] = useState(q)
  // The address is the source of truth: the field is ahead of it while typing, and follows it on navigation.
  useEffect(() => setText(q), [q])
  const search = useDebouncedCallback((words: string) => onFilter({ q: words.trim() || undefined }, true), 250)
  return (
    <div className={classes.narrowing}>
      <SearchBox
        className={classes.searchBox}
        label="Search documents"
        placeholder={bucket === 'all' ? 'Search titles and content' : 'Search by title, slug or category'}
        value={text}
        onChange={(words) => {
          setText(words)
          search(words)
        }}
      />
      <CategoryField
        className={classes.categoryFilter}
        aria-label="Filter by category"
        placeholder="All categories"
        none="No category"
        leftSection={<IconFolder size={16} aria-hidden />}
        value={category ?? null}
        onChange={(id) => onFilter({ category: id ?? undefined })}
      />
      {/* Search results are sorted by relevance only. */}
      {bucket === 'all' && q === '' && (
        <>
          <NativeSelect
            aria-label="Sort by"
            data={ORDERS}
            value={sort ?? ''}
            onChange={({ currentTarget: { value } }) => onFilter({ sort: (value || undefined) as Sorting | undefined })}
          />
          <NativeSelect
            aria-label="Show"
            data={[
              { value: '', label: 'All documents' },
              { value: 'unpublished', label: 'Not published' },
            ]}
            value={unpublished ? 'unpublished' : ''}
            onChange={({ currentTarget: { value } }) => onFilter({ unpublished: value === '' ? undefined : true })}
          />
        </>
      )}
    </div>
  )
}
