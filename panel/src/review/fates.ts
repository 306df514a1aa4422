// Texts of fates, and a source split into rows by its ledger. Pure.

import type { LedgerOut } from 'galley-client/schema.ts'

export type LineFate = LedgerOut['fate']

export const FATES: Record<LineFate, string> = {
  printed: 'In the draft',
  edit: 'Changes the text',
  asked: 'Open question',
  held: 'Held back',
  statement: 'To be sorted',
  left_out: 'Left out',
  repeated: 'Already there',
}

/** Unknown reasons of a later release aren't shown. */
const REASONS: Record<string, string> = {
  instruction: 'an instruction',
  excluded: 'listed under “Leave out”',
  dropped: 'you dropped it',
  not_picked: 'you dropped it',
  edited: 'someone changed or deleted it in the draft',
  emptied: 'nothing stands under it',
  not_used: 'the model did not use it',
  front_matter: 'front matter',
  comment: 'a comment',
  markup: 'markup without text',
  title: 'it is the title',
  order: 'reads like an instruction',
  doubtful: 'may not be meant for readers',
  unplaced: 'no place was found for it',
  conflict: 'disagrees with another source',
  answered: 'answered',
}

export const fateOf = ({ fate, reason }: Pick<LedgerOut, 'fate' | 'reason'>): string => {
  const why = REASONS[reason ?? '']
  return why === undefined ? FATES[fate] : `${FATES[fate]}: ${why}`
}

/** A slice of a source; `entry` is missing if its fate is unknown, `gap`: preceded by a blank line. */
export type LedgerRow = { from: number; text: string; gap: boolean; entry?: LedgerOut }

/** Splits a source by its ledger; old jobs without one are shown as a whole. */
export function rowsOf(text: string, ledger: LedgerOut[]): LedgerRow[] {
  const rows: LedgerRow[] = []
  let end = 0
  const add = (from: number, to: number, entry?: LedgerOut) => {
    const slice = text.slice(from, to)
    const blank = text.slice(end, from) + /^\s*/.exec(slice)![0]
    end = Math.max(end, to - (slice.length - slice.trimEnd().length))
    const shown = slice.replace(/^\s*\n/, '').trimEnd()
    if (shown.trim() === '') return
    rows.push({ from, text: shown, gap: rows.length > 0 && /\n\s*\n/.test(blank), ...(entry && { entry }) })
  }
  for (const entry of ledger) {
    if (entry.from > end) add(end, entry.from)
    add(entry.from, entry.to, entry)
  }
  if (end < text.length) add(end, text.length)
  return rows
}
