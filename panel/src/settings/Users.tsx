// Everyone with an account: their role, and whether they may come in. Changes show at once and are taken back when refused.

import {
  ActionIcon,
  Avatar,
  Group,
  Modal,
  Paper,
  Select,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconKey, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import type { UserOut } from '../api/schema.ts'
import type { Role } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { failed } from '../ui/notify.ts'
import { TokenTable } from './TokenTable.tsx'

const MOST = 200

export function Users() {
  const me = useMe()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<UserOut>()
  const [q] = useDebouncedValue(text.trim(), 250)
  const users = useQuery({
    queryKey: keys.users(q),
    queryFn: () => call('GET /api/admin/users', { query: { q, limit: MOST } }),
    placeholderData: (before) => before,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: number; role?: Role; disabled?: boolean }) =>
      call('PATCH /api/admin/users/{user_id}', { path: { user_id: id }, body }),
    onMutate: ({ id, ...part }) => {
      const before = queryClient.getQueryData<UserOut[]>(keys.users(q))
      queryClient.setQueryData<UserOut[]>(keys.users(q), (now) =>
        now?.map((user) => (user.id === id ? { ...user, ...part } : user)),
      )
      return before
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(keys.users(q), before)
      failed('Not changed')(error)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['users'] }),
  })
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>Users</Title>
          <Text fz="sm" c="dimmed">
            A change of role counts at once.
          </Text>
        </div>
        <TextInput
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder="Name or email"
          aria-label="Search users"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      <ErrorNote error={users.error} onRetry={() => void users.refetch()} />
      {users.isPending && <Skeleton h={140} />}
      {users.data && (
        <Table.ScrollContainer minWidth={620} type="native">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th w={140}>Role</Table.Th>
                <Table.Th>Last sign-in</Table.Th>
                <Table.Th w={110}>May come in</Table.Th>
                <Table.Th w={50}>
                  <span className="visually-hidden">API tokens</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.data.map((user) => (
                <Table.Tr key={user.id} data-user={user.id}>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap">
                      <Avatar size={30} name={user.display_name ?? user.email} color="ink" alt="" />
                      <div>
                        <Text fz="sm" fw={550}>
                          {user.display_name ?? user.username ?? user.email}
                        </Text>
                        <Text fz="xs" c="dimmed">
                          {user.email}
                          {user.id === me.id && ' · you'}
                        </Text>
                      </div>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Select
                      size="xs"
                      aria-label={`Role of ${user.email}`}
                      data={['reader', 'editor', 'admin']}
                      value={user.role}
                      allowDeselect={false}
                      onChange={(role) =>
                        role && role !== user.role && change.mutate({ id: user.id, role: role as Role })
                      }
                    />
                  </Table.Td>
                  <Table.Td>
                    {user.last_login_at ? (
                      <Ago at={user.last_login_at} />
                    ) : (
                      <Text fz="sm" c="dimmed">
                        never
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Switch
                      aria-label={`${user.email} may come in`}
                      checked={!user.disabled}
                      disabled={user.id === me.id}
                      onChange={(event) => change.mutate({ id: user.id, disabled: !event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <ActionIcon aria-label={`API tokens of ${user.email}`} onClick={() => setShown(user)}>
                      <IconKey size={17} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {users.data && users.data.length === MOST && (
        <Text fz="sm" c="dimmed" mt="sm">
          The first {MOST} are shown; search to find others.
        </Text>
      )}
      <Roles />
      {shown && (
        <Modal
          opened
          onClose={() => setShown(undefined)}
          size="lg"
          title={`API tokens of ${shown.display_name ?? shown.email}`}
        >
          <TokenTable userId={shown.id} />
        </Modal>
      )}
    </Paper>
  )
}

/** Roles says what each role may do, as the service tells it. */
function Roles() {
  const roles = useQuery({ queryKey: ['roles'], queryFn: () => call('GET /admin/roles'), staleTime: 3_600_000 })
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
