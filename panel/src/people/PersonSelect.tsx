// Selects one person, found by typing.

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePeople } from './people.ts'

type Props = {
  label: string
  value: number | null
  placeholder?: string
  description?: string
  error?: string | undefined
  disabled?: boolean
  onChange: (id: number | null) => void
}

export function PersonSelect({ value, placeholder = 'Type a name or email', onChange, ...rest }: Props) {
  const [text, setText] = useState('')
  const ids = value === null ? [] : [value]
  const chosen = usePeople(ids).get(value ?? 0)
  // The chosen person's name in the field is not a search.
  const [q] = useDebouncedValue(text === chosen ? '' : text.trim(), 200)
  const names = usePeople(ids, q)
  return (
    <Select
      {...rest}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage={q === '' ? 'Type part of a name or a full email' : 'No one found'}
      // The service has already filtered, also by hidden fields.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
