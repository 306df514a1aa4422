// Users in rows: their role, whether they are active, and less common actions. Changes show at once and are taken back when
// refused.

import { ActionIcon, Box, Button, Switch } from '@mantine/core'
import { IconDots, IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { optimistic, orTakeBack } from '../api/optimistic.ts'
import { keys, queryClient } from '../api/queries.ts'
import type { InvitationOut, UserOut } from '../api/schema.ts'
import type { Role } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { lazily, lazyMenu } from '../ui/lazily.tsx'
import { failed, notify } from '../ui/notify.ts'
import { saveJson } from './saveJson.ts'
import { UserCell } from './UserCell.tsx'

const RoleMenu = lazyMenu(() => import('./RoleMenu.tsx'), 'RoleMenu')
const UserMenu = lazyMenu(() => import('./UserMenu.tsx'), 'UserMenu')
const UserTokens = lazily(() => import('./UserTokens.tsx'), 'UserTokens')
const Confirm = lazily(() => import('../ui/Confirm.tsx'), 'Confirm')
const InvitationLink = lazily(() => import('./InvitationLink.tsx'), 'InvitationLink')

export function UserTable({ users }: { users: UserOut[] }) {
  const me = useMe()
  const [shown, setShown] = useState<UserOut>()
  const [unsent, setUnsent] = useState<InvitationOut>()
  const [unprotected, setUnprotected] = useState<UserOut>()
  const [deleting, setDeleting] = useState<UserOut>()
  const take = useMutation({
    mutationFn: ({ id }: UserOut) => call('GET /api/admin/users/{user_id}/export', { path: { user_id: id } }),
    onSuccess: (data, { id }) => saveJson(`account-${id}.json`, data),
    onError: failed("Couldn't export the data"),
  })
  const change = useChange()
  const invite = useMutation({
    mutationFn: (id: number) => call('POST /api/admin/users/{user_id}/invite', { path: { user_id: id } }),
    onSuccess: (made) => (made.mail === 'sent' ? notify(`Email sent to ${made.email}.`) : setUnsent(made)),
    onError: failed("Couldn't send the email"),
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
      key: 'User',
      cell: (user) => (
        <>
          <UserCell user={user} own={user.id === me.id} />
          {/* A phone has no room for a column of roles. */}
          <Box hiddenFrom="sm" mt={6}>
            {roleOf(user)}
          </Box>
        </>
      ),
    },
    { key: 'Role', from: 'sm', width: 140, cell: roleOf },
    { key: 'Last sign-in', from: 'sm', cell: ({ last_login_at }) => <Ago at={last_login_at} never="never" /> },
    {
      key: 'Active',
      cell: (user) => (
        <Switch
          aria-label={`${user.email} is active`}
          checked={!user.disabled}
          disabled={user.id === me.id}
          onChange={(event) => change.mutate({ id: user.id, disabled: !event.currentTarget.checked })}
        />
      ),
    },
    {
      key: 'Actions',
      unseen: true,
      width: 52,
      cell: (user) => (
        <UserMenu
          user={user}
          onInvite={user.disabled || user.id === me.id ? undefined : () => invite.mutate(user.id)}
          onTokens={() => setShown(user)}
          onFactors={() => setUnprotected(user)}
          onExport={() => take.mutate(user)}
          onDelete={user.id === me.id ? undefined : () => setDeleting(user)}
          button={
            <ActionIcon aria-label={`Actions for ${user.email}`} aria-haspopup="menu">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          }
        />
      ),
    },
  ]
  return (
    <>
      <DataTable columns={columns} rows={users} keyOf={({ id }) => id} mark="user" minWidth={620} />
      {shown && <UserTokens user={shown} onClose={() => setShown(undefined)} />}
      {unprotected && (
        <Confirm
          title="Remove second factors?"
          action="Remove"
          onClose={() => setUnprotected(undefined)}
          onConfirm={async () => {
            await call('DELETE /api/admin/users/{user_id}/factors', { path: { user_id: unprotected.id } })
            await queryClient.invalidateQueries({ queryKey: keys.users() })
          }}
        >
          {unprotected.email} can then sign in without them. Make sure that it is them who ask.
        </Confirm>
      )}
      {deleting && (
        <Confirm
          title={`Delete ${deleting.email}?`}
          action="Delete account"
          onClose={() => setDeleting(undefined)}
          onConfirm={async () => {
            await call('DELETE /api/admin/users/{user_id}', { path: { user_id: deleting.id } })
            await queryClient.invalidateQueries({ queryKey: keys.users() })
          }}
        >
          What they wrote stays, by a former member. Their sessions, tokens and access are deleted. This cannot be
          undone.
        </Confirm>
      )}
      {unsent && <InvitationLink invitation={unsent} onClose={() => setUnsent(undefined)} />}
    </>
  )
}

function useChange() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; role?: Role; disabled?: boolean }) =>
      call('PATCH /api/admin/users/{user_id}', { path: { user_id: id }, body }),
    onMutate: ({ id, ...part }) =>
      optimistic<UserOut[]>({ queryKey: keys.users() }, (users) =>
        users.map((user) => (user.id === id ? { ...user, ...part } : user)),
      ),
    onError: orTakeBack("Couldn't change the user"),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keys.users() }),
  })
}
