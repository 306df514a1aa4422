// A proposal or draft on the review page.

import { Badge, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Ago } from '../ui/Ago.tsx'

type Props = {
  link: ReactNode
  about?: string | undefined
  badge: { label: string; color: string }
  by?: string
  at: string
}

export const Row = ({ link, about, badge, by, at }: Props) => (
  <Paper component="li" p="md">
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={550} fz="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Text>
        <Text fz="xs" c="dimmed">
          {[about, by].filter(Boolean).join(' · ')}
          {(about || by) && ' · '}
          <Ago at={at} small />
        </Text>
      </div>
      <Badge color={badge.color} style={{ flex: 'none' }}>
        {badge.label}
      </Badge>
    </Group>
  </Paper>
)
