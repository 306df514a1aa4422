// Threads about a proposal or its blocks, and a field to comment or request changes.

import { Stack, Text } from '@mantine/core'
import { blockText } from 'galley-blocks/text.ts'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { CommentForm } from '../comments/CommentForm.tsx'
import { ThreadView } from '../comments/ThreadView.tsx'
import { useLead } from '../review/leads.ts'
import { useAct } from './queries.ts'

export function Discussion({ proposal }: { proposal: ProposalDetail }) {
  const lead = useLead()
  const act = useAct(proposal.id)
  const isOpen = proposal.state === 'open' || proposal.state === 'approved'
  const say = (body: object) => act.mutateAsync({ way: 'comment', body })
  const wordingOf = (id: string | undefined) => {
    const block = proposal.text?.blocks.find((one) => one.id === id)
    return block ? blockText(block) : 'About a block'
  }
  return (
    <Stack gap="md">
      {proposal.threads.length === 0 && (
        <Text fz="sm" c="dimmed">
          No comments yet.
        </Text>
      )}
      {proposal.threads.map((thread) => (
        <div key={thread.id} data-thread={thread.id}>
          <ThreadView
            thread={thread}
            text={wordingOf(thread.spot?.block_id)}
            isOfAll={thread.spot === null && thread.quote === ''}
            onShow={(block) => lead(`block:${block}`)}
          />
        </div>
      ))}
      <CommentForm
        label="Comment"
        action="Comment"
        onSend={say}
        also={
          isOpen ? { action: 'Request changes', onSend: (body) => say({ ...body, request_changes: true }) } : undefined
        }
      />
    </Stack>
  )
}
