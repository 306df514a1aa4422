// Runs the tests: starts a PostgreSQL of its own (or takes TEST_DATABASE_URL), prepares a template database of each engine,
// chooses the browser, runs node's test runner over all test files or those named, and ends with a line `N passed, N failed`.
// What all test processes need is made ready here, once: they run beside each other and would race for it.

import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import { prepareBrowser } from '../test/browser/chromium.ts'
import { startPostgres } from '../test/postgres.ts'

const PATTERNS = [
  'src/**/*.test.ts',
  'packages/**/*.test.ts',
  'reader/**/*.test.ts',
  'test/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
  'panel/src/**/*.test.ts',
]
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',')
const files =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : PATTERNS.flatMap((pattern) => globSync(pattern)).sort()

const isBrowserTest = (file: string) => file.replaceAll('\\', '/').includes('test/browser/')
const browser = files.some(isBrowserTest) ? await prepareBrowser() : undefined
if (browser) {
  process.env.GALLEY_TEST_BROWSER = 'path' in browser ? browser.path : ''
  if ('missing' in browser) process.env.GALLEY_TEST_NO_BROWSER = browser.missing
}

const server = engines.includes('postgres') ? await startPostgres(process.env.TEST_DATABASE_URL) : undefined
if (server) await migrateTemplate({ DATABASE_URL: server.url })
const folder = mkdtempSync(join(tmpdir(), 'galley-template-'))
await migrateTemplate({ GALLEY_DATA: folder })

async function migrateTemplate(env: Record<string, string>): Promise<void> {
  const db = await openDb(readConfig(env))
  await migrate(db)
  await db.close()
}

const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-concurrency=3',
    '--test-timeout=60000',
    '--test-reporter=./scripts/reporter.ts',
    '--test-reporter-destination=stdout',
    ...files,
  ],
  {
    stdio: 'inherit',
    env: {
      // Compiled code is kept, as bin/galley.cjs keeps it: a third less CPU for every process that loads the app.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/galley'),
      ...process.env,
      TEST_SQLITE_TEMPLATE: join(folder, 'galley.db'),
      ...(server && { TEST_DATABASE_URL: server.url }),
    },
  },
)
const stop = () => child.kill('SIGTERM')
process.on('SIGINT', stop).on('SIGTERM', stop)
const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
await server?.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code)
