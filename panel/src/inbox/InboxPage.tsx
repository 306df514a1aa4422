// The inbox: questions are answered in place, other entries are links.

import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { EntryRow } from './EntryRow.tsx'
import { INBOX_PAGE, type InboxState, useInbox } from './queries.ts'

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'done', label: 'Done' },
]
const EMPTY: Record<InboxState, string> = {
  open: "You're all caught up",
  snoozed: 'Nothing is snoozed',
  done: 'Nothing is marked as done',
}

const route = getRouteApi('/inbox')

export function InboxPage() {
  const { entry: named } = route.useSearch()
  const [state, setState] = useState<InboxState>('open')
  const [page, setPage] = useState(1)
  const inbox = useInbox(state, page)
  const items = inbox.data?.items
  const isGone = named !== undefined && state === 'open' && page === 1 && items?.every(({ key }) => key !== named)
  return (
    <Page
      title="Inbox"
      hint="Questions, mentions, and news of the pages that you own or watch."
      actions={
        <>
          <NativeSelect
            aria-label="Show"
            data={STATES}
            value={state}
            onChange={(event) => {
              setState(event.currentTarget.value as InboxState)
              setPage(1)
            }}
          />
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/settings/$section" params={{ section: 'notifications' }} />}
          >
            Email settings
          </Button>
        </>
      }
    >
      <ErrorNote error={inbox.error} onRetry={() => void inbox.refetch()} />
      {inbox.isPending && <Skeleton h={220} />}
      {isGone && (
        <Text fz="sm" c="dimmed" mb="md" role="status">
          What the link led to no longer waits for you: it was answered, or you no longer have access.
        </Text>
      )}
      {items?.length === 0 && (
        <EmptyState icon={IconInbox} title={EMPTY[state]}>
          Whoever owns a page hears when a source changes or someone comments.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((entry) => (
            <EntryRow key={entry.key} entry={entry} state={state} isNamed={entry.key === named} />
          ))}
        </Stack>
      )}
      <Pager page={page} isFull={items?.length === INBOX_PAGE} onPage={setPage} />
    </Page>
  )
}
