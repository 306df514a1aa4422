// Word-level diff of two texts.

import { diffWordsWithSpace } from 'diff'

export type WordChange = {
  text: string
  kind: 'same' | 'added' | 'removed'
  styles?: Record<string, unknown>
  href?: string | undefined
}

export const diffWords = (before: string, after: string): WordChange[] =>
  diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
