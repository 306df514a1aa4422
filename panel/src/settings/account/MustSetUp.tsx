// For people who must set up a second factor before anything else.

import { Box, Button, Group, Text, Title } from '@mantine/core'
import { setUp } from '../../session/proof.ts'
import { signOut, useMe } from '../../session/session.ts'
import { Factors } from './Factors.tsx'

export function MustSetUp() {
  const { second_factor: isDone, role } = useMe()
  return (
    <Box component="main" maw={760} mx="auto" p="lg">
      <Title order={1} mb={4}>
        One more step
      </Title>
      <Text c="dimmed" mb="lg">
        The {role} role requires a second factor. Set up an authenticator app or a passkey to continue.
      </Text>
      <Factors />
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
        <Button disabled={!isDone} onClick={() => setUp.settle(true)}>
          Continue
        </Button>
      </Group>
    </Box>
  )
}
