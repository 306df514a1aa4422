// How odd words are: what everybody says is less so than what few say, and where there is no list all words are alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alikeTo } from './alike.ts'
import { isEveryday, oddness } from './everyday.ts'

test('the more people say a word, the less odd it is', () => {
  const odd = ['the', 'still', 'laptop', 'nojekyll'].map((word) => oddness(word, 'en'))
  assert.deepEqual(odd, odd.toSorted())
  assert.deepEqual({ oddnessYou: oddness('you', 'en'), odd: odd.at(-1) }, { oddnessYou: 0, odd: 1 })
  assert.deepEqual([isEveryday('gone', 'en'), isEveryday('kubernetes', 'en')], [true, false])
})

test('other words for the same thing come in all their forms', () => {
  assert.deepEqual(
    ['machine', 'machines', 'laptops'].filter((word) => alikeTo('laptop', 'en').includes(word)),
    ['machine', 'machines'],
  )
  assert.deepEqual(alikeTo('laptop', 'de'), [])
})

test('a language without a list has no everyday words', () => {
  assert.deepEqual([oddness('und', 'de'), isEveryday('und', 'de')], [1, false])
})
