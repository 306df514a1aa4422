// An edit of an existing text: its words, reason and source, and a reversible decision. Focused, A accepts and R rejects.

import { Badge, Button, Group, Textarea } from '@mantine/core'
import { diffText } from 'galley-blocks/diff-words.ts'
import type { EditOut } from 'galley-client/schema.ts'
import { type KeyboardEvent, useState } from 'react'
import { Words } from '../blocks/Words.tsx'
import { at } from './leads.ts'
import { type QuotedSource, sourceLine, sourceName } from './quote-link.ts'
import classes from './review.module.css'

const STATES: Record<EditOut['state'], { label: string; color: string }> = {
  applied: { label: 'Accepted', color: 'green' },
  proposed: { label: 'Proposed', color: 'yellow' },
  rejected: { label: 'Rejected', color: 'gray' },
}

type Props = {
  edit: EditOut
  locked: boolean
  busy: boolean
  onDecide: (state: EditOut['state']) => void
  /** Accepts with another text than the proposed one. */
  onReplace?: ((text: string) => Promise<unknown>) | undefined
  /** In a list the surrounding text isn't visible. */
  inList?: boolean
}

export function EditCard({ edit, locked, busy, onDecide, onReplace, inList = false }: Props) {
  const { state, before, after } = edit
  const source = edit.source as QuotedSource
  const [text, setText] = useState<string>()
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLTextAreaElement
    if (locked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'a' && state !== 'applied') onDecide('applied')
    if (event.key === 'r' && state !== 'rejected') onDecide('rejected')
  }
  const decision = !locked && (
    <Group gap={4} ml={inList ? 0 : 'auto'} mt={inList ? 6 : 0} wrap="nowrap">
      {state !== 'applied' && (
        <Button size="compact-sm" loading={busy} onClick={() => onDecide('applied')}>
          Accept
        </Button>
      )}
      {state !== 'rejected' && (
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onDecide('rejected')}>
          Reject
        </Button>
      )}
      {state === 'proposed' && onReplace && text === undefined && (
        <Button size="compact-sm" variant="subtle" onClick={() => setText(after || before)}>
          Reword
        </Button>
      )}
    </Group>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons inside.
    <div
      {...(inList ? {} : at('edit', edit.id))}
      className={classes.edit}
      data-edit={edit.id}
      data-state={state}
      data-in={inList ? 'list' : undefined}
      onKeyDown={onKeyDown}
    >
      <Group gap={6}>
        <Badge size="sm" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
        <span>{reasonOf(edit)}</span>
        {!inList && decision}
      </Group>
      {(inList || state !== 'applied') && (
        <p className={classes.words}>
          <Words pieces={diffText(withoutMark(before), withoutMark(after))} />
        </p>
      )}
      {text !== undefined && state === 'proposed' && onReplace && (
        <Group gap={6} align="end" my={6}>
          <Textarea
            flex={1}
            aria-label="Text to use instead"
            autosize
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button size="compact-sm" disabled={text.trim() === ''} onClick={() => void onReplace(text.trim())}>
            Use this
          </Button>
        </Group>
      )}
      {/* Inserted blocks show their source themselves. */}
      {edit.op !== 'insert' && <p className={classes.quoted}>{sourceLine(source)}</p>}
      {inList && decision}
    </div>
  )
}

/** A list entry alone is numbered 1 in Markdown. */
const withoutMark = (markdown: string) => markdown.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')

/** Why it is proposed: an exact change has the same words and one other value. */
function reasonOf({ op, certainty, state, source }: EditOut): string {
  if (op === 'insert') return `New, from ${sourceName(source as QuotedSource)}`
  if (certainty === 'exact') return op === 'delete' ? 'Removed' : 'Same sentence, one new value'
  if (op === 'delete') return state === 'applied' ? 'Removed' : 'Seems to be no longer needed'
  return 'Seems to change this sentence'
}
