// The assignee of a question or action.

import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ActionOut, QuestionOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { PersonSelect } from '../../people/PersonSelect.tsx'
import { nameOf } from '../../people/people.ts'
import { failed } from '../../ui/notify.ts'
import { isOpen } from './open.ts'

type OpenPoint = { kind: 'question'; point: QuestionOut } | { kind: 'action'; point: ActionOut }
type Props = OpenPoint & { jobId: number; iterationId: number; locked: boolean }
type Order = { assignee_id: number | null }

export function Assignee({ jobId, iterationId, kind, point, locked }: Props) {
  const [isShown, show] = useState(false)
  const { assignee, body: question } = point
  const set = useMutation({
    mutationFn: (body: Order): Promise<unknown> =>
      kind === 'question'
        ? call('PUT /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/assignee', {
            path: { iteration_id: iterationId, question_id: point.id },
            body,
          })
        : call('PUT /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/assignee', {
            path: { iteration_id: iterationId, action_id: point.id },
            body,
          }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.job(jobId) }),
    onError: failed(`Couldn't assign the ${kind}`),
  })
  if (!isShown || locked)
    return (
      <Group gap={6} mt={6}>
        <Text fz="xs" c="dimmed">
          {assignee ? `Assigned to ${nameOf(assignee)}` : 'Assigned to no one'}
        </Text>
        {!locked && isOpen(point) && (
          <Button size="compact-xs" variant="subtle" aria-label={`Assign: ${question}`} onClick={() => show(true)}>
            Assign
          </Button>
        )}
      </Group>
    )
  // The new choice while the page still has the old one.
  const chosen = set.isError ? undefined : set.variables
  const assignee_id = chosen ? chosen.assignee_id : (assignee?.id ?? null)
  return (
    <Group gap={6} mt={6} align="flex-end">
      <PersonSelect label="Assigned to" value={assignee_id} onChange={(id) => set.mutate({ assignee_id: id })} />
      <Button size="compact-sm" variant="subtle" onClick={() => show(false)}>
        Close
      </Button>
    </Group>
  )
}
