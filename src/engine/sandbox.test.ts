// The sandbox: who waits for a process, what a task may cost, and that nothing a task does ends more than its own process.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Actor, VISITOR } from '#actor.ts'
import { folderOf } from '../../test/folder.ts'
import { settled } from '../../test/until.ts'
import { Sandbox, TooCostly } from './sandbox.ts'

const TASKS = `
  export const take = (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms))
  export const hang = () => { for (;;); }
  export const nest = () => nest()
  export const exit = () => process.exit(3)
  export const fail = () => { throw new Error('no such thing') }
  export const pid = () => process.pid
  export const environment = () => Object.keys(process.env)
  export const interrupt = async () => { process.kill(process.pid, 'SIGINT'); await take(50); return 'goes on' }
  // The first is where a thread would be ended by itself; in the other two V8 aborts, whichever thread it is.
  export const fill = () => { const list = []; for (;;) list.push({ list: [] }) }
  export const copy = () => { let list = Array(2e6).fill(1); for (;;) list = [...list, ...list] }
  export const index = () => { const map = new Map(); for (let key = 0; ; key++) map.set(key, key) }`

/** Little, because filling it takes the time of this test. */
const MEMORY_MB = 48

const person = (userId: number): Actor => ({ ...VISITOR, userId })

function sandboxOf(t: TestContext): Sandbox {
  const file = pathToFileURL(join(folderOf(t, { 'tasks.mjs': TASKS }), 'tasks.mjs'))
  const sandbox = new Sandbox(file, MEMORY_MB)
  t.after(() => sandbox.close())
  return sandbox
}

test('the time that a task waits for its turn is not counted', async (t) => {
  const sandbox = sandboxOf(t)
  const before = [sandbox.run(person(1), 'take', 2500, 60_000), sandbox.run(person(2), 'take', 2500, 60_000)]
  const after = [3, 4, 5, 6].map((id) => sandbox.run(person(id), 'take', 1, 2000))
  assert.deepEqual(await Promise.all(before), [2500, 2500])
  assert.deepEqual(await Promise.all(after), [1, 1, 1, 1])
})

test('a task that takes too long is given up, and those behind it get their turn', async (t) => {
  const sandbox = sandboxOf(t)
  const hanging = [1, 2, 3].map((id) => assert.rejects(sandbox.run(person(id), 'hang', null, 300), TooCostly))
  const last = sandbox.run(person(4), 'take', 1, 60_000)
  await Promise.all(hanging)
  assert.equal(await last, 1)
})

for (const task of ['fill', 'copy', 'index', 'nest'])
  test(`a task that costs too much is given up, and the next one is done: ${task}`, async (t) => {
    const sandbox = sandboxOf(t)
    await assert.rejects(sandbox.run(VISITOR, task, null, 60_000), TooCostly)
    assert.equal(await sandbox.run(VISITOR, 'take', 1, 60_000), 1)
  })

test('a process that ends and a task that fails are errors, and the next task is done', async (t) => {
  const sandbox = sandboxOf(t)
  await assert.rejects(sandbox.run(VISITOR, 'exit', null, 60_000), /a sandbox ended/)
  await assert.rejects(sandbox.run(VISITOR, 'fail', null, 60_000), /no such thing/)
  assert.equal(await sandbox.run(VISITOR, 'take', 1, 60_000), 1)
})

test('one account has one task at a time, and what another one sends is done meanwhile', async (t) => {
  const sandbox = sandboxOf(t)
  const ended: string[] = []
  const greedy = Array.from({ length: 6 }, () =>
    assert.rejects(sandbox.run(person(1), 'hang', null, 2000), TooCostly).then(() => ended.push('greedy')),
  )
  for (let count = 0; count < 3; count++)
    assert.equal(await settled('another task', sandbox.run(person(2), 'take', 1, 60_000)), 1)
  ended.push('other')
  await Promise.all(greedy)
  assert.ok(ended.indexOf('other') < 3, ended.join())
})

test('the tasks of one account have one process, however many there are', async (t) => {
  const sandbox = sandboxOf(t)
  const pids = Array.from({ length: 4 }, () => sandbox.run<number>(person(1), 'pid', null, 60_000))
  assert.equal(new Set(await Promise.all(pids)).size, 1)
})

test('a task sees no environment, and a signal from a terminal does not end it', async (t) => {
  const sandbox = sandboxOf(t)
  const names = await sandbox.run<string[]>(VISITOR, 'environment', null, 60_000)
  assert.deepEqual(
    names.filter((name) => name !== 'NODE_COMPILE_CACHE'),
    [],
  )
  assert.equal(await sandbox.run(VISITOR, 'interrupt', null, 60_000), 'goes on')
})
