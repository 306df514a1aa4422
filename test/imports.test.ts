// The rules of ARCHITECTURE.md that are about folders, and about words of a file. Those about imports are in .dependency-cruiser.cjs
// (`npm run lint`); here each of them is broken once.

import assert from 'node:assert/strict'
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser'
import { folderOf } from './folder.ts'

const RULES: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions } = createRequire(import.meta.url)(
  '../.dependency-cruiser.cjs',
)

/** An import is `written` as it is in the file, and leads `to` a file of the project or a package. */
type Import = { from: string; written: string; to: string; typeOnly: boolean; whenNeeded: boolean }

const FILES = ['src', 'packages', 'reader', 'panel/src', 'test', 'bench', 'scripts'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`),
)

const IMPORTS: Import[] = FILES.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const found = [
    ...text.matchAll(
      /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(['"`]([^'"`]+)['"`]\)/gm,
    ),
  ]
  return found.map((match) => {
    const written = match[2] ?? match[3] ?? match[4]!
    const [typeOnly, whenNeeded] = [match[1] !== undefined, match[4] !== undefined]
    return { from: file, written, to: resolved(file, written), typeOnly, whenNeeded }
  })
})

function resolved(file: string, target: string): string {
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  if (/^galley-\w+\//.test(target)) return target.replace('galley-', 'packages/')
  return target.startsWith('.') ? normalize(join(dirname(file), target)) : target
}

const isTest = (file: string) => file.endsWith('.test.ts') || file.startsWith('test/') || file.startsWith('bench/')
/** The worker is held to the rules of a feature: it, too, has stores, and whatever else it has is its service. */
const featureOf = (file: string) =>
  file.startsWith('src/worker/') ? 'worker' : /^src\/features\/([^/]+)\//.exec(file)?.[1]
/** A feature's files are routes, schemas and stores; whatever else it has is its service. */
const roleOf = (file: string) =>
  /\/(?:[a-z-]*-)?(routes|schemas|store)\.ts$/.exec(file)?.[1] ?? (featureOf(file) ? 'service' : undefined)

/** partOf is the part of the project that a file belongs to: a feature, or a folder of src. */
const partOf = (file: string) => /^(?:src\/features\/[^/]+|src\/[^/]+(?=\/)|[^/]+)/.exec(file)![0]

test('inside a part imports are relative, from one part to another they begin with #', () => {
  const wrong = IMPORTS.filter(({ from, written, to }) => {
    const isOurs = to.startsWith('src/') && (from.startsWith('src/') || from.startsWith('reader/'))
    // The files in src itself compose all parts.
    return isOurs && written.startsWith('#') !== (partOf(from) !== partOf(to) && partOf(from) !== 'src')
  })
  assert.deepEqual(
    wrong.map(({ from, written }) => `${from} imports ${written}`),
    [],
  )
})

/** What a process that mostly waits does without: the validator takes 15 MB, what drafts and publishes 20 to 30. */
const NOT_FOR_WAITING =
  /^typebox|schemas\.ts$|^src\/drafting\/|\/prepare\/|\/outgoing\.ts$|\/migrate\.ts$|^m(?:icromark|dast)-|^parse5/

test('workers and the scheduler load what they work with only when there is work', () => {
  const loaded = new Set(['src/commands/worker.ts', 'src/commands/beat.ts'])
  // A set goes on to what is added while it is walked.
  for (const file of loaded)
    for (const { from, to, typeOnly, whenNeeded } of IMPORTS)
      if (from === file && !typeOnly && !whenNeeded) loaded.add(to)
  assert.deepEqual(
    [...loaded].filter((file) => NOT_FOR_WAITING.test(file)),
    [],
  )
})

/**
 * What lies in a folder, files and folders alike, has an order in which each imports only what comes after it: so a folder is
 * read, tested and moved alone, from the top down. Types count: whoever follows an import to learn what a word means should not
 * come back to where they began. `reader/` stands for a folder of `src/`, whose app.ts serves it.
 */
test('no circle among the files and folders of a folder', () => {
  const files = new Set(FILES.filter((file) => !file.endsWith('.test.ts')))
  const next = new Map<string, Set<string>>()
  for (const { from, to } of IMPORTS) {
    if (!files.has(from) || !files.has(to)) continue
    const [here, there] = siblings(from, to)
    next.set(here, (next.get(here) ?? new Set()).add(there))
  }
  assert.deepEqual(circlesIn(next), [])
})

/** siblings are the two entries, of the folder that holds both files, through which one imports the other. */
function siblings(from: string, to: string): [string, string] {
  const [here, there] = [from, to].map((file) => file.replace(/^reader\//, 'src/reader/').split('/')) as [
    string[],
    string[],
  ]
  const depth = here.findIndex((part, index) => part !== there[index])
  return [here.slice(0, depth + 1).join('/'), there.slice(0, depth + 1).join('/')]
}

/** circlesIn names the members of each circle, by Tarjan's algorithm: those that reach each other. */
function circlesIn(next: Map<string, Iterable<string>>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (one: string): number => {
    order.set(one, order.size)
    lowest.set(one, order.get(one)!)
    open.push(one)
    for (const to of next.get(one) ?? []) {
      const reached = order.has(to) ? (open.includes(to) ? order.get(to)! : Number.POSITIVE_INFINITY) : visit(to)
      lowest.set(one, Math.min(lowest.get(one)!, reached))
    }
    if (lowest.get(one) === order.get(one)) {
      const circle = open.splice(open.indexOf(one))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest.get(one)!
  }
  for (const one of next.keys()) if (!order.has(one)) visit(one)
  return circles
}

describe('imports that never exist', () => {
  /** For each rule of .dependency-cruiser.cjs a file, and a line of it that the rule forbids. */
  const FORBIDDEN: Record<string, [file: string, line: string]> = {
    'no-http-inside': ['src/features/ask/rank.ts', "import type { App } from '#http/kernel.ts'"],
    'no-kysely-or-store-in-routes': ['src/features/ask/more-routes.ts', "import { ask } from './store.ts'"],
    'no-engine-value-in-routes': ['src/features/ask/db-routes.ts', "import { db } from '#engine/db.ts'"],
    'no-driver-outside-engine': ['src/open.ts', "import pg from 'pg'"],
    'no-store-of-another-feature': ['src/features/owners/a.ts', "import type { ask } from '#features/ask/store.ts'"],
    'no-store-outside-features': ['src/waiting.ts', "import { ask } from './features/ask/store.ts'"],
    'no-service-against-the-order-brand': ['src/features/brand/a.ts', "import { a } from '#features/ask/a.ts'"],
    'no-worker-in-features-or-http': ['src/http/a.ts', "import { run } from '#worker/run.ts'"],
    'no-feature-below-features': ['src/engine/a.ts', "export type { a } from '#features/ask/a.ts'"],
    'no-database-in-convert': ['src/convert/a.ts', "import { sql } from 'kysely'"],
    'no-engine-value-in-convert': ['src/convert/b.ts', "import { db } from '#engine/db.ts'"],
    'packages-stand-alone': ['packages/look/a.ts', "import { readFileSync } from 'node:fs'"],
    'client-stands-on-the-block-model': ['packages/client/a.ts', "import { a } from '../look/look.ts'"],
    'client-is-for-programs': ['reader/a.ts', "import { send } from '../packages/client/client.ts'"],
    'packages-are-for-service-reader-panel': ['diagram/a.ts', "import { a } from '../packages/look/look.ts'"],
    'no-service-in-the-panel': ['panel/src/a.tsx', "import type { a } from '../../src/features/ask/a.ts'"],
    'no-panel-outside-the-panel': ['src/a.ts', "const page = await import('../panel/src/page.tsx')"],
    'reader-and-mcp-see-services': ['src/mcp/a.ts', "import { ask } from '#features/ask/store.ts'"],
    'reader-and-mcp-see-no-engine': ['reader/b.ts', "import { db } from '../src/engine/db.ts'"],
    'no-test-in-the-product': ['src/b.ts', "import { test } from 'node:test'"],
  }
  const PRESENT = [
    ...['src/http/kernel.ts', 'src/features/ask/store.ts', 'src/features/ask/a.ts', 'src/engine/db.ts'],
    ...['src/worker/run.ts', 'packages/look/look.ts', 'packages/client/client.ts', 'panel/src/page.tsx'],
    ...['node_modules/pg/index.js', 'node_modules/kysely/index.js'],
  ]

  test('are found, type imports and #imports included', async (t) => {
    const files = Object.fromEntries(PRESENT.map((file) => [file, 'export {}\n']))
    for (const [file, line] of Object.values(FORBIDDEN)) files[file] = `${line}\n`
    const baseDir = realpathSync(folderOf(t, { 'package.json': '{"imports":{"#*":"./src/*"}}', ...files }))
    const { enhancedResolveOptions, ...options } = RULES.options
    const { output } = await cruise(
      ['src', 'packages', 'panel', 'reader', 'diagram'],
      { ...options, ruleSet: { forbidden: RULES.forbidden }, validate: true, baseDir },
      enhancedResolveOptions,
    )
    assert.ok(typeof output === 'object')
    const found = new Set(output.summary.violations.map(({ rule, from }) => `${from}: ${rule.name}`))
    const missed = Object.entries(FORBIDDEN).filter(([rule, [file]]) => !found.has(`${file}: ${rule}`))
    assert.deepEqual(missed, [])
    const untried = RULES.forbidden.filter(({ name = '' }) => !(name in FORBIDDEN) && !/^no-service-against/.test(name))
    assert.deepEqual(untried, [])
  })
})

describe('words that stand in one place', () => {
  const sources = FILES.filter((file) => /^(?:src|reader)\//.test(file) && !isTest(file)).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))

  test('process.env is read in config.ts alone', () => {
    assert.deepEqual(
      sources
        .filter(({ file, text }) => file !== 'src/config.ts' && text.includes('process.env'))
        .map(({ file }) => file),
      [],
    )
  })

  test('features and worker ask the database in their stores alone, http/ not at all', () => {
    const asks = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\.execute\(|\bdeleteListed\(/
    assert.deepEqual(
      sources
        .filter(({ file, text }) => (roleOf(file) === 'service' || file.startsWith('src/http/')) && asks.test(text))
        .map(({ file }) => file),
      [],
    )
  })

  test("an engine's name is compared inside engine/ alone", () => {
    const compared = /(dialect|engine)\.?(name)?\s*[=!]==\s*'(sqlite|postgres)'/
    assert.deepEqual(
      sources
        .filter(({ file, text }) => !file.startsWith('src/engine/') && compared.test(text))
        .map(({ file }) => file),
      [],
    )
  })

  test('the cookie of a token is named in http/gate/access.ts alone', () => {
    assert.deepEqual(
      sources.filter(({ text }) => text.includes("'auth_token'")).map(({ file }) => file),
      ['src/http/gate/access.ts'],
    )
  })

  test('no folder is called utils, helpers or common, and no file is a barrel', () => {
    assert.deepEqual(
      FILES.filter((file) => /\/(utils|helpers|common)\//.test(file) || /\/index\.ts$/.test(file)),
      [],
    )
  })

  test('every file opens with what it owns', () => {
    const silent = FILES.filter(
      (file) => !file.endsWith('schema.ts') && !/^(#!.*\n)?(\/\/|\/\*\*?)/.test(readFileSync(file, 'utf8')),
    )
    assert.deepEqual(silent, [])
  })
})
