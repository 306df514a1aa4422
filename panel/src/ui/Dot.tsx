// A state as a coloured dot and a word, which carries the meaning. Plain elements, because lists have many.

import classes from './plain.module.css'

const COLORS = {
  gray: 'var(--bucket-empty)',
  blue: 'var(--bucket-queued)',
  violet: 'var(--bucket-processing)',
  green: 'var(--bucket-approved)',
  red: 'var(--bucket-failed)',
  yellow: '#d0901a',
} as const

const STATE_COLORS: Record<string, keyof typeof COLORS> = {
  empty: 'gray',
  draft: 'gray',
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
    <span className={classes.state}>
      <span aria-hidden className={classes.dot} style={{ background: COLORS[STATE_COLORS[state] ?? 'gray'] }} />
      {label ?? WORDS[state] ?? state}
    </span>
  )
}
