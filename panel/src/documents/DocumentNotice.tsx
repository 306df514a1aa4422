// A notice above a document with one action.

import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** `button` is for actions that need more than a click, such as a confirmation. */
type Props = { title: string; color?: string; children: ReactNode } & (
  | { action: string; onClick: () => void; button?: never }
  | { button: ReactNode; action?: never; onClick?: never }
)

export const DocumentNotice = ({ title, action, onClick, button, color = 'yellow', children }: Props) => (
  <Alert mb="md" color={color} title={title}>
    <Group justify="space-between">
      <Text fz="sm">{children}</Text>
      {button ?? (
        <Button size="compact-sm" variant="default" onClick={onClick}>
          {action}
        </Button>
      )}
    </Group>
  </Alert>
)
