// An action on a draft: add a source, verify, resolve a conflict, use or drop a held sentence, sort a conversation. Marked if
// it blocks approval.

import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ActionOut } from 'galley-client/schema.ts'
import { fateOf } from '../../review/fates.ts'
import { at, useLead } from '../../review/leads.ts'
import { lazily } from '../../ui/lazily.tsx'
import classes from '../job/job.module.css'
import { useChangeAction } from '../queries.ts'
import { Answer, type AnswerChoice } from './Answer.tsx'
import { Outcome } from './Outcome.tsx'
import { isOpen } from './open.ts'
import { answerKey } from './unsent.ts'

const Assignee = lazily(() => import('./Assignee.tsx'), 'Assignee')

/** During an update a tab may meet newer kinds, which are shown by their name. */
const KINDS: Record<string, string> = {
  add_source: 'Source needed',
  verify: 'Needs verification',
  resolve_conflict: 'Conflict',
  fix_link: 'Broken link',
  held: 'Held back',
  instruction: 'Instructions',
  sort: 'Conversation',
}

/** Answers that the service understands for held sentences and conversations. */
const HELD: AnswerChoice[] = [
  { value: 'use', label: 'Use it', said: 'In the next draft.' },
  { value: 'drop', label: 'Leave out', said: 'Stays left out.' },
]
const SORT: AnswerChoice[] = [
  { value: 'all', label: 'Keep all', said: 'All are kept.' },
  { value: 'none', label: 'Drop all', said: 'All are dropped.' },
]

function choicesOf({ kind, meta }: ActionOut): AnswerChoice[] {
  if (kind === 'held') return HELD
  if (kind === 'sort') return SORT
  const values = kind === 'resolve_conflict' ? [meta?.value, meta?.otherValue] : []
  return values.filter((value) => typeof value === 'string').map((value) => ({ value, label: value }))
}

/** Actions that an answer resolves. */
const isSettledByAnswer = ({ kind }: ActionOut) => kind === 'held' || kind === 'sort'

type Props = { jobId: number; iterationId: number; action: ActionOut; locked: boolean }

export function Action({ jobId, iterationId, action, locked }: Props) {
  const change = useChangeAction(jobId, iterationId)
  const lead = useLead()
  const blocking = action.meta?.blocking === true && !action.resolved
  const isHeld = action.kind === 'held'
  // A sentence that is printed and marked is already in the title.
  const held = isHeld && action.meta?.reason !== 'marked' && action.meta?.text
  return (
    <div
      {...at('action', action.id)}
      className={classes.point}
      data-done={!isOpen(action) || undefined}
      data-blocking={blocking || undefined}
      data-action={action.id}
    >
      <Group gap={6} mb={4}>
        <Badge size="sm" color="gray">
          {held
            ? fateOf({ fate: 'held', reason: String(action.meta?.reason) })
            : (KINDS[action.kind] ?? action.kind.replaceAll('_', ' '))}
        </Badge>
        {blocking && (
          <Badge size="sm" color="red">
            blocks approval
          </Badge>
        )}
      </Group>
      {action.title && (
        <Text fz="sm" fw={550} mb={isSettledByAnswer(action) ? 6 : 0} style={{ overflowWrap: 'anywhere' }}>
          {held ? String(held) : action.title}
        </Text>
      )}
      {!(isSettledByAnswer(action) && action.title) && (
        <Text fz="sm" mb={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {action.body}
        </Text>
      )}
      {action.kind === 'sort' && (
        <Button size="compact-sm" mb={6} onClick={() => lead(`statement:${action.meta?.source}#1`)}>
          {locked ? 'Show statements' : 'Sort them'}
        </Button>
      )}
      <Answer
        name={answerKey('action', action.id)}
        label={`Answer to: ${action.title ?? action.body}`}
        value={action.answer ?? null}
        locked={locked}
        busy={change.isPending}
        choices={choicesOf(action)}
        isFree={action.kind !== 'sort'}
        {...(isHeld && { placeholder: 'Or the text to print instead' })}
        onSend={(text) => change.mutateAsync({ action, answer: text })}
      />
      <Outcome {...action} />
      <Assignee kind="action" point={action} {...{ jobId, iterationId, locked }} />
      {!locked && !isSettledByAnswer(action) && (
        <Button
          mt={6}
          size="compact-sm"
          variant={action.resolved ? 'subtle' : 'light'}
          color={action.resolved ? 'gray' : 'ink'}
          leftSection={!action.resolved && <IconCheck size={15} aria-hidden />}
          onClick={() => change.mutate({ action, resolved: !action.resolved })}
        >
          {action.resolved ? 'Reopen' : 'Mark as resolved'}
        </Button>
      )}
    </div>
  )
}
