// One type name means one thing in the whole tree: a type, interface or class is declared once, and shared by an import.
// Whoever searches for a name finds its only meaning.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Names that are meant to stand more than once. */
const CONVENTIONS = [
  // What a React component takes: never exported, and right above its component.
  'Props',
  // micromark's list of tokens, which each of our extensions adds its own to.
  'TokenTypeMap',
]
/** Types of the API as the panel sees them, read off the OpenAPI document: a name of the service's means the same here. */
const READ_OFF = ['panel/src/api/schema.ts', 'panel/src/api/types.ts', 'panel/src/api/open.ts']

const DECLARED = /^ *(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)(?=[ <])/gm

const declarations = globSync('{src,packages,reader,panel/src,panel/scripts,test,bench,scripts}/**/*.{ts,tsx}')
  .filter((file) => !READ_OFF.includes(file))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(DECLARED)].map((match) => ({ name: match[1]!, file })))

test('a type name is declared once', () => {
  const twice = [...Map.groupBy(declarations, ({ name }) => name)]
    .filter(([name, found]) => found.length > 1 && !CONVENTIONS.includes(name))
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
  assert.deepEqual(twice, [])
})

test('Props is never exported', () => {
  const exported = globSync('panel/src/**/*.tsx').filter((file) =>
    /^export (?:type|interface) Props\b/m.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(exported, [])
})
