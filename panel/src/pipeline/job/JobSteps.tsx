// A job's progress: four steps and the review, with times and cost.

import { Alert, Badge, Group, Paper, Progress, Text } from '@mantine/core'
import type { EventOut, JobDetailOut } from 'galley-client/schema.ts'
import type { StreamState } from '../../api/stream.ts'
import type { Usage } from '../../api/types.ts'
import { counted } from '../../counted.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { isActive } from '../JobState.tsx'
import { isRetrying, retryAt, STEPS, type StepState, stateOf } from '../steps.ts'
import classes from './job.module.css'

/** Time of day with seconds. */
export const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const NAMES: Record<string, string> = {
  plan: 'Plan',
  extract: 'Gather',
  question: 'Ask',
  draft: 'Draft',
  review: 'Review',
}
const SPOKEN: Record<StepState, string> = {
  done: 'done',
  running: 'in progress',
  failed: 'failed',
  cancelled: 'cancelled',
  waiting: 'pending',
  unreached: 'not reached',
  yours: 'your turn',
}

type Props = { job: JobDetailOut; events: EventOut[]; stream: StreamState; usage: Usage | null }

export function JobSteps({ job, events, stream, usage }: Props) {
  // A job has its current step; durations of earlier ones are in its events.
  const seconds = new Map(
    events
      .filter(({ kind }) => kind === 'step.finished')
      .map(({ data }) => [String(data?.step), Number(data?.seconds)] as const),
  )
  const again = retryAt(job, events)
  return (
    <Paper p="md" className={classes.progress}>
      <ol className={classes.steps}>
        {[...STEPS, 'review'].map((step) => {
          const state = stateOf(step, job)
          const took = seconds.get(step)
          return (
            <li key={step} className={classes.step} data-state={state}>
              <Text fz="sm" fw={550} truncate>
                {NAMES[step]}
                <span className="visually-hidden">, {SPOKEN[state]}</span>
              </Text>
              <Text fz="xs" c="dimmed">
                {took !== undefined && !Number.isNaN(took) ? formatSeconds(took) : SPOKEN[state]}
              </Text>
            </li>
          )
        })}
      </ol>
      {job.status === 'processing' && (
        <Progress value={job.progress * 100} mt="md" size="sm" color="violet" aria-label="Progress" />
      )}
      {job.status === 'failed' && (
        <div style={{ marginTop: 12 }}>
          <ErrorNote error={new Error(job.error ?? 'No reason was given.')} title="The job failed" />
        </div>
      )}
      {isRetrying(job) && (
        <Alert mt="md" color="yellow" title={`Retrying${again === undefined ? ' soon' : ` at ${clock.format(again)}`}`}>
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {job.error}
          </Text>
        </Alert>
      )}
      <Group gap="lg" mt="md" fz="xs" c="dimmed">
        <span>Attempt {Math.max(1, job.attempts)}</span>
        {job.status === 'queued' && !isRetrying(job) && job.queue_position !== null && (
          <span>Position {job.queue_position} in the queue</span>
        )}
        {usage && usage.calls > 0 && (
          <span>
            {usage.model}: {usage.input_tokens.toLocaleString('en')} tokens in,{' '}
            {usage.output_tokens.toLocaleString('en')} out, {counted(usage.calls, 'call')},{' '}
            {formatSeconds(usage.seconds)}
          </span>
        )}
        {usage && usage.calls === 0 && <span>Built-in drafter, no model calls</span>}
        {isActive(job) && (
          <Badge size="sm" color={stream === 'live' ? 'green' : 'gray'} ml="auto">
            {stream === 'live' ? 'live' : stream === 'waiting' ? 'connecting' : 'offline'}
          </Badge>
        )}
      </Group>
    </Paper>
  )
}

const formatSeconds = (seconds: number) => (seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`)
