// Editors' list of documents: bucket tabs, filters, pages, bulk actions. The state is in the address.

import { Badge, Button, Group, Pagination, Paper, Skeleton, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconFileImport, IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import {
  collectBucket,
  type DocumentsView,
  NO_CATEGORY,
  PAGE_SIZE,
  useBucket,
  useCounts,
} from '../../api/documentLists.ts'
import { isStatus } from '../../api/errors.ts'
import type { Bucket } from '../../api/types.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Page } from '../../ui/Page.tsx'
import { BUCKET_HINTS, BUCKET_NAMES, BUCKETS, type DocumentsSearch } from '../buckets.ts'
import { NOTHING_SELECTED, SelectionBar } from '../many/SelectionBar.tsx'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { Dropped } from './Dropped.tsx'
import classes from './list.module.css'
import { NoSuchCategory, NothingHere } from './NothingHere.tsx'

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

/** On a phone the tabs scroll, and the chosen one may be out of sight. */
const intoView = (list: HTMLDivElement | null) =>
  list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

type Props = { counts: Record<Bucket, number> | undefined; total: number | undefined }

function BucketTabs({ counts, total }: Props) {
  return (
    <Tabs.List ref={intoView} aria-label="Buckets">
      <BucketTab value="all" name="All" count={total} />
      {BUCKETS.map((name) => (
        <BucketTab key={name} value={name} name={BUCKET_NAMES[name]} count={counts?.[name]} />
      ))}
    </Tabs.List>
  )
}

function BucketTab({ value, name, count }: { value: string; name: string; count: number | undefined }) {
  return (
    <Tabs.Tab
      value={value}
      rightSection={
        <Badge size="sm" variant="transparent" color="gray" className={classes.count}>
          {count === undefined ? '–' : count.toLocaleString('en')}
        </Badge>
      }
    >
      {name}
    </Tabs.Tab>
  )
}

/** The states around a document list: error, missing category, loading, or `children`. */
type DocumentListProps = {
  list: UseQueryResult<DocumentsView>
  isGone: boolean
  onAllCategories: () => void
  children: ReactNode
}

function DocumentList({ list, isGone, onAllCategories, children }: DocumentListProps) {
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

/** Actions above the document list: other lists, import, new document. */
const ListActions = ({ onCreate }: { onCreate: () => void }) => (
  <>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/trash" />}
      variant="subtle"
      color="gray"
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      Trash
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/overview" />}
      variant="subtle"
      color="gray"
      leftSection={<IconChartBar size={16} aria-hidden />}
    >
      Overview
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/missed-searches" />}
      variant="subtle"
      color="gray"
      leftSection={<IconSearchOff size={16} aria-hidden />}
    >
      Searches without results
    </Button>
    <Button
      renderRoot={(props) => <Link {...props} to="/documents/import" />}
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      Import
    </Button>
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New document
    </Button>
  </>
)
