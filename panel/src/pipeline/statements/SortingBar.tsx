// The progress of sorting a conversation, and the button for the next draft.

import { Button, Group, Kbd, Text } from '@mantine/core'
import type { StatementOut } from 'galley-client/schema.ts'
import { useState } from 'react'

type Props = {
  statements: StatementOut[]
  /** The configured language model, if any. */
  model: string | undefined
  locked: boolean
  onUse: (some: StatementOut[], wanted: boolean) => void
  onDraft: () => Promise<unknown>
}

export function SortingBar({ statements, model, locked, onUse, onDraft }: Props) {
  const [isStarting, setStarting] = useState(false)
  const keptCount = statements.filter(({ use }) => use).length
  const waiting = statements.filter(({ use }) => use === null)
  const facts = waiting.filter(({ kind }) => kind === 'fact')
  const start = () => {
    setStarting(true)
    void onDraft().finally(() => setStarting(false))
  }
  return (
    <>
      <Text fz="sm" mb="xs">
        {model
          ? 'This is a conversation. The model drafts from all of it, except what you drop.'
          : 'This is a conversation: the built-in drafter prints what you keep, and nothing else.'}{' '}
        {!locked && (
          <Text span c="dimmed" inherit visibleFrom="sm">
            <Kbd size="xs">K</Kbd> keeps, <Kbd size="xs">D</Kbd> drops, <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd>{' '}
            move.
          </Text>
        )}
      </Text>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text fz="sm" c="dimmed" role="status">
          {keptCount} kept, {statements.length - keptCount - waiting.length} dropped, {waiting.length} to sort
        </Text>
        {!locked && (
          <Group gap={6}>
            <Button size="compact-sm" variant="light" disabled={facts.length === 0} onClick={() => onUse(facts, true)}>
              Keep facts
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={waiting.length === 0}
              onClick={() => onUse(waiting, false)}
            >
              Drop the rest
            </Button>
            <Button size="compact-sm" loading={isStarting} disabled={!model && keptCount === 0} onClick={start}>
              {model ? 'Draft with the model' : `Draft what is kept (${keptCount})`}
            </Button>
          </Group>
        )}
      </Group>
    </>
  )
}
