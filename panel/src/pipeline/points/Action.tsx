// Something to do about a draft: add a source, verify, resolve a conflict, fix a link. One that blocks approval says so.

import { Badge, Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ActionOut } from 'galley-client/schema.ts'
import classes from '../job/job.module.css'
import { useChangeAction } from '../queries.ts'
import { Answer } from './Answer.tsx'
import { Outcome } from './Outcome.tsx'
import { keptAnswer } from './unsent.ts'

/** A tab that was open during an update meets kinds that are not here: those are shown by their own name. */
const KINDS: Record<string, string> = {
  add_source: 'Source needed',
  verify: 'Needs verification',
  resolve_conflict: 'Conflict',
  fix_link: 'Broken link',
  held: 'Left out of the draft',
  instruction: 'Instructions',
}

type Props = { jobId: number; iterationId: number; action: ActionOut; locked: boolean }

export function Action({ jobId, iterationId, action, locked }: Props) {
  const change = useChangeAction(jobId, iterationId)
  const blocking = action.meta?.blocking === true && !action.resolved
  return (
    <div
      className={classes.point}
      data-done={action.resolved || undefined}
      data-blocking={blocking || undefined}
      data-action={action.id}
    >
      <Group gap={6} mb={4}>
        <Badge size="sm" color="gray">
          {KINDS[action.kind] ?? action.kind.replaceAll('_', ' ')}
        </Badge>
        {blocking && (
          <Badge size="sm" color="red">
            blocks approval
          </Badge>
        )}
      </Group>
      {action.title && (
        <Text fz="sm" fw={550}>
          {action.title}
        </Text>
      )}
      <Text fz="sm" mb={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {action.body}
      </Text>
      <Answer
        name={keptAnswer('action', action.id)}
        label={`Answer to: ${action.title ?? action.body}`}
        value={action.answer ?? null}
        locked={locked}
        busy={change.isPending}
        onSend={(text) => change.mutateAsync({ action, answer: text })}
      />
      <Outcome {...action} />
      {!locked && (
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
