// An error with details and a retry button.

import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError, messageOf } from '../api/errors.ts'

type Props = { error: unknown; title?: string; onRetry?: (() => void) | undefined }

export function ErrorNote({ error, title, onRetry }: Props) {
  if (!error) return null
  const blockers = error instanceof ApiError ? error.blockers : []
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} title={title} role="alert">
      <Text fz="sm">{messageOf(error)}</Text>
      {blockers.length > 0 && (
        <List fz="sm" mt="xs">
          {blockers.map((blocker) => (
            <List.Item key={`${blocker.kind}-${blocker.id}`}>{blocker.message}</List.Item>
          ))}
        </List>
      )}
      {error instanceof ApiError && error.requestId && (
        <Text fz="xs" c="dimmed" mt={4}>
          Request {error.requestId}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}
