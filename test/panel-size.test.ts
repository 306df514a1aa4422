// The script that a page of the panel needs when it is the first one opened, compressed as it is sent. What comes later,
// because someone opens a dialog or the editor follows the page, is not among it.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../panel/dist')
const MOST = 220_000
/** The editor follows its page, and people wait for it all the same. */
const MOST_WITH_EDITOR = 490_000

const APP = join(import.meta.dirname, '../panel/src/app/router.tsx')
const SETTINGS = join(import.meta.dirname, '../panel/src/settings/SettingsPage.tsx')
const BUILT = readdirSync(join(DIST, 'assets'))

/** importedBy names the files that one imports when they are needed: the pages of the panel, the sections of its settings. */
const importedBy = (file: string): string[] => [
  ...new Set([...readFileSync(file, 'utf8').matchAll(/import\('[^']*\/(\w+)\.tsx'\)/g)].map(([, name]) => name!)),
]
const builtOf = (name: string): string => BUILT.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))!
const read = (file: string): string => readFileSync(join(DIST, file), 'utf8')
const frame = [...read('index.html').matchAll(/"\/panel\/assets\/([^"]+\.js)"/g)].map(([, file]) => file!)

/** scriptsOf follows the imports of built files that load with them. */
function scriptsOf(names: string[]): Set<string> {
  const scripts = new Set([...frame, ...names.map(builtOf)])
  // A set goes on to what is added while it is walked.
  for (const script of scripts)
    for (const [, file] of read(`assets/${script}`).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+\.js)"/g))
      scripts.add(file!)
  return scripts
}

const PAGES = [
  ...importedBy(APP).map((page) => [page]),
  ...importedBy(SETTINGS).map((section) => ['SettingsPage', section]),
]

describe('first load of the panel', () => {
  test('all pages are found', () => assert.ok(PAGES.length > 15))

  const limits: [string[], number][] = [
    ...PAGES.map((names): [string[], number] => [names, MOST]),
    [['EditorPage', 'BlockEditor'], MOST_WITH_EDITOR],
  ]
  for (const [names, most] of limits) {
    test(`${names.join(', ')}: at most ${most / 1000} kB of script`, () => {
      const sizes = [...scriptsOf(names)].map((script) => gzipSync(read(`assets/${script}`), { level: 9 }).length)
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(bytes <= most, `${names.join(', ')} needs ${bytes} bytes`)
    })
  }
})
