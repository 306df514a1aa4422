// The screen while the session loads, or when the service doesn't respond.

import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useWhenBack } from './whenBack.ts'

export function Starting() {
  return (
    <Center h="100dvh" role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  )
}

export function Unreachable({ message, onRetry }: { message: string; onRetry: () => void }) {
  useWhenBack(onRetry)
  return (
    <Center h="100dvh" p="lg">
      <Stack align="center" maw={420} ta="center">
        <Title order={1}>Can't reach the service</Title>
        <Text c="dimmed">{message}</Text>
        <Button onClick={onRetry}>Try again</Button>
      </Stack>
    </Center>
  )
}
