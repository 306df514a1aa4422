// Editors' list of documents: bucket tabs, filters, pages, bulk actions. The state is in the address.

import { Group, Pagination, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { collectBucket, NO_CATEGORY, PAGE_SIZE, useBucket, useCounts } from '../../api/documentLists.ts'
import { isStatus } from '../../api/errors.ts'
import type { Bucket } from '../../api/types.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Page } from '../../ui/Page.tsx'
import { BUCKET_HINTS, type DocumentsSearch } from '../buckets.ts'
import { NOTHING_SELECTED, SelectionBar } from '../many/SelectionBar.tsx'
import { BucketTabs } from './BucketTabs.tsx'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentList } from './DocumentList.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { Dropped } from './Dropped.tsx'
import { ListActions } from './ListActions.tsx'
import classes from './list.module.css'
import { NothingHere } from './NothingHere.tsx'

const NewDocument = lazily(() => import('../NewDocument.tsx'), 'NewDocument')

const route = getRouteApi('/documents')

export function BucketsView() {
  const { bucket = 'all', q = '', category, page = 1, sort, unpublished } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, create] = useDisclosure()
  const [selected, select] = useState(NOTHING_SELECTED)
  const counts = useCounts(category)
  const total = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0)
  const list = useBucket(bucket, { q, category, page, sort, unpublished })
  const found = list.data?.total ?? total ?? 0
  const pages = Math.ceil(found / PAGE_SIZE)
  const filter = (change: DocumentsSearch, replace = false) => {
    // A selection may span several searches, but not other buckets, categories or orders.
    if (!('q' in change)) select(NOTHING_SELECTED)
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace })
  }
  const collect = (onStep: (found: number) => void) => collectBucket(bucket, { q, category, sort, unpublished }, onStep)
  const onAllCategories = () => filter({ category: undefined })
  const isEmpty = list.data?.items.length === 0
  const isGone = category !== undefined && isStatus(list.error, 404)

  // A bulk action may empty the last page.
  useEffect(() => {
    if (page > Math.max(1, pages) && isEmpty && !list.isFetching)
      void navigate({ search: (now) => ({ ...now, page: pages > 1 ? pages : undefined }), replace: true })
  }, [page, pages, isEmpty, list.isFetching, navigate])

  return (
    <Page title="Documents" actions={<ListActions onCreate={create.open} />}>
      <Tabs
        value={bucket}
        onChange={(name) => filter({ bucket: name === 'all' ? undefined : (name as Bucket) })}
        variant="pills"
        className={`quiet-tabs ${classes.tabs}`}
      >
        <BucketTabs counts={counts.data} total={total} />
        <Tabs.Panel value={bucket}>
          <Group justify="space-between" my="md" gap="sm">
            <DocumentFilters {...{ bucket, q, category, sort, unpublished }} onFilter={filter} />
            <SelectionBar
              selected={selected}
              onSelect={select}
              all={pages > 1 ? { count: list.data?.hasMore ? undefined : found, collect } : undefined}
            />
            {selected.size === 0 && bucket !== 'all' && (
              <Text fz="sm" c="dimmed" visibleFrom="lg" className={classes.hint}>
                {BUCKET_HINTS[bucket]}
              </Text>
            )}
          </Group>
          {!isEmpty && <Dropped words={list.data?.dropped} />}
          <DocumentList list={list} isGone={isGone} onAllCategories={onAllCategories}>
            {!isEmpty && list.data ? (
              <DocumentTable bucket={bucket} rows={list.data.items} selected={selected} onSelect={select} />
            ) : (
              <NothingHere
                bucket={bucket}
                searching={q !== ''}
                unpublished={unpublished === true}
                category={category}
                onCreate={create.open}
                onAllCategories={onAllCategories}
              />
            )}
          </DocumentList>
          {list.data && pages > 1 && (
            <Group justify="space-between" mt="md">
              <Text fz="sm" c="dimmed" className="tabular">
                {!list.data.hasMore && `${found.toLocaleString('en')} documents`}
              </Text>
              <Pagination
                total={pages}
                value={page}
                onChange={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
                size="sm"
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              />
            </Group>
          )}
        </Tabs.Panel>
      </Tabs>
      {creating && (
        <NewDocument onClose={create.close} category={category === NO_CATEGORY ? null : (category ?? null)} />
      )}
    </Page>
  )
}
