// The writer thread's own life: what brings it up and what lets it end. What is saved in it: documents/editing/saves.test.ts.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { until } from '../../test/until.ts'
import { WriterThread } from './writer-thread.ts'

const ECHO = `import { serveTasks } from ${JSON.stringify(new URL('./writer-thread.ts', import.meta.url).href)}
serveTasks(async (name, input) => 'there ' + input, async () => {})`

test('saves that come one by one do not keep the thread, and none is lost when it ends', async () => {
  const file = new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`)
  const thread = new WriterThread(file, undefined, assert.ifError, 100)
  const save = (input: number) => thread.run('echo', input, async () => `here ${input}`)
  await until('many at once bring it up', async () => {
    await Promise.all([1, 2, 3, 4].map(save))
    return thread.isUp
  })
  assert.equal(await save(5), 'there 5')
  await until('it has ended', async () => {
    assert.match(await save(6), /^(here|there) 6$/)
    return !thread.isUp
  })
  assert.equal(await save(7), 'here 7')
})

/** A map that grows asks for its memory in one piece, where V8 can only abort. */
const HUNGRY = ECHO.replace("'there ' + input", 'hungry()').concat(`
function hungry() {
  const map = new Map()
  for (let nth = 0; nth < 7_000_000; nth++) map.set(nth, nth)
  return map.size
}`)
const ASK = `
import { WriterThread } from ${JSON.stringify(new URL('./writer-thread.ts', import.meta.url).href)}
const file = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HUNGRY)}))
const thread = new WriterThread(file, undefined, console.error)
const save = () => thread.run('save', {}, async () => 'here')
while (!thread.isUp) await Promise.all([save(), save(), save(), save(), new Promise((next) => setTimeout(next, 10))])
console.log(await save())
await thread.close()`

test('a save that takes much memory does not end the process', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', ASK], {
    encoding: 'utf8',
  })
  assert.deepEqual({ status, stdout: stdout.trim() }, { status: 0, stdout: '7000000' }, stderr)
})
