// Selects people or groups, found by typing.

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type PeopleProps, peoplePlaceholder, useGroups, usePeople } from './people.ts'

type SelectProps = PeopleProps & { label?: string }

export function PeopleSelect({ ids, onChange, label = 'People' }: SelectProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const names = usePeople(ids, q)
  const none = q === '' ? 'Type part of a name or a full email' : 'No one found'
  return <Found {...{ ids, onChange, label, text, setText, names, none }} placeholder={peoplePlaceholder(ids)} />
}

export function GroupSelect({ ids, onChange, label = 'Groups' }: SelectProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const names = useGroups(ids, q)
  return (
    <Found
      {...{ ids, onChange, label, text, setText, names }}
      none="No group found"
      placeholder={ids.length === 0 ? 'Type a name' : ''}
    />
  )
}

type FoundProps = Required<SelectProps> & {
  text: string
  setText: (text: string) => void
  names: Map<number, string>
  none: string
  placeholder: string
}

function Found({ ids, onChange, label, text, setText, names, none, placeholder }: FoundProps) {
  return (
    <MultiSelect
      label={label}
      placeholder={placeholder}
      searchable
      nothingFoundMessage={none}
      // The service has already filtered, also by hidden fields.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={[...names].map(([id, label]) => ({ value: String(id), label }))}
      value={ids.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
