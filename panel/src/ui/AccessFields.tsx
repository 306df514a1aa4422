// Who may read: the visibility of a document or category, and for a restricted one the roles and people let in.

import { MultiSelect, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { AccessList, Visibility } from '../api/types.ts'

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
            placeholder={access.roles.length === 0 ? 'No other role' : ''}
            data={[{ value: 'reader', label: 'Readers' }]}
            value={access.roles.filter((role) => role === 'reader')}
            onChange={(roles) => onChange({ access: { ...access, roles } })}
          />
          <People ids={access.users} onChange={(users) => onChange({ access: { ...access, users } })} />
        </>
      )}
    </Stack>
  )
}

function People({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const people = useQuery({
    queryKey: keys.people(q, ids),
    queryFn: () => call('GET /api/admin/people', { query: { q, ...(ids.length > 0 && { ids: ids.join(',') }) } }),
    enabled: q !== '' || ids.length > 0,
    placeholderData: (before) => before,
  })
  const names = new Map((people.data ?? []).map(({ id, display_name }) => [id, display_name ?? `Person ${id}`]))
  for (const id of ids) if (!names.has(id)) names.set(id, `Person ${id}`)
  return (
    <MultiSelect
      label="People"
      placeholder={ids.length === 0 ? 'Type a name or an email' : ''}
      searchable
      nothingFoundMessage={q === '' ? 'Type part of a name, or a whole email' : 'Nobody is called so'}
      // The service has searched already, also in what is not shown.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={[...names].map(([id, label]) => ({ value: String(id), label }))}
      value={ids.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
