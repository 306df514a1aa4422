// API tokens: created here, shown once, revoked at any time.

import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazily } from '../ui/lazily.tsx'
import { TokenTable } from './TokenTable.tsx'

const NewToken = lazily(() => import('./NewToken.tsx'), 'NewToken')

export function Tokens() {
  const [making, dialog] = useDisclosure()
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>API tokens</Title>
          <Text fz="sm" c="dimmed">
            For scripts and tools that act on your behalf.
          </Text>
        </div>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
          New token
        </Button>
      </Group>
      <TokenTable />
      {making && <NewToken onClose={dialog.close} />}
    </Paper>
  )
}
