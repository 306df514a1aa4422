// What differs between two tables: which rows were added, removed or changed, and in a changed one which cells and words.

import { diffArrays } from 'diff'
import { diffWords, type WordChange } from './words.ts'

export type RowChange = { kind: 'same' | 'added' | 'removed' | 'changed'; cells: WordChange[][] }
type CellTexts = string[]

export function diffTable(before: CellTexts[], after: CellTexts[]): RowChange[] {
  const signature = (row: CellTexts) => JSON.stringify(row)
  const changes: RowChange[] = []
  let gone: CellTexts[] = []
  let [o, n] = [0, 0]
  for (const part of diffArrays(before.map(signature), after.map(signature))) {
    const { length } = part.value
    if (part.removed) gone = before.slice(o, o + length)
    else if (part.added) {
      changes.push(...paired(gone, after.slice(n, n + length)))
      gone = []
    } else {
      changes.push(...gone.map((row) => whole('removed', row)))
      changes.push(...after.slice(n, n + length).map((row) => whole('same', row)))
      gone = []
    }
    if (!part.added) o += length
    if (!part.removed) n += length
  }
  return [...changes, ...gone.map((row) => whole('removed', row))]
}

/**
 * paired matches removed rows with those that replaced them: rows match that have an equal cell, in order. Without it a price
 * that changed would show as a whole row removed and another added.
 */
function paired(gone: CellTexts[], come: CellTexts[]): RowChange[] {
  const changes: RowChange[] = []
  let from = 0
  for (const row of come) {
    const match = gone.findIndex(
      (old, at) => at >= from && old.some((cell, index) => cell !== '' && cell === row[index]),
    )
    if (match < 0) {
      changes.push(whole('added', row))
      continue
    }
    changes.push(...gone.slice(from, match).map((old) => whole('removed', old)), changed(gone[match]!, row))
    from = match + 1
  }
  return [...changes, ...gone.slice(from).map((old) => whole('removed', old))]
}

const whole = (kind: 'same' | 'added' | 'removed', row: CellTexts): RowChange => ({
  kind,
  cells: row.map((text) => [{ text, kind }]),
})

const changed = (before: CellTexts, after: CellTexts): RowChange => ({
  kind: 'changed',
  cells: Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    diffWords(before[index] ?? '', after[index] ?? ''),
  ),
})
