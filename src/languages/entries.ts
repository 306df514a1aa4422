// Splits a word list.

import { fold } from '#folding.ts'

/** The folded entries of a word list. */
export const entries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => fold(entry.trim()))
    .filter((entry) => entry !== '')
