// Which sentences are worth comparing: those that share enough words, few of however many.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SentenceIndex } from './compare.ts'

const index = new SentenceIndex<string>()
for (let nth = 0; nth < 1_000; nth++) {
  const text = `The pump of hall ${nth} is painted in colour x${nth} by crew y${nth} on weekdays.`
  index.add(text, text)
}

test('of a thousand sentences about one thing at most eight are near, the best first', () => {
  const found = index.near('The pump of hall 7 is painted in colour x7 by crew y7 on weekdays.', false)
  assert.equal(found.length, 8)
  assert.match(found[0]!, /x7 by crew y7/)
})

test('a sentence that shares a single word with others is near to none, an order is', () => {
  const order = 'Please drop everything about weekdays.'
  assert.deepEqual(index.near('Guests park behind the kitchen garden on weekdays.', false), [])
  assert.ok(index.near(order, true).length > 0)
})

test('what shares less is near where both have figures', () => {
  const limits = new SentenceIndex<string>()
  limits.add('The boiler in the cellar holds at most 6 bar of steam pressure.', 'limit')
  assert.deepEqual(limits.near('Steam of 8 bar is what it holds.', false), ['limit'])
  assert.deepEqual(limits.near('Steam is what guests of the spa enjoy.', false), [])
})
