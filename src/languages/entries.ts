// A word list of a language's data, entry by entry.

import { fold } from '#folding.ts'

/** entries of a word list, folded. */
export const entries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => fold(entry.trim()))
    .filter((entry) => entry !== '')
