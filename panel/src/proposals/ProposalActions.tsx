// What can be done with a proposal as a whole.

import { Button } from '@mantine/core'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { useMe } from '../session/session.ts'
import { notify } from '../ui/notify.ts'
import { type ProposalWay, useAct } from './queries.ts'

const DONE: Partial<Record<ProposalWay, string>> = {
  approve: 'Approved.',
  merge: 'Published.',
  reject: 'Rejected.',
  withdraw: 'Withdrawn.',
}

export function ProposalActions({ proposal }: { proposal: ProposalDetail }) {
  const me = useMe()
  const act = useAct(proposal.id)
  const { state, publishing, may_approve, revision_id, conflicts, iteration_id } = proposal
  if (proposal.closed_at !== null || iteration_id !== null) return null
  const run = (way: ProposalWay, body?: object) =>
    act.mutate({ way, ...(body && { body }) }, { onSuccess: () => DONE[way] && notify(DONE[way]) })
  const isReady = state === 'approved' || (state === 'open' && publishing === 'direct')
  return (
    <>
      {proposal.author?.id === me.id && (
        <Button variant="default" disabled={act.isPending} onClick={() => run('withdraw')}>
          Withdraw
        </Button>
      )}
      {state !== 'draft' && (
        <Button variant="default" disabled={act.isPending} onClick={() => run('reject')}>
          Reject
        </Button>
      )}
      {state === 'draft' && (
        <Button loading={act.isPending} onClick={() => run('update', { state: 'open' })}>
          Submit for review
        </Button>
      )}
      {state === 'open' && may_approve && (
        <Button
          variant={isReady ? 'default' : 'filled'}
          disabled={act.isPending}
          onClick={() => run('approve', { revision_id })}
        >
          Approve all
        </Button>
      )}
      {isReady && (
        <Button loading={act.isPending} disabled={conflicts.length > 0} onClick={() => run('merge')}>
          Publish
        </Button>
      )}
    </>
  )
}
