// Everyone with an account: their role, and whether they may come in. Changes show at once and are taken back when refused.

import { ActionIcon, Avatar, Box, Button, Group, Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconKey, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import type { UserOut } from '../api/schema.ts'
import type { Role } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { failed } from '../ui/notify.ts'
import { menuOnDemand, onDemand } from '../ui/onDemand.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'

const RoleMenu = menuOnDemand(() => import('./RoleMenu.tsx'), 'RoleMenu')
const UserTokens = onDemand(() => import('./UserTokens.tsx'), 'UserTokens')

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
  const roleOf = (user: UserOut) => (
    <RoleMenu
      role={user.role}
      onChange={(role) => change.mutate({ id: user.id, role })}
      button={
        <Button
          size="xs"
          w={116}
          variant="default"
          justify="space-between"
          rightSection={<IconSelector size={14} aria-hidden />}
          aria-label={`Role of ${user.email}: ${user.role}`}
        >
          {user.role}
        </Button>
      }
    />
  )
  const columns: Column<UserOut>[] = [
    {
      key: 'Person',
      cell: (user) => (
        <>
          <Person user={user} own={user.id === me.id} />
          {/* A phone has no room for a column of roles. */}
          <Box hiddenFrom="sm" mt={6}>
            {roleOf(user)}
          </Box>
        </>
      ),
    },
    { key: 'Role', from: 'sm', width: 140, cell: roleOf },
    { key: 'Last here', from: 'sm', cell: ({ last_login_at }) => <Ago at={last_login_at} never="never" /> },
    {
      key: 'May come in',
      cell: (user) => (
        <Switch
          aria-label={`${user.email} may come in`}
          checked={!user.disabled}
          disabled={user.id === me.id}
          onChange={(event) => change.mutate({ id: user.id, disabled: !event.currentTarget.checked })}
        />
      ),
    },
    {
      key: 'API tokens',
      unseen: true,
      width: 52,
      cell: (user) => (
        <ActionIcon aria-label={`API tokens of ${user.email}`} onClick={() => setShown(user)} {...UserTokens.near}>
          <IconKey size={17} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2}>Users</Title>
          <Text fz="sm" c="dimmed">
            A change of role counts at once.
          </Text>
        </div>
        <SearchBox label="Search users" placeholder="Name or email" value={text} onChange={setText} />
      </Group>
      <ErrorNote error={users.error} onRetry={() => void users.refetch()} />
      {users.isPending && <Skeleton h={140} />}
      {users.data && (
        <DataTable columns={columns} rows={users.data} keyOf={({ id }) => id} mark="user" minWidth={620} />
      )}
      {users.data && users.data.length === MOST && (
        <Text fz="sm" c="dimmed" mt="sm">
          The first {MOST} are shown; search to find others.
        </Text>
      )}
      <Roles />
      {shown && <UserTokens user={shown} onClose={() => setShown(undefined)} />}
    </Paper>
  )
}

function Person({ user, own }: { user: UserOut; own: boolean }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar size={30} name={user.display_name ?? user.email} color="ink" alt="" visibleFrom="sm" />
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text fz="sm" fw={550}>
          {user.display_name ?? user.username ?? user.email}
        </Text>
        <Text fz="xs" c="dimmed">
          {user.email}
          {own && ' · you'}
        </Text>
      </div>
    </Group>
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
