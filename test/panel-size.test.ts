// The script that a page of the panel needs when it is the first one opened, compressed as it is sent. What comes later,
// because someone opens a dialog or the editor follows the page, is not among it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../panel/dist')
const MOST = 220_000

const read = (address: string) => readFileSync(join(DIST, address.replace('/panel/', '')))
const frame = [
  ...read('index.html')
    .toString()
    .matchAll(/"(\/panel\/assets\/[^"]+\.js)"/g),
].map(([, address]) => address!)
const start = frame.find((address) => address.includes('/start-'))!
const [, listed] = /const PRELOADS = (\[.*\])$/m.exec(read(start).toString())!
const pages: { path: string; files: string[] }[] = JSON.parse(listed!)

describe('first load of the panel', () => {
  for (const { path, files } of pages) {
    test(`${path} needs at most ${MOST / 1000} kB of script`, () => {
      const scripts = [...frame, ...files.filter((file) => file.endsWith('.js'))]
      const bytes = scripts.reduce((sum, address) => sum + gzipSync(read(address), { level: 9 }).length, 0)
      assert.ok(bytes <= MOST, `${path} needs ${bytes} bytes`)
    })
  }
})
