// An import's result or failure.

import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportOut } from 'galley-client/schema.ts'
import { useStart } from './importQueries.ts'
import { UndoButton } from './Undo.tsx'
import { alsoImported, pagesIn } from './words.ts'

export function Done({ row }: { row: ImportOut }) {
  const more = row.report && alsoImported(row.report)
  return (
    <Paper p="lg">
      <Text>
        Imported {row.report && pagesIn(row.report)}
        {more && `, with ${more}`}. {row.as_drafts && 'They are drafts: only editors see them until you publish them.'}
      </Text>
      <Group mt="md" gap="xs">
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/documents" search={row.as_drafts ? { unpublished: true } : {}} />
          )}
          variant="default"
        >
          {row.as_drafts ? 'View drafts' : 'View documents'}
        </Button>
        <UndoButton id={row.id} />
      </Group>
    </Paper>
  )
}

export function Stopped({ row }: { row: ImportOut }) {
  const start = useStart(row.id)
  const isInterrupted = row.state === 'interrupted'
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={isInterrupted ? 'The import was interrupted' : "It can't be imported"}
    >
      <Text fz="sm">{row.error}</Text>
      {isInterrupted && (
        <Group mt="sm" gap="xs">
          <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            Continue
          </Button>
          <UndoButton id={row.id} />
        </Group>
      )}
    </Alert>
  )
}
