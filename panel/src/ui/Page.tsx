// A page's header: title, explanation, actions; sets the document's title.

import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './brand.ts'
import classes from './page.module.css'

type Props = {
  title: string
  /** The tab's title, if it differs. */
  tab?: string
  hint?: ReactNode
  actions?: ReactNode
  wide?: boolean
  children: ReactNode
}

export function Page({ title, tab = title, hint, actions, wide = false, children }: Props) {
  useTitle(tab)
  return (
    <Box maw={wide ? 1480 : 1120} mx="auto" w="100%">
      <Group justify="space-between" align="flex-start" mb="lg" gap="md" className={classes.head}>
        <Stack gap={4} flex="1 1 200px">
          <Title order={1}>{title}</Title>
          {hint && (
            <Text c="dimmed" fz="sm">
              {hint}
            </Text>
          )}
        </Stack>
        {actions && (
          <Group gap="xs" justify="flex-end" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  )
}
