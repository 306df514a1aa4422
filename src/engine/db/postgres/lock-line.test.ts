// Who may stay in PostgreSQL's own line for a lock: one at a time, in order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '#time.ts'
import { LockLine } from './lock-line.ts'

test('one stays, and hands its place to those that sleep, in order', async () => {
  const line = new LockLine(7)
  assert.equal(await line.pause(MINUTE), true)
  const order: string[] = []
  const sleep = async (name: string) => {
    assert.equal(await line.pause(MINUTE), true)
    order.push(name)
    line.leave()
  }
  const all = [sleep('first'), sleep('second'), sleep('third')]
  line.leave()
  await Promise.all(all)
  assert.deepEqual(order, ['first', 'second', 'third'])
  // Nobody has it any more.
  assert.equal(await line.pause(MINUTE), true)
})

test('whose pause is over comes again without the place', async () => {
  const line = new LockLine(7)
  await line.pause(MINUTE)
  assert.equal(await line.pause(0), false)
  line.leave()
  assert.equal(await line.pause(MINUTE), true)
})

test('nobody stays where one connection writes', async () => {
  assert.equal(await new LockLine(1).pause(0), false)
})
