// What the response cache keeps takes the memory that it counts, and no more.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareUntagged, ResponseCache } from './response-cache.ts'

const db = { sequence: () => 1, isCurrent: () => true, confirm: async () => {} }

test('a kept body shares its memory with nothing that would be kept along', async () => {
  const cache = new ResponseCache(db)
  const kept = await cache.get('key', async () => ({ text: 'Some text: ä.', tags: ['tag'] }))
  assert.equal(kept.body.toString(), 'Some text: ä.')
  assert.equal(kept.body.buffer.byteLength, kept.body.length)
  // As Node does with whatever else is this short.
  assert.notEqual(prepareUntagged('Some text').body.buffer.byteLength, 9)
})

test('a body that is long, or has its memory to itself, is not copied', async () => {
  const text = Buffer.alloc(100_000, 'x')
  const kept = await new ResponseCache(db).get('key', async () => ({ text, tags: ['tag'] }))
  assert.equal(kept.body, text)
})
