// The questions and actions of a draft, each with how many are still open.

import { Badge, Group, Paper, Stack, Title } from '@mantine/core'
import type { IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import type { ReactNode } from 'react'
import { Action } from './Action.tsx'
import { Question } from './Question.tsx'
import { isClosed } from './unsent.ts'

type Props = { job: JobDetailOut; iteration: IterationOut }

export function OpenPoints({ job, iteration }: Props) {
  const ids = { jobId: job.job_id, iterationId: iteration.id, locked: isClosed(iteration) }
  const { questions } = iteration
  // What is held stands above the draft.
  const actions = iteration.actions.filter(({ kind, outcome }) => kind !== 'held' || outcome || ids.locked)
  return (
    <>
      {questions.length > 0 && (
        <Points
          title="Questions"
          open={questions.filter(({ answered_at }) => !answered_at).length}
          whenNone="all answered"
        >
          {questions.map((question) => (
            <Question key={question.id} question={question} {...ids} />
          ))}
        </Points>
      )}
      {actions.length > 0 && (
        <Points title="Actions" open={actions.filter(({ resolved }) => !resolved).length} whenNone="all resolved">
          {actions.map((action) => (
            <Action key={action.id} action={action} {...ids} />
          ))}
        </Points>
      )}
    </>
  )
}

type PointsProps = { title: string; open: number; whenNone: string; children: ReactNode }

function Points({ title, open, whenNone, children }: PointsProps) {
  return (
    <Paper p="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md">
          {title}
        </Title>
        <Badge color={open > 0 ? 'yellow' : 'green'}>{open > 0 ? `${open} open` : whenNone}</Badge>
      </Group>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  )
}
