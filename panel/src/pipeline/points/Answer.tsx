// The answer to a question or action; editable. Input is kept in this browser until it is sent.

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useSavedState } from '../../ui/localCopies.ts'

/** An answer that needs no typing; `said` is its text once given. */
export type AnswerChoice = { value: string; label: string; said?: string }

type Props = {
  /** The key of the kept input. */
  name: string
  label: string
  value: string | null
  locked: boolean
  busy: boolean
  onSend: (text: string) => Promise<unknown>
  choices?: AnswerChoice[]
  /** False if only the choices are valid answers. */
  isFree?: boolean
  placeholder?: string
}

export function Answer({
  name,
  label,
  value,
  locked,
  busy,
  onSend,
  choices = [],
  isFree = true,
  placeholder = 'Your answer',
}: Props) {
  const [text, setText, forget] = useSavedState(name, '')
  const [isChanging, setChanging] = useState(false)
  const choice = choices.find((one) => one.value === value)
  if (locked || (value !== null && text === '' && !isChanging)) {
    const change = () => {
      setText(choice ? '' : (value ?? ''))
      setChanging(true)
    }
    return (
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fz="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {choice ? (choice.said ?? choice.label) : (value ?? 'Not answered.')}
        </Text>
        {!locked && (
          <Button size="compact-xs" variant="subtle" flex="none" onClick={change}>
            Change
          </Button>
        )}
      </Group>
    )
  }
  const isTyped = text.trim() !== ''
  const send = async (answer: string) => {
    try {
      await onSend(answer)
      forget()
      setChanging(false)
    } catch {
      // A message shows the error; the text stays.
    }
  }
  return (
    <Stack gap={6}>
      {isFree && (
        <Textarea
          aria-label={label}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isTyped) void send(text.trim())
          }}
        />
      )}
      <Group gap={6}>
        {isTyped && (
          <Button size="compact-sm" loading={busy} onClick={() => void send(text.trim())}>
            Answer
          </Button>
        )}
        {!isTyped &&
          choices.map((one) => (
            <Button
              key={one.value}
              size="compact-sm"
              variant="light"
              loading={busy}
              onClick={() => void send(one.value)}
            >
              {one.label}
            </Button>
          ))}
      </Group>
    </Stack>
  )
}
