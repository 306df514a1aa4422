// A state as a coloured dot and a word: the word carries the meaning, the colour only helps the eye.

import { Group, Text } from '@mantine/core'

const COLORS = {
  gray: 'var(--bucket-empty)',
  blue: 'var(--bucket-queued)',
  violet: 'var(--bucket-processing)',
  green: 'var(--bucket-approved)',
  red: 'var(--bucket-failed)',
  yellow: '#d0901a',
} as const
export type DotColor = keyof typeof COLORS

export const STATE_COLORS: Record<string, DotColor> = {
  empty: 'gray',
  queued: 'blue',
  processing: 'violet',
  review: 'yellow',
  approved: 'green',
  failed: 'red',
  superseded: 'gray',
  cancelled: 'gray',
  starting: 'blue',
  running: 'green',
  stopping: 'yellow',
  stopped: 'gray',
  crashed: 'red',
}
const WORDS: Record<string, string> = { review: 'in review' }

export function Dot({ state, label }: { state: string; label?: string }) {
  return (
    <Group gap={7} wrap="nowrap" component="span" style={{ display: 'inline-flex' }}>
      <span
        aria-hidden
        style={{
          width: 8,
          height: 8,
          borderRadius: 8,
          background: COLORS[STATE_COLORS[state] ?? 'gray'],
          flex: 'none',
        }}
      />
      <Text span fz="sm" style={{ whiteSpace: 'nowrap' }}>
        {label ?? WORDS[state] ?? state}
      </Text>
    </Group>
  )
}
