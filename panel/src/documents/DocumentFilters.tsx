// The filters above the list of documents: words to search for, which wait for a pause in typing, and a category.

import { useDebouncedCallback } from '@mantine/hooks'
import { IconFolder } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Bucket } from '../api/types.ts'
import { CategoryField } from '../categories/CategoryField.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { DocumentsSearch } from './buckets.ts'
import classes from './documents.module.css'

type Props = {
  bucket: Bucket | 'all'
  q: string
  category: number | undefined
  onFilter: (change: DocumentsSearch, replace?: boolean) => void
}

export function DocumentFilters({ bucket, q, category, onFilter }: Props) {
  const [text, setText] = useState(q)
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
    </div>
  )
}
