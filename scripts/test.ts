// Runs the tests: starts a PostgreSQL of its own (or takes TEST_DATABASE_URL), prepares a template database of each engine,
// chooses the browser, runs node's test runner over all test files or those named, several in a process, and ends with a
// line `N passed, N failed`.
// What all test processes need is made ready here, once: they run beside each other and would race for it.

import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import { MINUTE } from '../src/time.ts'
import { prepareBrowser } from '../test/browser/chromium.ts'
import { startPostgres } from '../test/postgres.ts'
import { entryOf } from '../test/together.ts'
import { Reporter } from './reporter.ts'

const PATTERNS = [
  'src/**/*.test.ts',
  'packages/**/*.test.ts',
  'reader/**/*.test.ts',
  'test/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
  'panel/src/**/*.test.ts',
]
/** More than the databases of one run and the log of their PostgreSQL take. */
const ROOM_IN_MEMORY = 4 * 1024 ** 3
const HELP = `npm test                      everything, on SQLite and on a PostgreSQL that the tests bring along
npm test -- quick             on SQLite, without a browser and without what takes long
npm run tests -- <files>      these files
ENGINES=sqlite npm test       one engine
`
/**
 * What takes longest begins first, so that no core idles at the end, and `quick` leaves it out: files that start browsers or
 * services of their own, and those that ask for seconds of CPU.
 */
const LONGEST = [
  'test/browser/',
  'slow-markdown',
  'src/commands/',
  'src/engine/supervisor/',
  'documents/access/',
  'behind-histories',
  'races.test',
  'test/regexes',
  'features/live/',
  'test/http/openapi',
  'test/http/limits',
  'test/http/proxies',
  'test/http/wire',
  'mcp/access',
  'drafting/growth',
  'drafting/ledger',
  'drafting/sets',
  'convert/hostile',
  'engine/sandbox',
  'exchange/sample',
  'too-costly',
  'saved/saved.test',
  'presets.test',
  'import/import.test',
  'imports/undo',
  'uploads.test',
  'test/faults/',
  'test/upgrade/',
  'test/freshness',
  'scripts/',
  'src/worker/',
  'markdown/markdown.test',
  'audit-sink',
  'filing/addresses',
  'evidence/ways-out',
  'test/deploy',
  'test/programs',
  'test/production',
  'test/readme',
]
const rankOf = (file: string) => LONGEST.findIndex((part) => file.replaceAll('\\', '/').includes(part)) >>> 0
/** Among those of a rank the larger files, which hold more tests. */
const sizeOf = (file: string) => statSync(file).size
const given = process.argv.slice(2)
if (given.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const isQuick = given[0] === 'quick'
if (isQuick) process.env.ENGINES = 'sqlite'
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',')
const named = isQuick ? [] : given
const unknown = named.filter((name) => globSync(name).length === 0)
if (unknown.length > 0) {
  process.stderr.write(`There is no test file ${unknown.join(', ')}\n`)
  process.exit(1)
}
const files = (named.length > 0 ? named : PATTERNS)
  .flatMap((pattern) => globSync(pattern).sort())
  .filter((file) => !isQuick || rankOf(file) >= LONGEST.length)
  .sort((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one))

const isBrowserTest = (file: string) => rankOf(file) === 0
const browser = files.some(isBrowserTest) ? await prepareBrowser() : undefined
if (browser) {
  process.env.GALLEY_TEST_BROWSER = 'path' in browser ? browser.path : ''
  if ('missing' in browser) process.env.GALLEY_TEST_NO_BROWSER = browser.missing
}

const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'galley-tests-'))
// Open to the account that a PostgreSQL of root's runs as.
chmodSync(temporary, 0o711)
process.env.TMPDIR = temporary

/** memoryFolder: databases that live for one test need no disk. In memory the tests of four files took a sixth less CPU. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_IN_MEMORY ? folder : undefined
}

const server = engines.includes('postgres') ? await startPostgres(process.env.TEST_DATABASE_URL) : undefined
if (server) await migrateTemplate({ DATABASE_URL: server.url })
await migrateTemplate({ GALLEY_DATA: temporary })

async function migrateTemplate(env: Record<string, string>): Promise<void> {
  const db = await openDb(readConfig(env))
  await migrate(db)
  await db.close()
}

// Compiled code is kept, as bin/galley.cjs keeps it: a third less CPU for every process that loads the app.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/galley')
process.env.TEST_SQLITE_TEMPLATE = join(temporary, 'galley.db')
if (server) process.env.TEST_DATABASE_URL = server.url

/** Three processes at once keep two cores busy. Each that is not started saves 2 s of CPU; more files each would be shown later. */
const [AT_ONCE, FILES_EACH] = [3, 16]
/** Browser test files that are run a second time when they fail; more than these have a reason in common. */
const MOST_AGAIN = 3

/** The files of a process: browser tests keep to themselves, because they share a Chromium. */
const dealt = [
  ...deal(files.filter(isBrowserTest), AT_ONCE),
  ...deal(
    files.filter((file) => !isBrowserTest(file)),
    Math.max(AT_ONCE, files.length / FILES_EACH),
  ),
]

/** deal gives files out as cards are dealt: those that take longest, which come first, to different processes. */
function deal(files: readonly string[], processes: number): string[][] {
  const dealt = Map.groupBy(files.entries(), ([place]) => place % Math.ceil(processes))
  return [...dealt.values()].map((some) => some.map(([, file]) => file))
}

/** writeEntry writes the file that a process starts with. */
function writeEntry(files: readonly string[]): string {
  const path = join(mkdtempSync(join(temporary, 'tests-')), 'tests.mjs')
  writeFileSync(path, entryOf(Object.fromEntries(files.map((file) => [file, resolve(file)]))))
  return path
}

const stop = new AbortController()
process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())
const reporter = new Reporter()

async function runTests(dealt: string[][]): Promise<void> {
  const tests = run({
    files: dealt.map(writeEntry),
    concurrency: AT_ONCE,
    // Of a single test that hangs; `timeout` would be that of the whole run. On a machine with ten times the load that it
    // has cores for, the longest took more than a minute.
    execArgv: [`--test-timeout=${3 * MINUTE}`],
    signal: stop.signal,
  })
  await pipeline(tests.compose(reporter.lines.bind(reporter)), process.stdout, { end: false })
}

await runTests(dealt)
// On a machine that is short of CPU a browser may draw later than a test waits. A fault of ours fails twice. What needed
// its second run is printed, because a test like that wants mending.
const again = reporter.failedFiles().filter(isBrowserTest)
if (again.length > 0 && again.length <= MOST_AGAIN && !stop.signal.aborted) {
  reporter.forget(again)
  await runTests([again])
}
for (const line of reporter.summary()) process.stdout.write(line)
await server?.stop()
rmSync(temporary, { recursive: true, force: true })
process.exit(reporter.failedFiles().length > 0 || stop.signal.aborted ? 1 : 0)
