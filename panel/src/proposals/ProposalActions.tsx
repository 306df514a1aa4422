// Actions on a whole proposal.

import { Button } from '@mantine/core'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { useMe } from '../session/session.ts'
import { notify, notifyPublished } from '../ui/notify.ts'
import { type ProposalWay, useAct } from './queries.ts'
import { mergeLabels } from './words.ts'

/** Messages after each action. */
const SAY: Partial<Record<ProposalWay, (after: ProposalDetail) => unknown>> = {
  approve: ({ state }) =>
    notify(`Approved. ${state === 'open' ? 'Others have to approve it, too.' : 'Not published yet.'}`),
  merge: async ({ action, document: { id } }) => {
    if (action?.delete === true) return notify('Deleted.')
    const now = await call('GET /api/admin/docs/{doc_id}', { path: { doc_id: id } })
    if (now.published) notifyPublished(now)
    else
      notify(
        action?.published === false ? 'Unpublished. Only editors can see this page.' : 'Merged. Not published yet.',
      )
  },
  reject: () => notify('Rejected.'),
  withdraw: () => notify('Withdrawn.'),
}

export function ProposalActions({ proposal }: { proposal: ProposalDetail }) {
  const me = useMe()
  const act = useAct(proposal.id)
  const { state, publishing, may_approve, revision_id, conflicts, iteration_id, action } = proposal
  if (proposal.closed_at !== null || iteration_id !== null) return null
  const run = (way: ProposalWay, body?: object) =>
    act.mutate({ way, ...(body && { body }) }, { onSuccess: (after) => void SAY[way]?.(after) })
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
          {mergeLabels(action)[0]}
        </Button>
      )}
    </>
  )
}
