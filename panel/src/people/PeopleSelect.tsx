// Selects people, found by typing.

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type PeopleProps, peoplePlaceholder, usePeople } from './people.ts'

export function PeopleSelect({ ids, onChange, label = 'People' }: PeopleProps & { label?: string }) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const names = usePeople(ids, q)
  return (
    <MultiSelect
      label={label}
      placeholder={peoplePlaceholder(ids)}
      searchable
      nothingFoundMessage={q === '' ? 'Type part of a name or a full email' : 'No one found'}
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
