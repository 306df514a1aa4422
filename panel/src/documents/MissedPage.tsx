// Searches without results, with a button to write about each.

import { Anchor, Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../counted.ts'
import { Needs } from '../session/Needs.tsx'
import { hasRole, useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import {
  MISSED_PAGE,
  type Missed,
  titleOf,
  useAskOwner,
  useDismissMissed,
  useDraftMissed,
  useMissed,
} from './missedQueries.ts'

const AnswerUse = lazily(() => import('./AnswerUse.tsx'), 'AnswerUse')
const AnswerWithPage = lazily(() => import('./AnswerWithPage.tsx'), 'AnswerWithPage')
const NewDocument = lazily(() => import('./NewDocument.tsx'), 'NewDocument')

export const MissedPage = () => (
  <Needs least="editor">
    <MissedSearches />
  </Needs>
)

function MissedSearches() {
  const search = useSearch({ strict: false })
  const entry = search.entry === undefined ? undefined : Number(search.entry)
  const [page, setPage] = useState(1)
  const [writing, setWriting] = useState<string>()
  const [answering, setAnswering] = useState<Missed>()
  const isAdmin = hasRole(useMe(), 'admin')
  const missed = useMissed(page, entry)
  const columns: Column<Missed>[] = [
    {
      key: 'Search',
      cell: ({ words, question, waiting, nearest, last_at }) => (
        <>
          <Text fw={500}>{question ?? words}</Text>
          <Text fz="sm" c="dimmed">
            {question === null ? 'Last searched' : 'Question without an answer, last asked'} <Ago at={last_at} />
            {waiting > 0 && `, ${counted(waiting, 'reader')} asked the team`}
          </Text>
          {nearest && (
            <Text fz="sm" c="dimmed">
              Nearest page:{' '}
              <Anchor
                renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(nearest.id) }} />}
              >
                {nearest.title}
              </Anchor>
            </Text>
          )}
        </>
      ),
    },
    { key: 'Searches', from: 'sm', cell: ({ searches }) => searches.toLocaleString('en') },
    {
      key: 'Actions',
      unseen: true,
      cell: (row) => <MissedActions missed={row} onAnswer={setAnswering} onWrite={setWriting} />,
    },
  ]
  const rows = missed.data
  return (
    <Page
      title="Searches without results"
      hint="What people searched for or asked and didn't find. Only the words are counted, not who it was."
      actions={
        <>
          {entry !== undefined && (
            <Button renderRoot={(props) => <Link {...props} to="/documents/missed-searches" />} variant="default">
              All searches
            </Button>
          )}
          <Button renderRoot={(props) => <Link {...props} to="/documents" />} variant="default">
            All documents
          </Button>
        </>
      }
    >
      {isAdmin && <AnswerUse />}
      <ErrorNote error={missed.error} title="Couldn't load the searches" onRetry={() => void missed.refetch()} />
      <Paper p={0}>
        {rows === undefined ? (
          !missed.error && <Skeleton h={160} />
        ) : rows.length === 0 && page === 1 ? (
          <EmptyState
            icon={IconSearchOff}
            title={entry === undefined ? 'No searches without results' : 'This search was answered or dismissed'}
          >
            Searches that find nothing are listed here, unless GALLEY_KEEP_MISSED_SEARCHES_DAYS is 0.
          </EmptyState>
        ) : (
          <DataTable columns={columns} rows={rows} keyOf={({ words }) => words} mark="missed" />
        )}
      </Paper>
      {rows && <Pager page={page} isFull={rows.length === MISSED_PAGE} onPage={setPage} />}
      {answering && <AnswerWithPage missed={answering} onClose={() => setAnswering(undefined)} />}
      {writing !== undefined && <NewDocument title={titleOf(writing)} onClose={() => setWriting(undefined)} />}
    </Page>
  )
}

/** Actions on a search without results or an unanswered question. */
type Props = { missed: Missed; onAnswer: (missed: Missed) => void; onWrite: (words: string) => void }

function MissedActions({ missed, onAnswer, onWrite }: Props) {
  const navigate = useNavigate()
  const dismiss = useDismissMissed()
  const askOwner = useAskOwner()
  const draft = useDraftMissed((id) => void navigate({ to: '/documents/$id', params: { id: String(id) } }))
  const { words, question } = missed
  const asked = question ?? words
  const ofQuestions = [
    { label: 'Answer with a page', onClick: () => onAnswer(missed) },
    { label: 'Ask the owner', onClick: () => askOwner.mutate(words), loading: askOwner.isPending },
  ]
  const actions = [
    ...(question === null ? [] : ofQuestions),
    { label: 'New document', onClick: () => onWrite(asked) },
    { label: 'Generate a draft', onClick: () => draft.mutate(asked), loading: draft.isPending },
    { label: 'Dismiss', onClick: () => dismiss.mutate(words), loading: dismiss.isPending, variant: 'subtle' },
  ]
  return (
    <Group gap="xs" justify="flex-end">
      {actions.map(({ label, ...action }) => (
        <Button key={label} size="compact-sm" variant="light" {...action} aria-label={`${label}: ${asked}`}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
