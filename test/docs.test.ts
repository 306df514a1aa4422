// Checks the documentation against the code: settings, commands, folders, endpoints and links that they speak of must exist.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { settingsTable } from '../src/commands/config.ts'
import { describeConfig, readConfig } from '../src/config.ts'
import { MIGRATIONS } from '../src/engine/db/migrate.ts'
import { HEARTBEAT_MS } from '../src/engine/queue/queue.ts'
import { TIMING } from '../src/engine/supervisor/supervisor.ts'
import { PUBLIC_VIEW } from '../src/features/documents/review/public-view.ts'
import { WEBHOOK_KINDS } from '../src/features/webhooks/kinds.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../src/time.ts'
import { DRAIN_MS } from '../src/worker/run.ts'
import { schedulesOf } from '../src/worker/schedules.ts'
import { pluck } from './pluck.ts'

const PAPERS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')]
const read = (file: string) => readFileSync(file, 'utf8')

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
] as const
/** spell writes a time as the papers do, in its largest whole unit. */
const spell = (ms: number): string => {
  const [unit, name] = UNITS.find(([unit]) => ms % unit === 0)!
  return `${ms / unit} ${name}`
}

describe('the papers', () => {
  test('docs/settings.md holds the table of settings as the program prints it', () => {
    assert.ok(read('docs/settings.md').includes(settingsTable()), 'run: npm run --silent galley -- config --markdown')
  })

  test('docs/operating.md says how long a heartbeat and a drain are', () => {
    const text = read('docs/operating.md').replace(/\s+/g, ' ')
    assert.ok(text.includes(`no heartbeat (every ${HEARTBEAT_MS / SECOND} seconds)`))
    assert.ok(text.includes(`after ${DRAIN_MS / SECOND} seconds, is handed back to the queue`))
    assert.ok(text.includes(`What does not end within ${TIMING.drainMs / SECOND} seconds is killed`))
  })

  test('docs/operating.md lists every schedule and how often it runs', () => {
    const config = readConfig({ GALLEY_BACKUP_CRON: '0 3 * * *', GALLEY_AUDIT_SINK: 'http://127.0.0.1:1/' })
    // What a schedule does is asked of none here.
    const schedules = schedulesOf({ config } as Parameters<typeof schedulesOf>[0])
    const rows = [...read('docs/operating.md').matchAll(/^\| `([a-z-]+)` \| ([^|]+) \|/gm)]
    assert.deepEqual(
      new Map(rows.map(([, name, every]) => [name, every])),
      new Map(
        schedules.map(({ name, when }) => [name, typeof when === 'string' ? '`GALLEY_BACKUP_CRON`' : spell(when)]),
      ),
    )
  })

  test('every setting that a paper names exists', () => {
    const names = new Set(describeConfig({}).map((row) => row.name))
    for (const paper of PAPERS) {
      const named = [...read(paper).matchAll(/\bGALLEY_[A-Z][A-Z_]*[A-Z]\b(?!\*|_)/g)].map((match) => match[0])
      assert.deepEqual(
        // GALLEY_TEST_… are read by the tests' own scripts, never by the service.
        named.filter((name) => !names.has(name) && !name.startsWith('GALLEY_TEST_')),
        [],
        paper,
      )
    }
  })

  test('every command that a paper names exists', () => {
    const commands = new Set([...read('src/main.ts').matchAll(/\.command\('([a-z-]+)/g)].map((match) => match[1]!))
    for (const paper of PAPERS) {
      const named = [...read(paper).matchAll(/`(?:npx )?galley ([a-z][a-z-]*)/g)].map((match) => match[1]!)
      assert.deepEqual(
        named.filter((name) => !commands.has(name)),
        [],
        paper,
      )
    }
  })

  test('every option of a command that a paper names exists', () => {
    const declared = [...read('src/main.ts').matchAll(/(?:option|Option)\(\s*'(--[a-z-]+)/g)]
    const options = new Set(['--help', ...declared.map((match) => match[1]!)])
    for (const paper of PAPERS) {
      const commands = read(paper).match(/\bnpx galley [^`\n#]+/g) ?? []
      const named = commands.flatMap((command) => command.match(/(?<=\s)--[a-z-]+/g) ?? [])
      assert.deepEqual(
        named.filter((option) => !options.has(option)),
        [],
        paper,
      )
    }
  })

  test('every endpoint that a paper names exists', () => {
    const names = (text: string) => text.replaceAll(/\{[^}]*\}/g, '{}')
    // Its keys are the operations of the OpenAPI document, which a test of its own holds.
    const operations = new Set(names(read('packages/client/schema.ts')).match(/(?<=')[A-Z]+ \/[^']*(?=':)/g))
    assert.ok(operations.size > 100)
    for (const paper of PAPERS) {
      const named = names(read(paper)).match(/\b(?:GET|POST|PUT|PATCH|DELETE)\s+\/(?!read\b)[^\s`'"?[&),;]*/g) ?? []
      assert.deepEqual(
        named.map((name) => name.replace(/\s+/, ' ')).filter((name) => !operations.has(name)),
        [],
        paper,
      )
    }
  })

  test('a command is written as it can be typed after the way in README.md', () => {
    for (const paper of ['README.md', ...globSync('docs/*.md')])
      assert.deepEqual(read(paper).match(/^galley [a-z].*|`galley [a-z][^`]*`/gm), null, paper)
  })

  test('every relative link of a paper leads to a file', () => {
    for (const paper of PAPERS) {
      const prose = read(paper).replaceAll(/^```[\s\S]*?^```$/gm, '')
      const links = [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((match) => match[1]!)
      assert.deepEqual(
        links.filter((link) => !existsSync(join(dirname(paper), link))),
        [],
        paper,
      )
    }
  })

  test('every file that docs/security.md names as evidence exists', () => {
    const named = [...read('docs/security.md').matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:test\.)?ts)`/g)].map(
      ([, file]) => file!,
    )
    assert.ok(named.length > 15)
    assert.deepEqual(
      named.filter((file) => globSync([file, `src/**/${file}`]).length === 0),
      [],
    )
  })

  test('docs/SUMMARY.md lists every page of docs/, in the order of README.md', () => {
    const listed = [...read('docs/SUMMARY.md').matchAll(/\]\((\S+\.md)\)/g)].map((match) => `docs/${match[1]}`)
    const pages = globSync('docs/*.md').filter((page) => page !== 'docs/SUMMARY.md')
    assert.deepEqual(listed.toSorted(), pages.toSorted())
    const index = read('README.md').slice(read('README.md').indexOf('| start here |'))
    const order = listed.map((page) => index.indexOf(`](${page})`))
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
  })

  test('README.md leads to every page of docs/', () => {
    assert.deepEqual(
      globSync('docs/*.md').filter((page) => !read('README.md').includes(`](${page})`)),
      [],
    )
  })

  test('docs/review.md says of everything that visitors see beside the text how it waits', () => {
    const rows = Object.values(PUBLIC_VIEW).map(({ shows, waits }) => `| ${shows} | ${waits} |`)
    const table = ['| what visitors see | under review |', '|---|---|', ...rows].join('\n')
    assert.ok(read('docs/review.md').includes(`\n${table}\n`), table)
  })

  test('docs/webhooks.md lists every event', () => {
    assert.deepEqual(
      WEBHOOK_KINDS.filter((kind) => !read('docs/webhooks.md').includes(`\`${kind}\``)),
      [],
    )
  })

  test('docs/faults.md lists every experiment', () => {
    const experiments = globSync('test/faults/*.ts').filter((file) => read(file).startsWith('// Experiment: '))
    assert.deepEqual(
      experiments.filter((file) => !read('docs/faults.md').includes(`| \`${basename(file)}\` |`)),
      [],
    )
  })

  test('ARCHITECTURE.md names every folder of src/ and stays within 85 lines', () => {
    const text = read('ARCHITECTURE.md')
    assert.ok(text.split('\n').length <= 86)
    const folders = [...new Set(globSync('src/*/*').map((path) => path.split('/')[1]!))].filter(
      (name) => !name.includes('.'),
    )
    assert.deepEqual(
      folders.filter((folder) => !text.includes(`${folder}/`)),
      [],
    )
  })

  test('migrations are numbered without gaps and named after their files', () => {
    const files = globSync('src/engine/db/migrations/*.ts')
      .map((file) => /([^/]+)\.ts$/.exec(file)![1]!)
      .sort()
    assert.deepEqual(pluck(MIGRATIONS, 'name'), files)
    assert.deepEqual(
      files.map((name) => Number(name.slice(0, 4))),
      files.map((_, index) => index + 79),
    )
  })
})
