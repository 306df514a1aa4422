// A job's events, newest first.

import { Paper, Text, Title } from '@mantine/core'
import type { EventOut } from 'galley-client/schema.ts'
import { formatExact } from '../../ui/Ago.tsx'
import { clock } from './JobSteps.tsx'
import classes from './job.module.css'

export function EventList({ events }: { events: EventOut[] }) {
  return (
    <Paper p="md">
      <Title order={2} fz="md" mb="xs">
        Events
      </Title>
      {events.length === 0 && (
        <Text fz="sm" c="dimmed">
          No events yet.
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard. */}
      <ol className={classes.events} aria-live="polite" aria-label="Events, newest first" tabIndex={0}>
        {events.toReversed().map((event) => (
          <li key={event.id} className={classes.event}>
            <time dateTime={event.created_at} title={formatExact(event.created_at)}>
              {clock.format(Date.parse(event.created_at))}
            </time>
            <span>{event.message || event.kind}</span>
          </li>
        ))}
      </ol>
    </Paper>
  )
}
