// Choosing people: those who are let in as pills, others found by typing.

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TakenOver } from './fieldOnDemand.tsx'
import { invitationFor, type PeopleProps, usePeople } from './people.ts'

export function PeopleSelect({ ids, onChange, typed = '', ref }: PeopleProps & TakenOver) {
  const [text, setText] = useState(typed)
  const [q] = useDebouncedValue(text.trim(), 200)
  const names = usePeople(ids, q)
  return (
    <MultiSelect
      ref={ref}
      label="People"
      placeholder={invitationFor(ids)}
      searchable
      nothingFoundMessage={q === '' ? 'Type part of a name, or a whole email' : 'Nobody is called so'}
      // The service has already searched, also in what is not shown.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={[...names].map(([id, label]) => ({ value: String(id), label }))}
      value={ids.map(String)}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}
