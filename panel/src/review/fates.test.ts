// A source cut by its ledger.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerOut } from 'galley-client/schema.ts'
import { fateOf, rowsOf } from './fates.ts'

const entry = (from: number, to: number, fate: LedgerOut['fate'], reason?: string): LedgerOut => ({
  source: 'notes:1',
  from,
  to,
  fate,
  ...(reason && { reason }),
})

test('every slice is a row with its fate, and a blank line is a gap', () => {
  const text = '# Pumps\n\nOne. Two.\n  indented\n'
  const rows = rowsOf(text, [
    entry(0, 7, 'printed'),
    entry(9, 13, 'held', 'order'),
    entry(14, 18, 'printed'),
    entry(19, 30, 'printed'),
  ])
  assert.deepEqual(
    rows.map(({ text: shown, gap, entry: one }) => [shown, gap, one?.fate]),
    [
      ['# Pumps', false, 'printed'],
      ['One.', true, 'held'],
      [' Two.'.trim(), false, 'printed'],
      ['  indented', false, 'printed'],
    ],
  )
})

test('what no entry covers is shown all the same, with no fate', () => {
  const rows = rowsOf('Known. Unknown.', [entry(0, 6, 'printed')])
  assert.deepEqual(
    rows.map(({ text, entry: one }) => [text.trim(), one?.fate]),
    [
      ['Known.', 'printed'],
      ['Unknown.', undefined],
    ],
  )
  assert.equal(rowsOf('From an earlier release.', []).length, 1)
  assert.deepEqual(rowsOf(' \n ', []), [])
})

test('a fate says why, where the reason is known', () => {
  assert.equal(fateOf({ fate: 'left_out', reason: 'instruction' }), 'Left out: an instruction')
  assert.equal(fateOf({ fate: 'left_out', reason: 'of a later release' }), 'Left out')
})
