// galley user, as an administrator at the machine runs it: real processes, a password from standard input, exit codes.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'

it('galley user makes the first administrator, keeps the last one, and never takes a password from its arguments', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-user-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const galley = (args: string[], input = '') => {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GALLEY_DATA: folder,
      GALLEY_LOG_LEVEL: 'silent',
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], {
      env,
      input,
      encoding: 'utf8',
    })
    return { status, said: (stdout + stderr).trim() }
  }

  const nowhere = galley(['user', 'list'])
  assert.equal(nowhere.status, 1)
  assert.ok(nowhere.said.startsWith(`galley: There is no database in ${folder};`), nowhere.said)
  assert.equal(galley(['user', 'role', 'ann', 'king']).status, 2)
  assert.match(galley(['user', 'add', 'ann']).said, /^galley: email: /, 'before a password is asked for')
  assert.deepEqual(readdirSync(folder), [])

  assert.deepEqual(galley(['user', 'add', 'ann@example.com'], 'short\n'), {
    status: 1,
    said: 'galley: password: String should have at least 8 characters',
  })
  assert.deepEqual(galley(['user', 'add', 'Ann@example.com', '--username', 'ann'], 'a fine long password\n'), {
    status: 0,
    said: 'ann@example.com is user 1 with the role admin',
  })
  assert.deepEqual(galley(['user', 'role', 'ann', 'reader']), {
    status: 1,
    said: 'galley: User 1 is the last admin; make someone else an admin first',
  })
  assert.equal(galley(['user', 'password', 'ann', 'in-the-arguments']).status, 2)
  assert.equal(galley(['user', 'password', 'ann'], 'another long password\n').status, 0)
  const [listed] = JSON.parse(galley(['user', 'list', 'ann', '--json']).said)
  assert.partialDeepStrictEqual(listed, { email: 'ann@example.com', role: 'admin', disabled: false })
})
