// A notice above a document, with one thing to do about it.

import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; action: string; onClick: () => void; color?: string; children: ReactNode }

export const DocumentNotice = ({ title, action, onClick, color = 'yellow', children }: Props) => (
  <Alert mb="md" color={color} title={title}>
    <Group justify="space-between">
      <Text fz="sm">{children}</Text>
      <Button size="compact-sm" variant="default" onClick={onClick}>
        {action}
      </Button>
    </Group>
  </Alert>
)
