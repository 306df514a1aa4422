// A form for a comment. "@" and part of a name suggests people; those still mentioned in the text are notified.

import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { usePeople } from '../people/people.ts'
import type { CommentText } from './queries.ts'

type Props = {
  label: string
  action: string
  initial?: { body: string; mentions: Map<number, string> }
  onSend: (text: CommentText) => Promise<unknown>
  /** An alternative button. */
  also?: { action: string; onSend: (text: CommentText) => Promise<unknown> } | undefined
  onCancel?: () => void
  autoFocus?: boolean
}

const TYPED_NAME = /(?:^|\s)@([\p{L}\p{N}._-]*)$/u

export function CommentForm({ label, action, initial, onSend, also, onCancel, autoFocus = false }: Props) {
  const [text, setText] = useState(initial?.body ?? '')
  const [mentioned, setMentioned] = useState(initial?.mentions ?? new Map<number, string>())
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed] = useDebouncedValue(TYPED_NAME.exec(text)?.[1] ?? '', 150)
  const found = usePeople([], typed)
  const offered = typed === '' || !TYPED_NAME.test(text) ? [] : [...found].slice(0, 5)
  const choose = (id: number, name: string) => {
    setText(text.replace(/@[\p{L}\p{N}._-]*$/u, `@${name} `))
    setMentioned(new Map(mentioned).set(id, name))
    field.current?.focus()
  }
  const send = async (by = onSend) => {
    const mentions = [...mentioned].filter(([, name]) => text.includes(`@${name}`)).map(([id]) => id)
    setSending(true)
    try {
      await by({ body: text.trim(), mentions })
      setText('')
      setMentioned(new Map())
    } catch {
      // A message shows the error; the text stays.
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack gap={6}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={`${action === 'Reply' ? 'Reply' : 'Write a comment'}; @ mentions someone`}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={10_000}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') void send()
          if (event.key === 'Enter' && offered[0] && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault()
            choose(...offered[0])
          }
        }}
      />
      {offered.length > 0 && (
        <Group gap={4} role="group" aria-label="People to mention">
          {offered.map(([id, name]) => (
            <Button key={id} size="compact-xs" variant="light" onClick={() => choose(id, name)}>
              @{name}
            </Button>
          ))}
        </Group>
      )}
      {(text.trim() !== '' || onCancel) && (
        <Group gap={6}>
          <Button size="compact-sm" loading={isSending} disabled={text.trim() === ''} onClick={() => void send()}>
            {action}
          </Button>
          {also && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isSending || text.trim() === ''}
              onClick={() => void send(also.onSend)}
            >
              {also.action}
            </Button>
          )}
          {onCancel && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
