// Sentences of the notes that the draft does not print, above it: to use in the next draft, or to leave out, one or all.

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ActionOut, IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { isClosed } from '../points/unsent.ts'
import { useChangeAction } from '../queries.ts'

const REASONS: Record<string, string> = {
  order: 'reads like an instruction',
  open_point: 'reads like an open point',
  excluded: 'mentions something to leave out',
  doubtful: 'may not be meant for readers',
}
/** What the service reads as “print it”; any other answer leaves the sentence out. */
const USE = 'use'
const LEAVE_OUT = 'leave out'

type Props = { job: JobDetailOut; iteration: IterationOut }

export function HeldSentences({ job, iteration }: Props) {
  const change = useChangeAction(job.job_id, iteration.id)
  const held = iteration.actions.filter(({ kind, resolved }) => kind === 'held' && !resolved)
  if (held.length === 0 || isClosed(iteration)) return null
  const answer = (actions: ActionOut[], text: string) => {
    for (const action of actions) change.mutate({ action, answer: text })
  }
  return (
    <Paper withBorder p="sm" mb="md" data-held>
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="sm">
          Left out of the draft ({held.length})
        </Title>
        <Group gap={6}>
          <Button size="compact-xs" variant="light" onClick={() => answer(held, USE)}>
            Use all
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => answer(held, LEAVE_OUT)}>
            Use none
          </Button>
        </Group>
      </Group>
      <Stack gap={6}>
        {held.map((action) => (
          <Group key={action.id} justify="space-between" wrap="nowrap" align="start">
            <div>
              <Text fz="sm">{String(action.meta?.text ?? action.body)}</Text>
              <Text fz="xs" c="dimmed">
                {action.answer === USE
                  ? 'will be in the next draft'
                  : action.answer
                    ? 'stays left out'
                    : (REASONS[String(action.meta?.reason)] ?? '')}
              </Text>
            </div>
            <Button
              size="compact-xs"
              variant={action.answer === USE ? 'filled' : 'light'}
              onClick={() => answer([action], action.answer === USE ? LEAVE_OUT : USE)}
            >
              {action.answer === USE ? 'Leave out' : 'Use'}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
