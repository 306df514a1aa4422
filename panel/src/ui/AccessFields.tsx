// Who may read: the visibility of a document or category, and for a restricted one the roles and people let in.

import { MultiSelect, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { AccessList, Visibility } from '../api/types.ts'
import { mayAdminister, useMe } from '../session/session.ts'

const CHOICES = [
  { value: 'public', label: 'Public: everyone' },
  { value: 'members', label: 'Members: everyone signed in' },
  { value: 'restricted', label: 'Restricted: those named' },
]

type Props = {
  visibility: Visibility
  access: AccessList
  onChange: (part: { visibility?: Visibility; access?: AccessList }) => void
}

export function AccessFields({ visibility, access, onChange }: Props) {
  const admin = mayAdminister(useMe())
  const users = useQuery({
    queryKey: keys.users(''),
    queryFn: () => call('GET /api/admin/users', { query: { limit: 200 } }),
    enabled: admin && visibility === 'restricted',
  })
  return (
    <Stack gap="sm">
      <Select
        label="Who may read"
        data={CHOICES}
        value={visibility}
        allowDeselect={false}
        onChange={(value) => value && onChange({ visibility: value as Visibility })}
      />
      {visibility === 'restricted' && (
        <>
          <MultiSelect
            label="Roles"
            description="Editors and administrators always may."
            data={[{ value: 'reader', label: 'Readers' }]}
            value={access.roles.filter((role) => role === 'reader')}
            onChange={(roles) => onChange({ access: { ...access, roles } })}
          />
          {admin ? (
            <MultiSelect
              label="People"
              searchable
              data={(users.data ?? []).map((user) => ({
                value: String(user.id),
                label: user.display_name ? `${user.display_name} (${user.email})` : user.email,
              }))}
              value={access.users.map(String)}
              onChange={(ids) => onChange({ access: { ...access, users: ids.map(Number) } })}
            />
          ) : (
            <Text fz="xs" c="dimmed">
              {access.users.length} {access.users.length === 1 ? 'person is' : 'people are'} named; an administrator can
              change that.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
