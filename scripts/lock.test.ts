// What the lock must say so that `npm ci` by hand compiles nothing.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

test('a package that brings its binaries says so in the lock, or npm would compile it', () => {
  const { packages } = read('package-lock.json')
  const folders = globSync('node_modules/{*,@*/*}/binding.gyp').map(dirname)
  const ready = folders.filter((folder) => read(`${folder}/package.json`).gypfile === false)
  assert.ok(ready.length > 0)
  for (const folder of ready)
    assert.equal(packages[folder].gypfile, false, `npm took "gypfile": false out of ${folder} in the lock; put it back`)
})
