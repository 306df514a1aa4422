// Documents as an editor sees them: buckets as tabs with live counts, a search, a category to look in, pages, and what can
// be done to many. What is shown is in the address.

import { Badge, Button, Group, Pagination, Paper, Tabs, Text } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconFolder, IconPlus, IconTrash } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isStatus } from '../api/errors.ts'
import type { Bucket } from '../api/types.ts'
import { CategoryField } from '../categories/CategoryField.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { BUCKET_HINTS, BUCKET_NAMES, BUCKETS, type DocumentsSearch } from './buckets.ts'
import { ChosenBar, NOTHING_CHOSEN } from './ChosenBar.tsx'
import { DocumentTable, TablePlaceholder } from './DocumentTable.tsx'
import classes from './documents.module.css'
import { ImportMarkdown } from './ImportMarkdown.tsx'
import { NoSuchCategory, NothingHere } from './NothingHere.tsx'
import { NO_CATEGORY, PAGE_SIZE, useBucket, useCounts } from './queries.ts'

const NewDocument = onDemand(() => import('./NewDocument.tsx'), 'NewDocument')

const route = getRouteApi('/documents')

export function BucketsView() {
  const { bucket = 'all', q = '', category, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, create] = useDisclosure()
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const counts = useCounts(category)
  const total = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0)
  const list = useBucket(bucket, { q, category, page })
  const found = list.data?.total ?? total ?? 0
  const pages = Math.ceil(found / PAGE_SIZE)

  const [text, setText] = useState(q)
  useEffect(() => setText(q), [q])
  const narrow = (change: DocumentsSearch, replace = false) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace })
  const search = useDebouncedCallback((words: string) => narrow({ q: words.trim() || undefined }, true), 250)
  const show = (name: string | null) => {
    setChosen(NOTHING_CHOSEN)
    narrow({ bucket: name === null || name === 'all' ? undefined : (name as Bucket) })
  }
  const lookIn = (id: number | null) => {
    setChosen(NOTHING_CHOSEN)
    narrow({ category: id ?? undefined })
  }
  const onAllCategories = () => lookIn(null)
  const isEmpty = list.data?.items.length === 0
  const isGone = category !== undefined && isStatus(list.error, 404)

  // The last page may be emptied by what was done to all of it.
  useEffect(() => {
    if (page > Math.max(1, pages) && isEmpty && !list.isFetching)
      void navigate({ search: (now) => ({ ...now, page: pages > 1 ? pages : undefined }), replace: true })
  }, [page, pages, isEmpty, list.isFetching, navigate])

  return (
    <Page
      title="Documents"
      actions={
        <>
          <Button
            renderRoot={(props) => <Link {...props} to="/documents/trash" />}
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} aria-hidden />}
          >
            Trash
          </Button>
          <ImportMarkdown />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
            New document
          </Button>
        </>
      }
    >
      <Tabs value={bucket} onChange={show} variant="pills" className={`quiet-tabs ${classes.tabs}`}>
        <Tabs.List aria-label="Buckets">
          <BucketTab value="all" name="All" count={total} />
          {BUCKETS.map((name) => (
            <BucketTab key={name} value={name} name={BUCKET_NAMES[name]} count={counts.data?.[name]} />
          ))}
        </Tabs.List>
        <Tabs.Panel value={bucket}>
          <Group justify="space-between" my="md" gap="sm">
            <div className={classes.narrowing}>
              <SearchBox
                className={classes.searchBox}
                label="Search documents"
                placeholder={bucket === 'all' ? 'Search in titles and text' : 'Search by title, slug or category'}
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
                none="Without a category"
                leftSection={<IconFolder size={16} aria-hidden />}
                value={category ?? null}
                onChange={lookIn}
              />
            </div>
            <ChosenBar chosen={chosen} onChoose={setChosen} />
            {chosen.size === 0 && bucket !== 'all' && (
              <Text fz="sm" c="dimmed" visibleFrom="lg" className={classes.hint}>
                {BUCKET_HINTS[bucket]}
              </Text>
            )}
          </Group>
          {!isGone && (
            <ErrorNote error={list.error} title="The list could not be loaded" onRetry={() => void list.refetch()} />
          )}
          {(!list.error || isGone) && (
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
                <DocumentTable bucket={bucket} rows={list.data.items} chosen={chosen} onChoose={setChosen} />
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
