// Users, invitations, and what each role may do.

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useRoles } from '../queries.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import { UserTable } from './UserTable.tsx'

const InviteDialog = lazily(() => import('./InviteDialog.tsx'), 'InviteDialog')

/** The API's largest page; beyond that people search instead of paging. */
const MOST = 200

export function Users() {
  const [text, setText] = useState('')
  const [inviting, dialog] = useDisclosure()
  const [q] = useDebouncedValue(text.trim(), 250)
  const users = useQuery({
    queryKey: keys.users(q),
    queryFn: () => call('GET /api/admin/users', { query: { q, limit: MOST } }),
    placeholderData: (before) => before,
  })
  return (
    <SettingsSection
      title="Users"
      hint="Role changes take effect immediately."
      action={
        <Group gap="sm">
          <SearchBox
            label="Search users"
            placeholder="Name or email"
            flex="1 0 200px"
            value={text}
            onChange={setText}
          />
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={dialog.open}>
            Invite someone
          </Button>
        </Group>
      }
    >
      <ErrorNote error={users.error} onRetry={() => void users.refetch()} />
      {users.isPending && <Skeleton h={140} />}
      {users.data && <UserTable users={users.data} />}
      {users.data && users.data.length === MOST && (
        <Text fz="sm" c="dimmed" mt="sm">
          Showing the first {MOST}. Search to find others.
        </Text>
      )}
      <Roles />
      {inviting && <InviteDialog onClose={dialog.close} />}
    </SettingsSection>
  )
}

function Roles() {
  const roles = useRoles()
  return (
    <Stack gap={6} mt="lg">
      {roles.data?.map((role) => (
        <Text key={role.id} fz="sm">
          <b>{role.name}</b>{' '}
          <Text span c="dimmed" fz="sm">
            {role.description}
          </Text>
        </Text>
      ))}
    </Stack>
  )
}
