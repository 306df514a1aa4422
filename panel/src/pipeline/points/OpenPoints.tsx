// A draft's open points in one list: blocking actions, questions, edits, other actions, held sentences.

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ActionOut, IterationOut } from 'galley-client/schema.ts'
import { counted } from '../../counted.ts'
import { at } from '../../review/leads.ts'
import { type FirstStep, useChangeAction } from '../queries.ts'
import { Action } from './Action.tsx'
import { EditDecision } from './EditDecision.tsx'
import { isOpen } from './open.ts'
import { Question } from './Question.tsx'
import { isClosed } from './unsent.ts'

type Props = { iteration: IterationOut; first: FirstStep }

export function OpenPoints({ iteration, first }: Props) {
  const { questions, actions, draft } = iteration
  const ids = { jobId: iteration.job_id, iterationId: iteration.id, locked: isClosed(iteration) }
  const editOf = ({ kind, meta }: ActionOut) =>
    kind === 'edit' ? draft?.edits.find(({ id }) => id === meta?.edit_id) : undefined
  const isBlocking = ({ meta }: ActionOut) => meta?.blocking === true
  const held = actions.filter(({ kind }) => kind === 'held')
  const others = actions.filter((action) => action.kind !== 'held' && !isBlocking(action))
  const points = (some: ActionOut[]) =>
    some.map((action) => {
      const edit = editOf(action)
      return edit ? (
        <div key={action.id} {...at('action', action.id)}>
          <EditDecision iteration={iteration} edit={edit} first={first} inList />
        </div>
      ) : (
        <Action key={action.id} action={action} {...ids} />
      )
    })
  if (questions.length + actions.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        Nothing is open.
      </Text>
    )
  return (
    <Stack gap="sm">
      {points(actions.filter(isBlocking))}
      {questions.map((question) => (
        <Question key={question.id} question={question} {...ids} />
      ))}
      {points(others)}
      <AllHeld iteration={iteration} held={held.filter(isOpen)} locked={ids.locked} />
      {points(held)}
    </Stack>
  )
}

/** Decides all held sentences at once, which is the usual case. */
function AllHeld({ iteration, held, locked }: { iteration: IterationOut; held: ActionOut[]; locked: boolean }) {
  const change = useChangeAction(iteration.job_id, iteration.id)
  if (locked || held.length < 2) return null
  const answer = (text: string) => {
    for (const action of held) change.mutate({ action, answer: text })
  }
  return (
    <Group gap={6} justify="space-between">
      <Text fz="sm">{counted(held.length, 'left-out sentence')}</Text>
      <Group gap={6}>
        <Button size="compact-sm" variant="light" onClick={() => answer('use')}>
          Use all
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => answer('drop')}>
          Leave all out
        </Button>
      </Group>
    </Group>
  )
}
