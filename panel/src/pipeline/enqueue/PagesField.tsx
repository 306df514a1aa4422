// Selects documents that a draft should quote.

import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { QuotedPage } from './orders.ts'

type Props = { value: QuotedPage[]; onChange: (pages: QuotedPage[]) => void }

export function PagesField({ value, onChange }: Props) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: keys.search(`title ${q}`),
    queryFn: () => call('GET /api/docs/suggest/full', { query: { q, limit: 10 } }),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  // Search may return several headings of a document; list it once.
  const titles = new Map([...value, ...(found.data ?? [])].map(({ slug, title }) => [slug, title]))
  return (
    <MultiSelect
      label="Pages to quote"
      description="They are quoted as they are, with a link to them as their source."
      placeholder={value.length === 0 ? 'Type a title' : ''}
      searchable
      hidePickedOptions
      nothingFoundMessage={q === '' ? undefined : 'No page found'}
      // The service has already filtered.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      data={[...titles].map(([slug, title]) => ({ value: slug, label: title }))}
      value={value.map(({ slug }) => slug)}
      onChange={(slugs) => onChange(slugs.map((slug) => ({ slug, title: titles.get(slug) ?? slug })))}
    />
  )
}
