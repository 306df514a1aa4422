// The find and replace bar, loaded on demand. Enter and Shift-Enter go to the next and previous match; Escape returns to the
// text with the match selected.

import { ActionIcon, Button, CloseButton, Group, Paper, Text, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { counted } from '../../counted.ts'
import type { Editor } from '../keys.ts'
import { FindOption } from './FindOption.tsx'
import classes from './find.module.css'
import { type Finder, type FoundWords, finderIn, selectedText } from './finder.ts'
import type { FindRequest } from './useFinding.ts'

type Props = FindRequest & { editor: Editor; onClose: () => void }

export function FindBar({ editor, withReplace, asked, onClose }: Props) {
  const [sought, setSought] = useState(() => ({ text: selectedText(editor), isCased: false, isWhole: false }))
  const [found, setFound] = useState<FoundWords>({ matches: [], at: -1 })
  const [replacement, setReplacement] = useState('')
  const [message, say] = useState('')
  const finder = useRef<Finder>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    finder.current = finderIn(editor, setFound)
  }, [editor])
  useEffect(() => {
    say('')
    finder.current?.seek(sought)
  }, [sought])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the number changes when the bar is requested again.
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])

  const close = () => {
    finder.current?.end()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const onEnter = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    act(event)
  }
  const replaceAll = () => say(`Replaced ${finder.current?.replaceAll(replacement) ?? 0}.`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the fields inside.
    <div className={classes.place} onKeyDown={onKeyDown}>
      <Paper className={classes.bar} role="search" aria-label="Find in document">
        <Group gap={6} wrap="nowrap">
          <TextInput
            ref={field}
            size="xs"
            className={classes.field}
            aria-label="Find"
            placeholder="Find"
            value={sought.text}
            onChange={({ currentTarget: { value } }) => setSought({ ...sought, text: value })}
            onKeyDown={onEnter(({ shiftKey }) => finder.current?.step(shiftKey ? -1 : 1))}
          />
          <FindOption
            label="Match case"
            short="Aa"
            on={sought.isCased}
            set={(isCased) => setSought({ ...sought, isCased })}
          />
          <FindOption
            label="Whole words"
            short="W"
            on={sought.isWhole}
            set={(isWhole) => setSought({ ...sought, isWhole })}
          />
          <ActionIcon aria-label="Previous match" onClick={() => finder.current?.step(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label="Next match" onClick={() => finder.current?.step(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <CloseButton size="sm" aria-label="Close find" onClick={close} />
        </Group>
        {withReplace && (
          <Group gap={6} mt={6} wrap="nowrap">
            <TextInput
              size="xs"
              className={classes.field}
              aria-label="Replace with"
              placeholder="Replace with"
              value={replacement}
              onChange={({ currentTarget: { value } }) => setReplacement(value)}
              onKeyDown={onEnter(() => finder.current?.replace(replacement))}
            />
            <Button size="compact-xs" variant="default" onClick={() => finder.current?.replace(replacement)}>
              Replace
            </Button>
            <Button size="compact-xs" variant="default" onClick={replaceAll}>
              Replace all
            </Button>
          </Group>
        )}
        <Text fz="xs" c="dimmed" mt={4} className="tabular" role="status">
          {message || stateOf(sought.text, found)}
        </Text>
      </Paper>
    </div>
  )
}

const stateOf = (text: string, { matches, at }: FoundWords): string => {
  if (text === '') return 'Type what to find.'
  return matches.length === 0 ? 'No matches' : `${at + 1} of ${counted(matches.length, 'match', 'matches')}`
}
