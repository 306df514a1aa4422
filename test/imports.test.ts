// The import rules of ARCHITECTURE.md, held by reading every import line of the project.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'

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

/** forbid fails with the lines that break a rule. */
function forbid(rule: string, breaks: (line: Import) => boolean): void {
  test(rule, () => {
    const broken = IMPORTS.filter((line) => !isTest(line.from) && breaks(line)).map(
      (line) => `${line.from} imports ${line.to}`,
    )
    assert.deepEqual(broken, [])
  })
}

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
  forbid('fastify or http/ in a service, store, engine or worker', ({ from, to }) => {
    const inner =
      ['service', 'store'].includes(roleOf(from) ?? '') ||
      from.startsWith('src/engine/') ||
      from.startsWith('src/blocks/')
    return inner && (to === 'fastify' || to.startsWith('@fastify/') || to.startsWith('src/http/'))
  })

  forbid("kysely, a store or an engine's value in routes", ({ from, to, typeOnly }) => {
    if (roleOf(from) !== 'routes') return false
    return to === 'kysely' || roleOf(to) === 'store' || (to.startsWith('src/engine/') && !typeOnly)
  })

  forbid(
    'a database driver outside engine/',
    ({ from, to }) => ['pg', 'better-sqlite3'].includes(to) && !from.startsWith('src/engine/'),
  )

  forbid(
    "one feature's store from another feature",
    ({ from, to }) => roleOf(to) === 'store' && featureOf(to) !== featureOf(from),
  )

  const ORDER = [
    ...['exchange', 'pipeline', 'ask', 'documents', 'comments', 'owners', 'evidence', 'inbox', 'categories'],
    ...['accounts', 'webhooks', 'brand'],
  ]
  forbid(
    'services against the order exchange → pipeline → ask → documents → comments → owners → evidence → inbox → categories → accounts → webhooks → brand',
    ({ from, to }) => {
      const [here, there] = [featureOf(from), featureOf(to)]
      if (!here || !there || here === there || !ORDER.includes(here) || !ORDER.includes(there)) return false
      return ORDER.indexOf(there) < ORDER.indexOf(here)
    },
  )

  forbid('the worker from a feature or http/', ({ from, to }) => {
    const isInside = from.startsWith('src/features/') || from.startsWith('src/http/')
    return isInside && to.startsWith('src/worker/')
  })

  forbid(
    'features or worker from engine/ or convert/',
    ({ from, to }) =>
      /^src\/(?:engine|convert)\//.test(from) && (to.startsWith('src/features/') || to.startsWith('src/worker/')),
  )

  forbid("a driver, a store or an engine's value in convert/", ({ from, to, typeOnly }) => {
    const isEngine = to.startsWith('src/engine/') && to !== 'src/engine/db/vocabulary.ts'
    return from.startsWith('src/convert/') && (to === 'kysely' || to === 'src/deps.ts' || (isEngine && !typeOnly))
  })

  forbid(
    'anything but its own files, node-diff3 and github-slugger from packages/: the browser loads them, too',
    (line) => {
      const [name] = /^packages\/\w+\//.exec(line.from) ?? ['packages/client/']
      const isShared = name !== 'packages/client/'
      return isShared && !['node-diff3', 'github-slugger'].includes(line.to) && !line.to.startsWith(name)
    },
  )

  forbid('anything but the block model, openapi-fetch and eventsource-parser from packages/client', ({ from, to }) => {
    const allowed = ['packages/client/', 'packages/blocks/', 'openapi-fetch', 'eventsource-parser']
    return from.startsWith('packages/client/') && !allowed.some((one) => to.startsWith(one))
  })

  forbid('the client from anything but the panel', ({ from, to }) => {
    return to.startsWith('packages/client/') && !['packages/client/', 'panel/src/'].some((one) => from.startsWith(one))
  })

  forbid('what is in packages/ from anything but service, reader, panel and scripts', ({ from, to }) => {
    if (!to.startsWith('packages/')) return false
    return !['src/', 'packages/', 'reader/', 'panel/src/', 'scripts/'].some((folder) => from.startsWith(folder))
  })

  forbid('panel and the rest see nothing of each other', ({ from, to }) => {
    if (from.startsWith('panel/')) return to.startsWith('src/') || to.startsWith('reader/')
    return to.startsWith('panel/')
  })

  forbid('reader and mcp see services, blocks, errors and http, never stores or engines', ({ from, to, typeOnly }) => {
    if (!from.startsWith('reader/') && !from.startsWith('src/mcp/')) return false
    return roleOf(to) === 'store' || (to.startsWith('src/engine/') && !typeOnly) || to === 'kysely'
  })

  forbid('test/, or what only tests need, from src/ or reader/', ({ from, to }) => {
    const isProduct = from.startsWith('src/') || from.startsWith('reader/')
    return isProduct && (to.startsWith('test/') || ['node:test', 'node:assert/strict', 'fast-check'].includes(to))
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
