// What the change log promises to whatever is cached: stale exactly when one of its tags has changed since.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ChangeLog } from './change-log.ts'

const tag = fc.constantFrom('a', 'b', 'c', 'd')

test('a sequence is current for a tag exactly until the tag changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(tag, { minLength: 1 })),
      fc.array(fc.array(tag, { minLength: 1 })),
      (before, after) => {
        const log = new ChangeLog()
        for (const tags of before) log.learn(tags)
        const sequence = log.sequence
        for (const tags of after) log.learn(tags)
        const changed = new Set<string>(after.flat())
        for (const one of ['a', 'b', 'c', 'd']) assert.equal(log.isCurrent(sequence, [one]), !changed.has(one))
      },
    ),
  )
})

test('where changes may have been missed, every earlier sequence is stale', () => {
  const log = new ChangeLog()
  const sequence = log.sequence
  log.forget()
  assert.ok(!log.isCurrent(sequence, ['a']))
  assert.ok(log.isCurrent(log.sequence, ['a']))
})

const many = (name: string) => Array.from({ length: 26_000 }, (_, index) => `${name} ${index}`)

test('tags that were forgotten count as changed for what is older', () => {
  const log = new ChangeLog()
  const old = log.sequence
  log.learn(['first'])
  log.learn(many('some'))
  const later = log.sequence
  log.learn(many('other'))
  assert.ok(!log.isCurrent(old, ['never']))
  assert.ok(log.isCurrent(later, ['first', 'some 1', 'never']))
  assert.ok(!log.isCurrent(later, ['other 1']))
})

test('tags that were put aside are still known', () => {
  const log = new ChangeLog()
  const old = log.sequence
  log.learn(many('some'))
  log.learn(['again'])
  assert.ok(!log.isCurrent(old, ['some 1']))
  assert.ok(!log.isCurrent(old, ['again']))
  assert.ok(log.isCurrent(old, ['never']))
})
