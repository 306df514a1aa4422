// Where signing in may lead: to paths of this site, whatever is tried.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNext } from './next.ts'

const ORIGIN = 'https://docs.example.com'
const read = (next: string) => readNext(`?next=${encodeURIComponent(next)}`, ORIGIN)

test('a path of this site is taken with its query and its fragment', () => {
  for (const path of ['/', '/read/install', '/read/search?q=a%20b', '/read/%C3%BCber#top'])
    assert.equal(read(path), path)
})

test('what could lead elsewhere is no path', () => {
  for (const next of [
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/..//evil.example/',
    'javascript:alert(1)',
    'read/install',
    ' /read',
  ])
    assert.equal(read(next), undefined, JSON.stringify(next))
})
