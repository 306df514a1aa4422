// An empty list: why, and what to do.

import { Center, Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { icon: Icon; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ icon: Picture, title, children, action }: Props) {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" color="gray" mb={4}>
          <Picture size={24} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {children && (
          <Text c="dimmed" fz="sm">
            {children}
          </Text>
        )}
        {action && <div style={{ marginTop: 12 }}>{action}</div>}
      </Stack>
    </Center>
  )
}
