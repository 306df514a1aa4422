// Documents as an editor sees them: buckets as tabs with live counts, search, pages, and what can be done to many.

import { Badge, Button, Group, Pagination, Paper, Tabs, Text } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconPlus, IconProgressBolt, IconTrash } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Bucket } from '../api/types.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { BUCKET_HINTS, BUCKET_NAMES, BUCKETS } from './buckets.ts'
import { DocumentTable } from './DocumentTable.tsx'
import classes from './documents.module.css'
import { ImportMarkdown } from './ImportMarkdown.tsx'
import { PAGE_SIZE, useBucket, useCounts } from './queries.ts'

const EnqueueDialog = onDemand(() => import('../pipeline/EnqueueDialog.tsx'), 'EnqueueDialog')
const NewDocument = onDemand(() => import('./NewDocument.tsx'), 'NewDocument')

const route = getRouteApi('/documents')

export function BucketsView() {
  const { bucket = 'all', q = '', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, create] = useDisclosure()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [enqueueing, enqueue] = useDisclosure()
  const counts = useCounts()
  const total = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0)
  const list = useBucket(bucket, q, page)
  const found = list.data?.total ?? total ?? 0
  const pages = Math.ceil(found / PAGE_SIZE)

  const [text, setText] = useState(q)
  useEffect(() => setText(q), [q])
  const search = useDebouncedCallback((words: string) => {
    void navigate({
      search: (now) => ({ ...(now.bucket && { bucket: now.bucket }), ...(words.trim() && { q: words.trim() }) }),
      replace: true,
    })
  }, 250)
  const show = (name: string | null) => {
    setChosen(new Set())
    void navigate({ search: { ...(name && name !== 'all' && { bucket: name as Bucket }), ...(q && { q }) } })
  }

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
            {chosen.size > 0 ? (
              <Group gap="xs">
                <Text fz="sm" c="dimmed" aria-live="polite">
                  {chosen.size} chosen
                </Text>
                <Button
                  size="compact-md"
                  variant="light"
                  leftSection={<IconProgressBolt size={16} aria-hidden />}
                  onClick={enqueue.open}
                >
                  Enqueue
                </Button>
                <Button size="compact-md" variant="subtle" color="gray" onClick={() => setChosen(new Set())}>
                  Clear
                </Button>
              </Group>
            ) : (
              bucket !== 'all' && (
                <Text fz="sm" c="dimmed" visibleFrom="md">
                  {BUCKET_HINTS[bucket]}
                </Text>
              )
            )}
          </Group>
          <ErrorNote error={list.error} title="The list could not be loaded" onRetry={() => void list.refetch()} />
          {!list.error && (
            <Paper p={0} className={classes.tablePaper} data-stale={list.isPlaceholderData || undefined}>
              <DocumentTable
                bucket={bucket}
                rows={list.data?.items}
                searching={q !== ''}
                chosen={chosen}
                onChoose={setChosen}
                onCreate={create.open}
              />
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
      {creating && <NewDocument onClose={create.close} />}
      {enqueueing && (
        <EnqueueDialog documentIds={[...chosen]} onClose={enqueue.close} onDone={() => setChosen(new Set())} />
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
