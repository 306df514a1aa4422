// The answer to a question or an action: shown once it is given, to be given or changed before that. What is typed is kept in this
// browser until it is sent.

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useKept } from '../../ui/kept.ts'

/** NOT_APPLICABLE is the answer by which the drafter leaves out what a question asks for. */
const NOT_APPLICABLE = 'Not applicable'

type Props = {
  /** name is what the typed answer is kept under. */
  name: string
  label: string
  value: string | null
  locked: boolean
  busy: boolean
  onSend: (text: string) => Promise<unknown>
  canSkip?: boolean
}

export function Answer({ name, label, value, locked, busy, onSend, canSkip = false }: Props) {
  const [text, setText, forget] = useKept(name, '')
  const [isChanging, setChanging] = useState(false)
  const isSkipped = canSkip && value === NOT_APPLICABLE
  if (locked || (value !== null && text === '' && !isChanging)) {
    const change = () => {
      setText(isSkipped ? '' : (value ?? ''))
      setChanging(true)
    }
    return (
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Text fz="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {isSkipped ? 'Not needed' : (value ?? 'Not answered.')}
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
      // The message in the corner says why; the text stays where it is.
    }
  }
  return (
    <Stack gap={6}>
      <Textarea
        aria-label={label}
        placeholder="Your answer"
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isTyped) void send(text.trim())
        }}
      />
      <Group>
        {isTyped && (
          <Button size="compact-sm" loading={busy} onClick={() => void send(text.trim())}>
            Answer
          </Button>
        )}
        {!isTyped && canSkip && (
          <Button size="compact-sm" variant="light" loading={busy} onClick={() => void send(NOT_APPLICABLE)}>
            Not needed
          </Button>
        )}
      </Group>
    </Stack>
  )
}
