// What the response cache keeps takes the memory that it counts, and no more.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareUntagged, ResponseCache } from './response-cache.ts'

const db = { sequence: () => 1, isCurrent: () => true, confirm: async () => {} }

test('a kept body shares its memory with nothing that would be kept along', async () => {
  const cache = new ResponseCache(db)
  const response = await cache.get('key', async () => ({ text: 'Some text: ä.', tags: ['tag'] }))
  assert.equal(response.body.toString(), 'Some text: ä.')
  assert.equal(response.body.buffer.byteLength, response.body.length)
  // As Node does with whatever else is this short.
  assert.notEqual(prepareUntagged('Some text').body.buffer.byteLength, 9)
})

test('a body that is long, or has its memory to itself, is not copied', async () => {
  const text = Buffer.alloc(100_000, 'x')
  const response = await new ResponseCache(db).get('key', async () => ({ text, tags: ['tag'] }))
  assert.equal(response.body, text)
})
