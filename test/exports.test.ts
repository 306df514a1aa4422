// The name of an exported type means one thing in the whole tree: no two files export a type, interface or class of one name.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const FILES = globSync('{src,packages,reader,panel/src,test,bench,scripts}/**/*.{ts,tsx}')
  .concat('panel/vite.config.ts')
  .map((file) => {
    return { file, text: readFileSync(file, 'utf8') }
  })

/** Types of the API as client and panel see them, read off the OpenAPI document: a name of the service's means the same here. */
const READ_OFF = ['packages/client/schema.ts', 'packages/client/open.ts', 'panel/src/api/types.ts']

const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:type|interface|class) ([A-Z]\w*)(?=[ <])/gm

test('no two files export a type of one name', () => {
  const declarations = FILES.filter(({ file }) => !READ_OFF.includes(file)).flatMap(({ file, text }) =>
    [...text.matchAll(EXPORTED_TYPE)].map((match) => ({ name: match[1]!, file })),
  )
  const twice = [...Map.groupBy(declarations, ({ name }) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
  assert.deepEqual(twice, [])
})

test('Props is never exported', () => {
  const exported = FILES.filter(({ text }) => /^export (?:type|interface) Props\b/m.test(text)).map(({ file }) => file)
  assert.deepEqual(exported, [])
})
