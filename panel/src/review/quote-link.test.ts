// Addresses that name a quote, and where they lead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoteLink, slugsOf } from './quote-link.ts'

test('a short quote is named whole, a long one by its ends, and a hyphen is no part of the syntax', () => {
  assert.equal(quoteLink('tapes', 'Kept for re-use, always.'), '/read/tapes#:~:text=Kept%20for%20re%2Duse%2C%20always.')
  const long = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')
  assert.equal(
    quoteLink('naïve', long),
    '/read/na%C3%AFve#:~:text=word0%20word1%20word2%20word3%20word4,word35%20word36%20word37%20word38%20word39',
  )
  assert.equal(quoteLink('tapes', ' '), '/read/tapes')
})

test('documents that were offered have addresses; an iteration without any has none', () => {
  assert.deepEqual([...slugsOf({ extracted: { related: [{ id: 3, slug: 'tapes' }] } })], [[3, 'tapes']])
  assert.equal(slugsOf({ extracted: null }).size, 0)
})
