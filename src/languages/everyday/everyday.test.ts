// How odd words are: what everybody says is less so than what few say, and where there is no list all words are alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEveryday, oddness } from './everyday.ts'

test('the more people say a word, the less odd it is', () => {
  const odd = ['the', 'still', 'laptop', 'nojekyll'].map((word) => oddness(word, 'en'))
  assert.deepEqual(odd, odd.toSorted())
  assert.deepEqual([oddness('you', 'en'), odd.at(-1)], [0, 1])
  assert.deepEqual([isEveryday('gone', 'en'), isEveryday('kubernetes', 'en')], [true, false])
})

test('a language without a list has no everyday words', () => {
  assert.deepEqual([oddness('und', 'de'), isEveryday('und', 'de')], [1, false])
})
