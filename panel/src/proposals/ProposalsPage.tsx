// All proposals: what waits for review, and what became of the others.

import { Anchor, Badge, Button, Group, Paper, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconGitPullRequest } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ProposalOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { Needs } from '../session/Needs.tsx'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Page } from '../ui/Page.tsx'
import { PROPOSALS_PAGE, type ShownProposals, useProposals } from './queries.ts'
import { personName, STATES } from './words.ts'

export const ProposalsPage = () => (
  <Needs least="editor">
    <Proposals />
  </Needs>
)

const FILTERS: { value: ShownProposals; label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'merged', label: 'Published' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
]

const COLUMNS: Column<ProposalOut>[] = [
  {
    key: 'Proposal',
    cell: ({ id, title, document }) => (
      <>
        <Anchor
          fw={550}
          fz="sm"
          renderRoot={(props) => <Link {...props} to="/proposals/$id" params={{ id: String(id) }} />}
        >
          {title}
        </Anchor>
        {document.title !== title && (
          <Text fz="xs" c="dimmed">
            {document.title}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'State',
    width: 110,
    cell: ({ state }) => <Badge color={STATES[state].color}>{STATES[state].label}</Badge>,
  },
  { key: 'By', width: 180, from: 'sm', cell: ({ author }) => <Text fz="sm">{personName(author)}</Text> },
  { key: 'Changed', width: 130, from: 'sm', cell: ({ updated_at }) => <Ago at={updated_at} small /> },
]

function Proposals() {
  const [state, setState] = useState<ShownProposals>('waiting')
  const [before, setBefore] = useState<number>()
  const proposals = useProposals(state, before)
  const items = proposals.data ?? []
  const last = items.at(-1)
  return (
    <Page title="Proposals" hint="Changes that wait for someone to read and approve them.">
      <ErrorNote error={proposals.error} title="Couldn't load the proposals" onRetry={() => void proposals.refetch()} />
      <SegmentedControl
        mb="md"
        aria-label="State"
        data={FILTERS}
        value={state}
        onChange={(value) => {
          setState(value as ShownProposals)
          setBefore(undefined)
        }}
      />
      {proposals.isPending && <Skeleton h={160} />}
      {proposals.data && items.length === 0 && (
        <Paper>
          <EmptyState icon={IconGitPullRequest} title={state === 'waiting' ? 'Nothing waits for review' : 'None yet'}>
            Changes are proposed from the editor, and on every save where a category asks for review.
          </EmptyState>
        </Paper>
      )}
      {items.length > 0 && (
        <Paper>
          <DataTable columns={COLUMNS} rows={items} keyOf={({ id }) => id} mark="proposal" />
        </Paper>
      )}
      <Group mt="md" gap="xs">
        {before !== undefined && (
          <Button variant="default" size="sm" onClick={() => setBefore(undefined)}>
            Newest
          </Button>
        )}
        {last && items.length === PROPOSALS_PAGE && (
          <Button variant="default" size="sm" onClick={() => setBefore(last.id)}>
            Older
          </Button>
        )}
      </Group>
    </Page>
  )
}
