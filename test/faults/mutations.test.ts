// Every promise in docs/faults.md has a break that its experiment must catch, and every break can still be made.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pluck } from '../pluck.ts'
import { MUTATIONS } from './mutations.ts'

const root = join(import.meta.dirname, '../..')

test('each text that a mutation replaces stands exactly once in its file', () => {
  const counts = MUTATIONS.map(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length - 1)
  assert.deepEqual(
    pluck(
      MUTATIONS.filter((_, index) => counts[index] !== 1),
      'experiment',
    ),
    [],
  )
})

test('every experiment has a mutation', () => {
  const promised = readFileSync(join(root, 'docs/faults.md'), 'utf8').matchAll(/^\| `([a-z-]+\.ts)/gm)
  const broken = new Set(MUTATIONS.map(({ experiment }) => experiment.split(' ')[0]))
  assert.deepEqual(
    [...promised].flatMap(([, name]) => (broken.has(name!) ? [] : [name])),
    [],
  )
})
