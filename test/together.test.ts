// Test files that share a process: each keeps its tests, and the process ends after the last.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderOf } from './folder.ts'
import { entryOf } from './together.ts'

/** resultsOf runs two files, a module beside them, in a process of their own. */
function resultsOf(t: TestContext, one: string, two: string, shared = ''): string[] | null {
  const folder = folderOf(t, { 'one.mjs': one, 'two.mjs': two, 'shared.mjs': shared })
  const files = Object.fromEntries(['one', 'two'].map((name) => [name, join(folder, `${name}.mjs`)]))
  writeFileSync(join(folder, 'entry.mjs'), entryOf(files))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const output = execFileSync(process.execPath, ['--test-reporter=tap', join(folder, 'entry.mjs')], { env }).toString()
  return output.match(/^ *(not )?ok .*|(?<=says: ).*/gm)
}
const testOf = (name: string, body = '') =>
  `import { test } from 'node:test'\ntest('of ${name}', async () => {${body}})\n`

test('tests stand under their own file, also of files that wait for the same module', (t) => {
  const waiting = (name: string) => `import './shared.mjs'\n${testOf(name)}`
  const shared = `import { setImmediate } from 'node:timers/promises'\nawait setImmediate()\n`
  assert.deepEqual(resultsOf(t, waiting('one'), waiting('two'), shared), [
    '    ok 1 - of one',
    'ok 1 - one',
    '    ok 1 - of two',
    'ok 2 - two',
  ])
})

test('a test that waits for what keeps no process alive does not end the run', (t) => {
  const waiting = testOf('two', 'await new Promise((resolve) => setTimeout(resolve, 1).unref())')
  assert.deepEqual(resultsOf(t, testOf('one'), waiting)?.at(-1), 'ok 2 - two')
})

test('what the files share is cleaned up after the last of them', (t) => {
  const sharing = `import { processCleaner } from '${import.meta.resolve('./together.ts')}'
processCleaner().after(() => console.log('says: cleaned up'))\n${testOf('one')}`
  const results = resultsOf(t, sharing, testOf('two', `console.log('says: two runs')`))
  assert.deepEqual(
    results?.filter((line) => !line.includes('ok ')),
    ['two runs', 'cleaned up'],
  )
})
