// What is exported is used: a constant, function or class that no other file takes from its own loses its `export`.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'

const HELD = ['src', 'packages', 'reader', 'panel/src']
/** A thread finds these by name. */
const BY_NAME = ['src/features/documents/writing/prepare-thread.ts: prepareText']

const FILES = globSync('{src,packages,reader,panel/src,panel/scripts,test,bench,scripts}/**/*.{ts,tsx}')
  .concat('panel/vite.config.ts')
  .map((file) => {
    const text = readFileSync(file, 'utf8')
    const taken = new Set([...text.matchAll(/[/#]([\w.-]+)'/g)].map((match) => match[1]!))
    return { file, text, taken, words: new Set(text.match(/\w+/g)) }
  })

const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?(?:const|class|function\*?) (\w+)/gm)].map((match) => match[1]!)

/** isTaken looks for another file that names both: an import on demand says what it takes in a text. */
const isTaken = (from: string, name: string) =>
  FILES.some(({ file, taken, words }) => file !== from && taken.has(basename(from)) && words.has(name))

test('every exported value is taken by another file', () => {
  const idle = FILES.filter(({ file }) => HELD.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap(({ file, text }) => exportsOf(text).map((name) => ({ file, name })))
    .filter(({ file, name }) => !isTaken(file, name))
    .map(({ file, name }) => `${file}: ${name}`)
  assert.deepEqual(idle, BY_NAME)
})
