// Threads beside the event loop: who waits for one, and how long a task may take.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { folderOf } from '../../test/folder.ts'
import { Threads, TookTooLong } from './threads.ts'

/** threadsOf have a task that takes a given number of milliseconds, and one that never ends. */
function threadsOf(t: TestContext): Threads {
  const source = `export const take = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms))
    export const hang = () => { for (;;); }`
  const threads = new Threads(pathToFileURL(join(folderOf(t, { 'tasks.mjs': source }), 'tasks.mjs')))
  t.after(() => threads.close())
  return threads
}

test('the time that a task waits for its turn is not counted', async (t) => {
  const threads = threadsOf(t)
  const before = [threads.run('take', 900, 60_000), threads.run('take', 900, 60_000)]
  const after = Array.from({ length: 5 }, () => threads.run('take', 1, 600))
  assert.deepEqual(await Promise.all(before), [900, 900])
  assert.deepEqual(await Promise.all(after), [1, 1, 1, 1, 1])
})

test('a task that takes too long is given up, and those behind it get their turn', async (t) => {
  const threads = threadsOf(t)
  const hanging = Array.from({ length: 3 }, () => assert.rejects(threads.run('hang', null, 300), TookTooLong))
  const last = threads.run('take', 1, 60_000)
  await Promise.all(hanging)
  assert.equal(await last, 1)
})
