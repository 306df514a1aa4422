// Filters of the audit trail: who, what, target, dates. Kept in the address.

import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { usePeople } from '../../people/people.ts'
import { ACTION_CHOICES } from './auditKinds.ts'

/** Empty strings where nothing is chosen. `what` is a kind like `document` or one of its actions. */
export type AuditChoice = { who: string; what: string; target: string; since: string; until: string }

type Props = { search: AuditChoice; onChange: (search: AuditChoice) => void }

export function AuditFilter({ search, onChange }: Props) {
  const choose = (name: keyof AuditChoice) => (value: string | null) => onChange({ ...search, [name]: value ?? '' })
  const day = (name: 'since' | 'until') => ({
    type: 'date',
    value: search[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => choose(name)(event.currentTarget.value),
  })
  return (
    <Group mb="md" grow preventGrowOverflow={false}>
      <Who value={search.who} onChange={choose('who')} />
      <Select
        label="What"
        placeholder="Anything"
        data={ACTION_CHOICES}
        searchable
        clearable
        value={search.what || null}
        onChange={choose('what')}
      />
      <Target value={search.target} onChange={choose('target')} />
      <TextInput label="From" {...day('since')} />
      <TextInput label="To" {...day('until')} />
    </Group>
  )
}

type ChoiceProps = { value: string; onChange: (value: string | null) => void }

function Who({ value, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const names = usePeople(value === '' ? [] : [Number(value)], q)
  const data = [...names].map(([id, label]) => ({ value: String(id), label }))
  return <Found label="Who" placeholder="Anyone" {...{ value, onChange, data }} onSearchChange={setText} />
}

/** Finds documents by title; deleted ones by id only. */
function Target({ value, onChange }: ChoiceProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: ['audit-targets', q],
    queryFn: () => call('GET /api/docs/suggest/full', { query: { q, limit: 8 } }),
    enabled: q !== '' && q !== value,
    placeholderData: (before) => before,
  })
  const documents = (found.data ?? []).map(({ id, title }) => ({ value: `document:${id}`, label: title }))
  const typed = [value, /^\w+:\S+$/.test(q) ? q : ''].filter((one) => one !== '')
  const named = typed.filter((one) => documents.every((document) => document.value !== one))
  const data = [...documents, ...[...new Set(named)].map((one) => ({ value: one, label: one }))]
  const placeholder = 'A title, or user:7'
  return <Found label="Target" {...{ value, onChange, data, placeholder }} onSearchChange={setText} />
}

type FoundProps = ChoiceProps & {
  label: string
  placeholder: string
  data: { value: string; label: string }[]
  onSearchChange: (text: string) => void
}

/** Options as the service found them, unfiltered. */
const Found = ({ value, ...rest }: FoundProps) => (
  <Select searchable clearable filter={({ options }) => options} value={value || null} {...rest} />
)
