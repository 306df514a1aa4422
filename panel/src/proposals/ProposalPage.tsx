// The review of a proposal: changes, reason, reviewers, discussion. N and P go to the next and previous part.

import { Anchor, Badge, Breadcrumbs, Skeleton, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconEye, IconInfoCircle, IconMessages } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { isStatus } from '../api/errors.ts'
import { useLead } from '../review/leads.ts'
import { ReviewPanes } from '../review/ReviewPanes.tsx'
import { Needs } from '../session/Needs.tsx'
import { Ago } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { isId, NotFound } from '../ui/NotFound.tsx'
import { Page } from '../ui/Page.tsx'
import { Discussion } from './Discussion.tsx'
import { ProposalActions } from './ProposalActions.tsx'
import { ProposalText } from './ProposalText.tsx'
import { useProposal } from './queries.ts'
import { mergeLabels, personName, STATES } from './words.ts'

const Conflicts = lazily(() => import('./Conflicts.tsx'), 'Conflicts')
const route = getRouteApi('/proposals/$id')

export function ProposalPage() {
  const id = Number(route.useParams().id)
  if (!isId(id)) return <NotFound thing="proposal" />
  return (
    <Needs least="editor">
      <Proposal id={id} />
    </Needs>
  )
}

function Proposal({ id }: { id: number }) {
  const { data: proposal, error, refetch } = useProposal(id)
  if (isStatus(error, 404)) return <NotFound thing="proposal" />
  if (!proposal) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton h={300} />
  const { state, document, parts, needed } = proposal
  const open = parts.filter(({ approved_by }) => approved_by.length < needed).length
  const text = <ProposalText proposal={proposal} />
  return (
    <Page
      wide
      title={proposal.title}
      hint={
        <Breadcrumbs separator="›" component="span">
          <Anchor fz="sm" renderRoot={(props) => <Link {...props} to="/review" />}>
            Review
          </Anchor>
          <Anchor
            fz="sm"
            renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(document.id) }} />}
          >
            {document.title}
          </Anchor>
          <Badge color={STATES[state].color}>
            {state === 'merged' ? mergeLabels(proposal.action)[1] : STATES[state].label}
          </Badge>
        </Breadcrumbs>
      }
      actions={<ProposalActions proposal={proposal} />}
    >
      {proposal.reason && proposal.reason !== proposal.title && (
        <Text fz="sm" mb="md" maw="44rem" dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {proposal.reason}
        </Text>
      )}
      <Conflicts proposal={proposal} />
      <ReviewPanes
        before={{ name: 'about', label: 'About', icon: IconInfoCircle, holds: [], body: <About proposal={proposal} /> }}
        main={[{ name: 'text', label: 'Changes', icon: IconEye, holds: ['part', 'block'], count: open, body: text }]}
        after={{
          name: 'discussion',
          label: 'Discussion',
          icon: IconMessages,
          holds: ['thread'],
          body: <Discussion proposal={proposal} />,
        }}
      >
        <PartKeys parts={parts.map((part) => part.id)} />
      </ReviewPanes>
    </Page>
  )
}

/** Moves between parts cyclically. */
function PartKeys({ parts }: { parts: string[] }) {
  const lead = useLead()
  const go = (step: 1 | -1) => {
    const here = document.activeElement?.closest<HTMLElement>('[data-part]')?.dataset.part
    const at = here === undefined ? (step === 1 ? -1 : 0) : parts.indexOf(here)
    const next = parts.at((at + step) % parts.length)
    if (next !== undefined) lead(`part:${next}`)
  }
  useHotkeys([
    ['n', () => go(1)],
    ['p', () => go(-1)],
  ])
  return null
}

function About({ proposal }: { proposal: ProposalDetail }) {
  const { author, created_at, reviewers, needed, publishing, may_approve, state } = proposal
  return (
    <Stack gap="sm">
      <Text fz="sm" c="dimmed">
        {personName(author)}, <Ago at={created_at} />
      </Text>
      {reviewers.length > 0 && <Text fz="sm">Reviewers: {reviewers.map(personName).join(', ')}</Text>}
      <Text fz="sm" c="dimmed">
        {publishing === 'review'
          ? `Each part needs ${needed === 1 ? 'one approval' : `${needed} approvals`} before it can be published.`
          : 'It can be published without an approval.'}
        {!may_approve && state === 'open' && ' You stand behind it, so someone else has to approve it.'}
      </Text>
      <Text fz="xs" c="dimmed">
        Press N and P to go from part to part; A approves, R rejects, E edits.
      </Text>
    </Stack>
  )
}
