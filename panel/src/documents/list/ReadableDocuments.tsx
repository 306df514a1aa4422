// Readers' list of documents with search; each opens on the site.

import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { PAGE_SIZE, searchDocuments } from '../../api/documentLists.ts'
import { keys } from '../../api/queries.ts'
import { Ago } from '../../ui/Ago.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Dropped } from './Dropped.tsx'
import classes from './list.module.css'
import { Snippet } from './Snippet.tsx'

const route = getRouteApi('/documents')

/** Links to the section found, if any. */
const readingPath = ({ slug, section }: { slug: string; section?: { id: string } | null | undefined }): string =>
  `/read/${encodeURIComponent(slug)}${section ? `#${encodeURIComponent(section.id)}` : ''}`

export function ReadableDocuments() {
  const { q = '', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(q)
  const list = useQuery({
    queryKey: keys.bucket('readable', q, page),
    queryFn: async () =>
      q === ''
        ? {
            items: await call('GET /api/docs/private', { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
            dropped: [],
          }
        : searchDocuments(q),
    placeholderData: (before) => before,
  })
  const search = useDebouncedCallback(
    (words: string) => void navigate({ search: words.trim() ? { q: words.trim() } : {}, replace: true }),
    250,
  )
  return (
    <Page title="Documents" hint="Everything you can read.">
      <SearchBox
        className={classes.searchBox}
        mb="md"
        label="Search documents"
        placeholder="Search titles and content"
        value={text}
        onChange={(words) => {
          setText(words)
          search(words)
        }}
      />
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Skeleton h={240} radius="md" />}
      {list.data?.items.length === 0 && (
        <EmptyState icon={IconFileOff} title={q ? 'No matches' : 'No documents yet'}>
          {q ? 'Try fewer or different words.' : 'Documents shared with you appear here.'}
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <Stack gap="xs">
          <Dropped words={list.data.dropped} />
          {list.data.items.map((document) => (
            <Paper key={document.id} p="md">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <a className={classes.titleLink} href={readingPath(document)}>
                    {document.title}
                    {document.section &&
                      document.section.heading !== document.title &&
                      ` › ${document.section.heading}`}
                  </a>
                  {document.snippet ? (
                    <Snippet marked={document.snippet} />
                  ) : (
                    <Text fz="sm" c="dimmed">
                      {document.summary ?? document.category}
                    </Text>
                  )}
                </div>
                <Ago at={document.updated_at} />
              </Group>
            </Paper>
          ))}
        </Stack>
      )}
      {q === '' && list.data && (
        <Pager
          page={page}
          isFull={list.data.items.length === PAGE_SIZE}
          onPage={(next) => void navigate({ search: { page: next } })}
        />
      )}
    </Page>
  )
}
