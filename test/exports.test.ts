// What is exported is used: a constant, function, class or type that no other file takes from its own loses its `export`.
// And the name of an exported type means one thing in the whole tree: no two files export a type, interface or class of one name.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

/** `packages/client` is left out: programs outside this tree use it. */
const HELD = ['src', 'packages/blocks', 'packages/look', 'packages/words', 'reader', 'panel/src']

const FILES = globSync('{src,packages,reader,panel/src,test,bench,scripts}/**/*.{ts,tsx}')
  .concat('panel/vite.config.ts')
  .map((file) => {
    const text = readFileSync(file, 'utf8')
    const taken = new Set([...text.matchAll(/[/#]([\w.-]+)'/g)].map((match) => match[1]!))
    return { file, text, taken, words: new Set(text.match(/\w+/g)) }
  })

const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:const|class|function\*?|type|interface) (\w+)/gm)].map((match) => match[1]!)

/** importedAs: the types of a script are beside it, and taken under its name. */
const importedAs = (file: string) => basename(file).replace(/\.d\.ts$/, '.js')

/** isTaken looks for another file that names both: an import on demand says what it takes in a text. */
const isTaken = (from: string, name: string) =>
  FILES.some(({ file, taken, words }) => file !== from && taken.has(importedAs(from)) && words.has(name))

test('every export is taken by another file', () => {
  const idle = FILES.filter(({ file }) => HELD.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap(({ file, text }) => exportsOf(text).map((name) => ({ file, name })))
    .filter(({ file, name }) => !isTaken(file, name))
    .map(({ file, name }) => `${file}: ${name}`)
  assert.deepEqual(idle, [])
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
