// What is said about a proposal: threads about the whole or a block, and a field to say more or to ask for changes.

import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import type { ProposalDetail } from 'galley-client/schema.ts'
import { useState } from 'react'
import { useLead } from '../review/leads.ts'
import { Ago } from '../ui/Ago.tsx'
import { useAct } from './queries.ts'
import { personName } from './words.ts'

export function Discussion({ proposal }: { proposal: ProposalDetail }) {
  const lead = useLead()
  const act = useAct(proposal.id)
  const [body, setBody] = useState('')
  const isOpen = proposal.state === 'open' || proposal.state === 'approved'
  const say = (request_changes: boolean) =>
    act.mutate({ way: 'comment', body: { body: body.trim(), request_changes } }, { onSuccess: () => setBody('') })
  return (
    <Stack gap="md">
      {proposal.threads.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nobody has said anything yet.
        </Text>
      )}
      {proposal.threads.map((thread) => (
        <Paper key={thread.id} p="sm" withBorder data-thread={thread.id}>
          {thread.spot && (
            <Button size="compact-xs" variant="subtle" mb={4} onClick={() => lead(`block:${thread.spot!.block_id}`)}>
              About a block
            </Button>
          )}
          {thread.comments.map((comment) => (
            <div key={comment.id}>
              <Group gap={6}>
                <Text fz="sm" fw={550}>
                  {personName(comment.author)}
                </Text>
                <Ago at={comment.created_at} small />
              </Group>
              <Text fz="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {comment.body ?? 'Deleted'}
              </Text>
            </div>
          ))}
        </Paper>
      ))}
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        maxLength={10_000}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Group gap="xs" justify="flex-end">
        {isOpen && (
          <Button size="sm" variant="default" disabled={body.trim() === '' || act.isPending} onClick={() => say(true)}>
            Request changes
          </Button>
        )}
        <Button size="sm" loading={act.isPending} disabled={body.trim() === ''} onClick={() => say(false)}>
          Comment
        </Button>
      </Group>
    </Stack>
  )
}
