// A webhook's state, and why the service paused it.

import { Text } from '@mantine/core'
import type { WebhookOut } from 'galley-client/schema.ts'

const STATES: Record<WebhookOut['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  gone: 'Receiver is gone (410)',
}

export function WebhookState({ webhook: { state, pause_reason: reason } }: { webhook: WebhookOut }) {
  if (!reason) return STATES[state]
  return (
    <>
      Paused by Galley
      <Text fz="xs" c="dimmed">
        {reason}
      </Text>
    </>
  )
}
