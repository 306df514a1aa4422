// The palette's entries for a text: matching pages, a new document, documents by title, and a search.

import { useDebouncedValue } from '@mantine/hooks'
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentSearchOut } from 'galley-client/schema.ts'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { hasRole, useMe } from '../session/session.ts'
import { usePages } from './Navigation.tsx'

type PaletteEntry = { id: string; label: string; hint?: string | undefined; icon: ReactNode; run: () => void }

type PaletteOptions = { onDone: () => void; onCreate: () => void }

export function usePaletteEntries(text: string, { onDone, onCreate }: PaletteOptions): PaletteEntry[] {
  const isEditor = hasRole(useMe(), 'editor')
  const pages = usePages()
  const navigate = useNavigate()
  const found = useTitles(text)
  const words = text.trim()
  const matches = (label: string) => label.toLowerCase().includes(words.toLowerCase())
  const entry = (
    id: string,
    label: string,
    icon: ReactNode,
    run: () => unknown,
    hint?: string | null,
  ): PaletteEntry => ({
    id,
    label,
    icon,
    hint: hint ?? undefined,
    run: () => {
      run()
      onDone()
    },
  })
  // Readers can't open documents in the panel, so they open on the site.
  const open = ({ id, slug }: DocumentSearchOut) =>
    isEditor
      ? navigate({ to: '/documents/$id', params: { id: String(id) } })
      : window.open(`/read/${encodeURIComponent(slug)}`, '_self')
  return [
    ...pages
      .filter(({ label }) => matches(label))
      .map(({ to, label, icon: Icon }) =>
        entry(to, label, <Icon size={17} stroke={1.7} aria-hidden />, () => navigate({ to })),
      ),
    ...(isEditor && matches('New document')
      ? // Keeps the palette open: the dialog replaces it.
        [{ id: 'new', label: 'New document', icon: <IconPlus size={17} aria-hidden />, run: onCreate }]
      : []),
    ...found.map((document) =>
      entry(
        `document-${document.id}`,
        document.title,
        <IconFileText size={17} stroke={1.7} aria-hidden />,
        () => open(document),
        document.category,
      ),
    ),
    ...(words === ''
      ? []
      : [
          entry('search', `Search documents for “${words}”`, <IconSearch size={17} aria-hidden />, () =>
            navigate({ to: '/documents', search: { q: words } }),
          ),
        ]),
  ]
}

function useTitles(text: string): DocumentSearchOut[] {
  const [q] = useDebouncedValue(text.trim(), 150)
  const { data } = useQuery({
    queryKey: keys.search(q),
    queryFn: ({ signal }) => call('GET /api/docs/suggest/full', { query: { q, limit: 12 }, signal }),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  return q === '' ? [] : (data ?? [])
}
