// Questions to answer or put aside and actions to settle, in place. An action that is in the way of approval says so.

import { Badge, Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ActionOut, IterationOut, JobDetailOut, QuestionOut } from '../api/schema.ts'
import { useKept } from '../ui/kept.ts'
import classes from './job.module.css'
import { useAnswerQuestion, useChangeAction } from './queries.ts'
import { isClosed, keptAnswer } from './unsent.ts'

type Props = { job: JobDetailOut; iteration: IterationOut }

/** NOT_APPLICABLE is the answer by which the drafter leaves out what a question asks for. */
const NOT_APPLICABLE = 'Not applicable'

const KINDS: Record<string, string> = {
  add_source: 'Source wanted',
  verify: 'To verify',
  resolve_conflict: 'Conflict',
  fix_link: 'Broken link',
}

export function OpenPoints({ job, iteration }: Props) {
  const settled = isClosed(iteration)
  const openQuestions = iteration.questions.filter(({ answered_at }) => !answered_at).length
  const openActions = iteration.actions.filter(({ resolved }) => !resolved).length
  if (iteration.questions.length + iteration.actions.length === 0) return null
  return (
    <>
      {iteration.questions.length > 0 && (
        <Paper p="md">
          <Group justify="space-between" mb="sm">
            <Title order={2} fz="md">
              Questions
            </Title>
            <Badge color={openQuestions > 0 ? 'yellow' : 'green'}>
              {openQuestions > 0 ? `${openQuestions} open` : 'none open'}
            </Badge>
          </Group>
          <Stack gap="sm">
            {iteration.questions.map((question) => (
              <Question key={question.id} job={job} iteration={iteration} question={question} locked={settled} />
            ))}
          </Stack>
        </Paper>
      )}
      {iteration.actions.length > 0 && (
        <Paper p="md">
          <Group justify="space-between" mb="sm">
            <Title order={2} fz="md">
              Actions
            </Title>
            <Badge color={openActions > 0 ? 'yellow' : 'green'}>
              {openActions > 0 ? `${openActions} open` : 'all settled'}
            </Badge>
          </Group>
          <Stack gap="sm">
            {iteration.actions.map((action) => (
              <Action key={action.id} job={job} iteration={iteration} action={action} locked={settled} />
            ))}
          </Stack>
        </Paper>
      )}
    </>
  )
}

function Question({ job, iteration, question, locked }: Props & { question: QuestionOut; locked: boolean }) {
  const answer = useAnswerQuestion(job.job_id, iteration.id)
  return (
    <div className={classes.point} data-done={question.answered_at ? true : undefined} data-question={question.id}>
      {question.section && (
        <Text fz="xs" c="dimmed" mb={2}>
          {question.section}
        </Text>
      )}
      <Text fz="sm" fw={550} mb={6}>
        {question.body}
      </Text>
      <Answer
        name={keptAnswer('question', question.id)}
        label={`Answer to: ${question.body}`}
        value={question.answer}
        locked={locked}
        busy={answer.isPending}
        onSend={(text) => answer.mutateAsync({ question, answer: text })}
        mayPutAside
      />
    </div>
  )
}

function Action({ job, iteration, action, locked }: Props & { action: ActionOut; locked: boolean }) {
  const change = useChangeAction(job.job_id, iteration.id)
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
            stands in the way of approval
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
      {!locked && (
        <Button
          mt={6}
          size="compact-sm"
          variant={action.resolved ? 'subtle' : 'light'}
          color={action.resolved ? 'gray' : 'ink'}
          leftSection={!action.resolved && <IconCheck size={15} aria-hidden />}
          onClick={() => change.mutate({ action, resolved: !action.resolved })}
        >
          {action.resolved ? 'Open it again' : 'Mark as settled'}
        </Button>
      )}
    </div>
  )
}

type AnswerProps = {
  name: string
  label: string
  value: string | null
  locked: boolean
  busy: boolean
  onSend: (text: string) => Promise<unknown>
  mayPutAside?: boolean
}

/** Answer shows what was said, and lets it be said or changed; what is typed is kept until it is sent. */
function Answer({ name, label, value, locked, busy, onSend, mayPutAside = false }: AnswerProps) {
  const [text, setText, forget] = useKept(name, '')
  const [open, setOpen] = useState(false)
  const isAside = mayPutAside && value === NOT_APPLICABLE
  const editing = !locked && (open || value === null || text !== '')
  if (!editing) {
    return (
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fz="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {isAside ? 'Not needed' : (value ?? 'Not answered.')}
        </Text>
        {!locked && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              setText(isAside ? '' : (value ?? ''))
              setOpen(true)
            }}
          >
            Change
          </Button>
        )}
      </Group>
    )
  }
  const isTyped = text.trim() !== ''
  const send = async (answer: string) => {
    try {
      await onSend(answer)
      forget()
      setOpen(false)
    } catch {
      // The message in the corner says why; the text stays where it is.
    }
  }
  return (
    <Stack gap={6}>
      <Textarea
        aria-label={label}
        placeholder="Your answer"
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isTyped) void send(text.trim())
        }}
      />
      <Group>
        {isTyped && (
          <Button size="compact-sm" loading={busy} onClick={() => void send(text.trim())}>
            Answer
          </Button>
        )}
        {!isTyped && mayPutAside && (
          <Button size="compact-sm" variant="light" loading={busy} onClick={() => void send(NOT_APPLICABLE)}>
            Not needed
          </Button>
        )}
      </Group>
    </Stack>
  )
}
