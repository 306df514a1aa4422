// Test files that share a process keep their tests apart.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderOf } from './folder.ts'
import { entryOf } from './together.ts'

test('tests stand under their own file, also of files that wait for the same module', (t) => {
  const testFile = (name: string) =>
    `import { test } from 'node:test'\nimport './shared.mjs'\ntest('of ${name}', () => {})\n`
  const folder = folderOf(t, {
    'shared.mjs': `import { setImmediate } from 'node:timers/promises'\nawait setImmediate()\n`,
    'one.mjs': testFile('one'),
    'two.mjs': testFile('two'),
  })
  const files = Object.fromEntries(['one', 'two'].map((name) => [name, join(folder, `${name}.mjs`)]))
  writeFileSync(join(folder, 'entry.mjs'), entryOf(files))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const said = execFileSync(process.execPath, ['--test-reporter=tap', join(folder, 'entry.mjs')], { env }).toString()
  assert.deepEqual(said.match(/^ *ok .*/gm), ['    ok 1 - of one', 'ok 1 - one', '    ok 1 - of two', 'ok 2 - two'])
})
