// Ctrl-K: pages, documents by title, and things to do, all reachable by typing.

import { Box, Kbd, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileText, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { hasRole, useMe } from '../session/session.ts'
import { onDemand } from '../ui/onDemand.tsx'
import { usePages } from './Navigation.tsx'
import classes from './palette.module.css'

const NewDocument = onDemand(() => import('../documents/NewDocument.tsx'), 'NewDocument')

type Entry = { id: string; label: string; hint?: string | undefined; icon: ReactNode; run: () => void }

export function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const pages = usePages()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [creating, setCreating] = useState(false)
  const [q] = useDebouncedValue(text.trim(), 150)
  const found = useQuery({
    queryKey: keys.search(q),
    queryFn: ({ signal }) => call('GET /api/docs/suggest/full', { query: { q, limit: 12 }, signal }),
    enabled: q !== '',
    placeholderData: (before) => before,
  })

  const go = (run: () => void) => () => {
    run()
    onClose()
  }
  const matches = (label: string) => label.toLowerCase().includes(text.trim().toLowerCase())
  const entries: Entry[] = [
    ...pages
      .filter(({ label }) => matches(label))
      .map(({ to, label, icon: Picture }) => ({
        id: to,
        label,
        icon: <Picture size={17} stroke={1.7} aria-hidden />,
        run: go(() => navigate({ to })),
      })),
    ...(hasRole(me, 'editor') && matches('New document')
      ? [{ id: 'new', label: 'New document', icon: <IconPlus size={17} aria-hidden />, run: () => setCreating(true) }]
      : []),
    ...(q === '' ? [] : (found.data ?? [])).map((document) => ({
      id: `document-${document.id}`,
      label: document.title,
      hint: document.category ?? undefined,
      icon: <IconFileText size={17} stroke={1.7} aria-hidden />,
      run: go(() =>
        hasRole(me, 'editor')
          ? navigate({ to: '/documents/$id', params: { id: String(document.id) } })
          : window.open(`/read/${encodeURIComponent(document.slug)}`, '_self'),
      ),
    })),
    ...(text.trim() !== ''
      ? [
          {
            id: 'search',
            label: `Search documents for “${text.trim()}”`,
            icon: <IconSearch size={17} aria-hidden />,
            run: go(() => navigate({ to: '/documents', search: { q: text.trim() } })),
          },
        ]
      : []),
  ]
  const active = entries[Math.min(chosen, entries.length - 1)]

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setChosen((now) => (Math.min(now, entries.length - 1) + step + entries.length) % entries.length)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      active.run()
    }
  }

  if (creating) return <NewDocument onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      styles={{ body: { padding: 0 } }}
      size="lg"
      centered={false}
      yOffset="12dvh"
      attributes={{ content: { 'aria-label': 'Go anywhere' } }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        placeholder="A page, a document, or something to do"
        aria-label="Search or go to"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={active ? `palette-${active.id}` : undefined}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        px="xs"
      />
      <ScrollArea.Autosize mah="50dvh" className={classes.list}>
        <Box p={6} role="listbox" id="palette-list" aria-label="Results">
          {entries.map((entry) => (
            <UnstyledButton
              key={entry.id}
              id={`palette-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              className={classes.entry}
              onClick={entry.run}
              onMouseEnter={() => setChosen(entries.indexOf(entry))}
            >
              {entry.icon}
              <Text span fz="sm" truncate>
                {entry.label}
              </Text>
              {entry.hint && (
                <Text span fz="xs" c="dimmed" ml="auto" truncate>
                  {entry.hint}
                </Text>
              )}
            </UnstyledButton>
          ))}
        </Box>
      </ScrollArea.Autosize>
      <Box className={classes.foot}>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> open
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> close
        </span>
      </Box>
    </Modal>
  )
}
