// A settings section: title, explanation, actions.

import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; hint?: ReactNode; action?: ReactNode; children: ReactNode }

export function SettingsSection({ title, hint, action, children }: Props) {
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          {hint && (
            <Text fz="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
