// How many autosaves are kept, by their times alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE, SECOND } from '#time.ts'
import { expired } from './draft.ts'

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

test('of what is older, the last of each quarter of an hour is kept', () => {
  const ages = typed(DAY)
  assert.equal(ages.filter((age) => age <= 2 * MINUTE).length, 13)
  const quarters = ages.filter((age) => age > 2 * MINUTE).length
  assert.ok(quarters >= 95 && quarters <= 97, String(quarters))
  assert.ok(ages.filter((age) => age > 2 * MINUTE && age < HOUR).every((age) => age % (15 * MINUTE) === 10 * SECOND))
})
