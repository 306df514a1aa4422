// The table of users. Changes are optimistic.

import { ActionIcon, Avatar, Badge, Box, Button, Group, Switch, Text } from '@mantine/core'
import { IconDots, IconSelector } from '@tabler/icons-react'
import type { InvitationOut, UserOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { callName } from '../../people/people.ts'
import { useMe } from '../../session/session.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { lazily, lazyMenu } from '../../ui/lazily.tsx'
import { deleteUser, removeFactors, useChangeUser, useExportUser, useInvite } from './userQueries.ts'

const RoleMenu = lazyMenu(() => import('./RoleMenu.tsx'), 'RoleMenu')
const UserMenu = lazyMenu(() => import('./UserMenu.tsx'), 'UserMenu')
const PassOnDialog = lazily(() => import('../../owners/PassOnDialog.tsx'), 'PassOnDialog')
const UserTokens = lazily(() => import('./UserTokens.tsx'), 'UserTokens')
const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')
const InvitationLink = lazily(() => import('./InvitationLink.tsx'), 'InvitationLink')

export function UserTable({ users }: { users: UserOut[] }) {
  const me = useMe()
  const [shown, setShown] = useState<UserOut>()
  const [unsent, setUnsent] = useState<InvitationOut>()
  const [unprotected, setUnprotected] = useState<UserOut>()
  const [deleting, setDeleting] = useState<UserOut>()
  const [passing, setPassing] = useState<UserOut>()
  const exportData = useExportUser()
  const change = useChangeUser()
  const invite = useInvite(setUnsent)
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
          // Nobody can lock themselves out; for the last admin the API refuses it.
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
          onPassOn={() => setPassing(user)}
          onExport={() => exportData.mutate(user)}
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
          onConfirm={() => removeFactors(unprotected)}
        >
          {unprotected.email} can then sign in without them. Make sure the request really comes from this person.
        </Confirm>
      )}
      {deleting && (
        <Confirm
          title={`Delete ${deleting.email}?`}
          action="Delete account"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => deleteUser(deleting)}
        >
          What they wrote is kept and credited to a former member. Their sessions, tokens and access are deleted. This
          cannot be undone.
        </Confirm>
      )}
      {passing && <PassOnDialog from={passing} onClose={() => setPassing(undefined)} />}
      {unsent && <InvitationLink invitation={unsent} onClose={() => setUnsent(undefined)} />}
    </>
  )
}

/** A user's name, email, and notable account states. */
function UserCell({ user, own }: { user: UserOut; own: boolean }) {
  const name = callName(user)
  const unverified = !user.email_verified && !user.invited && 'email not verified'
  const below = [name !== user.email && user.email, own && 'you', unverified].filter(Boolean).join(' · ')
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar size={30} name={name} color="ink" alt="" visibleFrom="sm" />
      <div style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <Text fz="sm" fw={550}>
            {name}
          </Text>
          {user.invited && <Badge size="sm">invited</Badge>}
        </Group>
        <Text fz="xs" c="dimmed">
          {below}
        </Text>
        {user.codes_held_at !== null && (
          <Text fz="xs">
            Sign-in codes were held back <Ago at={user.codes_held_at} />: too many were asked for. Email a sign-in link.
          </Text>
        )}
      </div>
    </Group>
  )
}
