// A user's name, email, and notable account states.

import { Avatar, Badge, Group, Text } from '@mantine/core'
import type { UserOut } from 'galley-client/schema.ts'
import { callName } from '../../people/people.ts'
import { Ago } from '../../ui/Ago.tsx'

export function UserCell({ user, own }: { user: UserOut; own: boolean }) {
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
