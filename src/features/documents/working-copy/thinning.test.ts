// How many autosaves are kept, by their times alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import { expired } from './thinning.ts'

const NOW = 1_000 * DAY

/** typed is one autosave every ten seconds, thinned at each of them, as of `NOW`. */
function typed(forMs: number, until = NOW): number[] {
  let rows: { created_at: number }[] = []
  for (let at = until - forMs; at <= until; at += 10 * SECOND) {
    rows.push({ created_at: at })
    const gone = new Set(expired(rows, at))
    rows = rows.filter((row) => !gone.has(row))
  }
  return rows.map(({ created_at }) => NOW - created_at)
}

test('of two minutes all are kept', () => {
  assert.equal(typed(2 * MINUTE).length, 13)
})

test('of an hour one for every ten minutes, of a day one for every hour', () => {
  const ages = typed(DAY)
  assert.equal(ages.filter((age) => age <= 2 * MINUTE).length, 13)
  const hour = ages.filter((age) => age > 2 * MINUTE && age <= HOUR).length
  assert.ok(hour >= 5 && hour <= 6, String(hour))
  const day = ages.filter((age) => age > HOUR).length
  assert.ok(day >= 22 && day <= 24, String(day))
})

test('those of more than a week ago are expired', () => {
  const rows = typed(DAY, NOW - 8 * DAY).map((age) => ({ created_at: NOW - age }))
  assert.equal(expired(rows.toReversed(), NOW).length, rows.length)
})
