// A page that explains why there is none, and where to go instead.

import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from './brand.ts'

export function Notice({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  useTitle(title)
  return (
    <Center mih="60dvh">
      <Stack align="center" maw={440} ta="center">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{children}</Text>
        {action ?? (
          <Button component={Link} to="/" variant="default">
            Back to home
          </Button>
        )}
      </Stack>
    </Center>
  )
}
