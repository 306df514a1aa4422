// The command palette (Ctrl-K): pages, documents by title, actions. Focus stays in the text field; aria-activedescendant
// names the entry that Enter runs.

import { Box, Kbd, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { lazily } from '../ui/lazily.tsx'
import { takeTyped } from '../ui/typeAhead.ts'
import classes from './palette.module.css'
import { usePaletteEntries } from './usePaletteEntries.tsx'

const NewDocument = lazily(() => import('../documents/NewDocument.tsx'), 'NewDocument')

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const [creating, setCreating] = useState(false)
  const entries = usePaletteEntries(text, { onDone: onClose, onCreate: () => setCreating(true) })
  // New results may be fewer, so the index may be out of range.
  const active = entries[Math.min(index, entries.length - 1)]

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setIndex((now) => (Math.min(now, entries.length - 1) + step + entries.length) % entries.length)
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
      attributes={{ content: { 'aria-label': 'Command palette' } }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={active ? `palette-${active.id}` : undefined}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setIndex(0)
        }}
        onFocus={() => {
          const typed = takeTyped()
          if (typed !== '') setText((now) => typed + now)
        }}
        onKeyDown={onKeyDown}
        px="xs"
      />
      <ScrollArea.Autosize mah="50dvh" className={classes.list}>
        <Box p={6} role="listbox" id="palette-list" aria-label="Results">
          {entries.map((entry, at) => (
            <UnstyledButton
              key={entry.id}
              id={`palette-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={entry === active}
              className={classes.entry}
              onClick={entry.run}
              onMouseEnter={() => setIndex(at)}
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
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> select
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
