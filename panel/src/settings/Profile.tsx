// One's own account: who one is, what one may do, and a new password by a code.

import {
  Badge,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Table,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useState } from 'react'
import { CodeForm } from '../session/CodeForm.tsx'
import { useMe } from '../session/session.ts'
import { Ago, sayExactly } from '../ui/Ago.tsx'
import { told } from '../ui/notify.ts'

export function Profile() {
  const me = useMe()
  const [changing, setChanging] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack gap="lg">
      <Paper>
        <Title order={2} mb="md">
          Profile
        </Title>
        <Table variant="vertical" layout="fixed" withRowBorders={false} highlightOnHover={false} verticalSpacing={6}>
          <Table.Tbody>
            <Row label="Name">{me.display_name ?? '–'}</Row>
            <Row label="Email">
              <Group gap="xs">
                {me.email}
                {me.email_verified && (
                  <Badge size="sm" color="green">
                    verified
                  </Badge>
                )}
              </Group>
            </Row>
            <Row label="Username">{me.username ?? '–'}</Row>
            <Row label="Role">
              <Badge color="gray">{me.role}</Badge>
            </Row>
            <Row label="Here since">{sayExactly(me.created_at)}</Row>
            <Row label="Last sign-in">
              <Ago at={me.last_login_at} />
            </Row>
          </Table.Tbody>
        </Table>
      </Paper>
      <Paper>
        <Title order={2} mb={4}>
          Password
        </Title>
        <Text fz="sm" c="dimmed" mb="md">
          A new password is set with a code that goes to your address. It ends your other sessions.
        </Text>
        {changing ? (
          <CodeForm
            identifier={me.email}
            withPassword
            onDone={() => {
              setChanging(false)
              told('The new password is set.')
            }}
          />
        ) : (
          <Button variant="default" onClick={() => setChanging(true)}>
            Set a new password
          </Button>
        )}
      </Paper>
      <Paper>
        <Title order={2} mb="md">
          Appearance
        </Title>
        <SegmentedControl
          aria-label="Appearance"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'As the system' },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        />
      </Paper>
    </Stack>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={140} fw={500}>
        <Text fz="sm" c="dimmed">
          {label}
        </Text>
      </Table.Th>
      <Table.Td fz="sm">{children}</Table.Td>
    </Table.Tr>
  )
}
