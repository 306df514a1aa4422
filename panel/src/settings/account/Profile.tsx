// One's account: name, username, password, colour scheme.

import {
  Badge,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { call } from '../../api/client.ts'
import { changeMe, useMe } from '../../session/session.ts'
import { Ago, formatExact } from '../../ui/Ago.tsx'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'
import { Identities } from './Identities.tsx'
import { Leaving } from './Leaving.tsx'
import { NewPassword } from './NewPassword.tsx'

export function Profile() {
  const me = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack gap="lg">
      <Paper p="lg">
        <Title order={2} mb="md">
          Profile
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mb="lg" verticalSpacing="sm">
          <Fact label="Email">
            <Group gap="xs">
              <span style={{ minWidth: 0 }}>{me.email}</span>
              {me.email_verified && (
                <Badge size="sm" color="green">
                  verified
                </Badge>
              )}
            </Group>
          </Fact>
          <Fact label="Role">{me.role}</Fact>
          <Fact label="Member since">{formatExact(me.created_at)}</Fact>
          <Fact label="Last sign-in">
            {me.last_login_at ? <Ago at={me.last_login_at} /> : 'This is your first sign-in'}
          </Fact>
        </SimpleGrid>
        <NameForm />
      </Paper>
      <NewPassword />
      <Identities />
      <Paper p="lg">
        <Title order={2} mb="md">
          Appearance
        </Title>
        {/* Mantine stores the choice in this browser, where start.js reads it before the first paint. */}
        <SegmentedControl
          aria-label="Appearance"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'Match system' },
          ]}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        />
      </Paper>
      <Leaving />
    </Stack>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  )
}

/** Changing one's own name and username. */
function NameForm() {
  const me = useMe()
  const form = useApiForm({
    initialValues: { display_name: me.display_name ?? '', username: me.username ?? '' },
    send: ({ display_name, username }) =>
      call('PATCH /auth/me', {
        body: { display_name: display_name.trim() || null, username: username.trim() || null },
      }),
    onSent: (user) => {
      changeMe(user)
      form.resetDirty()
      notify('Saved.')
    },
  })
  return (
    <Form form={form} action="Save" button={{ disabled: !form.isDirty() }}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name" maxLength={120} autoComplete="name" {...form.getInputProps('display_name')} />
        <TextInput label="Username" maxLength={32} autoComplete="username" {...form.getInputProps('username')} />
      </SimpleGrid>
    </Form>
  )
}
