// Documents as an editor sees them: buckets as tabs with live counts, filters, pages, and bulk actions. What is shown is in the
// address.

import { Badge, Button, Group, Pagination, Paper, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconSearchOff, IconTrash } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isStatus } from '../api/errors.ts'
import type { Bucket } from '../api/types.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Page } from '../ui/Page.tsx'
import { BUCKET_HINTS, BUCKET_NAMES, BUCKETS, type DocumentsSearch } from './buckets.ts'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentTable, TablePlaceholder } from './DocumentTable.tsx'
import { Dropped } from './Dropped.tsx'
import classes from './documents.module.css'
import { ImportMarkdown } from './ImportMarkdown.tsx'
import { NoSuchCategory, NothingHere } from './NothingHere.tsx'
import { NO_CATEGORY, PAGE_SIZE, useBucket, useCounts } from './queries.ts'
import { NOTHING_SELECTED, SelectionBar } from './SelectionBar.tsx'

const NewDocument = lazily(() => import('./NewDocument.tsx'), 'NewDocument')

const route = getRouteApi('/documents')

export function BucketsView() {
  const { bucket = 'all', q = '', category, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, create] = useDisclosure()
  const [selected, select] = useState(NOTHING_SELECTED)
  const counts = useCounts(category)
  const total = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0)
  const list = useBucket(bucket, { q, category, page })
  const found = list.data?.total ?? total ?? 0
  const pages = Math.ceil(found / PAGE_SIZE)
  const filter = (change: DocumentsSearch, replace = false) => {
    if (!('q' in change)) select(NOTHING_SELECTED)
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace })
  }
  const onAllCategories = () => filter({ category: undefined })
  const isEmpty = list.data?.items.length === 0
  const isGone = category !== undefined && isStatus(list.error, 404)

  // A bulk action may empty the last page.
  useEffect(() => {
    if (page > Math.max(1, pages) && isEmpty && !list.isFetching)
      void navigate({ search: (now) => ({ ...now, page: pages > 1 ? pages : undefined }), replace: true })
  }, [page, pages, isEmpty, list.isFetching, navigate])

  return (
    <Page title="Documents" actions={<Actions onCreate={create.open} />}>
      <Tabs
        value={bucket}
        onChange={(name) => filter({ bucket: name === 'all' ? undefined : (name as Bucket) })}
        variant="pills"
        className={`quiet-tabs ${classes.tabs}`}
      >
        <Tabs.List aria-label="Buckets">
          <BucketTab value="all" name="All" count={total} />
          {BUCKETS.map((name) => (
            <BucketTab key={name} value={name} name={BUCKET_NAMES[name]} count={counts.data?.[name]} />
          ))}
        </Tabs.List>
        <Tabs.Panel value={bucket}>
          <Group justify="space-between" my="md" gap="sm">
            <DocumentFilters bucket={bucket} q={q} category={category} onFilter={filter} />
            <SelectionBar selected={selected} onSelect={select} />
            {selected.size === 0 && bucket !== 'all' && (
              <Text fz="sm" c="dimmed" visibleFrom="lg" className={classes.hint}>
                {BUCKET_HINTS[bucket]}
              </Text>
            )}
          </Group>
          {!isEmpty && <Dropped words={list.data?.dropped} />}
          {list.error && !isGone ? (
            <ErrorNote error={list.error} title="Couldn't load the documents" onRetry={() => void list.refetch()} />
          ) : (
            <Paper p={0} className={classes.tablePaper} data-stale={list.isPlaceholderData || undefined}>
              {isGone ? (
                <NoSuchCategory onAllCategories={onAllCategories} />
              ) : !list.data || (isEmpty && list.isPlaceholderData) ? (
                <TablePlaceholder />
              ) : isEmpty ? (
                <NothingHere
                  bucket={bucket}
                  searching={q !== ''}
                  category={category}
                  onCreate={create.open}
                  onAllCategories={onAllCategories}
                />
              ) : (
                <DocumentTable bucket={bucket} rows={list.data.items} selected={selected} onSelect={select} />
              )}
            </Paper>
          )}
          {list.data && pages > 1 && (
            <Group justify="space-between" mt="md">
              <Text fz="sm" c="dimmed" className="tabular">
                {found.toLocaleString('en')} documents
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

const Actions = ({ onCreate }: { onCreate: () => void }) => (
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
      renderRoot={(props) => <Link {...props} to="/documents/missed-searches" />}
      variant="subtle"
      color="gray"
      leftSection={<IconSearchOff size={16} aria-hidden />}
    >
      Searches without results
    </Button>
    <ImportMarkdown />
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      New document
    </Button>
  </>
)

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
