// The files of deploy/ say nothing that is not there: metrics exist, and systemd, Prometheus and Caddy accept what is theirs. An
// image gets the program and nothing else.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { build } from './build.ts'
import { folderOf } from './folder.ts'

const NAMES = /\bgalley_[a-z_]+/g
/** A histogram is written as one name and asked for as three. */
const PARTS = /_(?:bucket|sum|count)$/

test('every metric of the alerts and the dashboard exists', async (t) => {
  const { app, db } = await build(t)
  const run = { name: 'lost-jobs', last_run_at: 1, duration_ms: 1, failed: 0 as const }
  await db.inTransaction((tx) => tx.insertInto('schedules').values(run).execute())
  await app.inject({ url: '/healthz' })
  const shown = new Set((await app.inject({ url: '/metrics' })).body.match(/(?<=^# TYPE )\S+/gm))
  for (const file of ['deploy/alerts.yaml', 'deploy/dashboard.json']) {
    const asked = new Set(
      readFileSync(file, 'utf8')
        .match(NAMES)!
        .map((name) => name.replace(PARTS, '')),
    )
    assert.ok(asked.size > 5)
    assert.deepEqual(
      [...asked].filter((name) => !shown.has(name)),
      [],
      file,
    )
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test('promtool has nothing to say about the metrics', { skip: !hasPromtool && 'no promtool' }, async (t) => {
  const { app } = await build(t)
  await app.inject({ url: '/healthz' })
  const input = (await app.inject({ url: '/metrics' })).body
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  assert.deepEqual({ status, said: stdout + stderr }, { status: 0, said: '' })
})

const ACCEPTING: Record<string, string[]> = {
  promtool: ['check', 'rules', 'deploy/alerts.yaml'],
  caddy: ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
}

for (const [program, words] of Object.entries(ACCEPTING))
  test(`${program} accepts ${words.at(-1)}`, {
    skip: spawnSync(program, ['--version']).error !== undefined && `no ${program}`,
  }, () => {
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts the unit, and finds little exposed', { skip: !hasSystemd && 'no systemd' }, () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/galley.service'], { encoding: 'utf8' })
  // The program is not installed here.
  const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))
  assert.deepEqual(complaints, [])
  const rated = spawnSync('systemd-analyze', ['security', '--offline=yes', 'deploy/galley.service'], {
    encoding: 'utf8',
  })
  const exposure = Number(/exposure level for galley\.service: ([\d.]+)/.exec(rated.stdout)?.[1])
  assert.ok(exposure < 2, rated.stdout)
})

/** What people, npm and the service itself leave in a checkout, and no image may contain. */
const LEFT = [
  ...['.env', '.git/config', 'backups/galley.backup', 'data/backups/scheduled-2026-01-01.backup', 'data/galley.db'],
  ...['data/galley.db-wal', 'data/logs/worker-1-1.log', 'data/outbox.log', 'galley.cookies', 'galley-1.0.0.tgz'],
  ...['node_modules/pg/package.json', 'panel/.env.local', 'panel/dist/index.html'],
  ...['panel/node_modules/vite/package.json', 'site-data/galley.db'],
]

/** isInImage reads the list as Docker does: the last pattern that matches a path or a folder above it decides. */
function isInImage(file: string): boolean {
  const patterns = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isMatched = (pattern: string) => {
    const [any, part] = ['(?:.*/)?', '[^/]*']
    const source = RegExp.escape(pattern).replaceAll('\\*\\*\\/', any).replaceAll('\\*', part)
    return new RegExp(`^${source}(?:/|$)`).test(file)
  }
  return (patterns.filter((pattern) => isMatched(pattern.replace(/^!/, ''))).at(-1) ?? '!').startsWith('!')
}

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

test('an image gets the program, and nothing of a data folder', (t) => {
  assert.deepEqual(LEFT.filter(isInImage), [])
  const files = readdirSync('.')
    .filter((name) => !['.git', 'node_modules'].includes(name))
    .flatMap((name) => [name, ...(statSync(name).isDirectory() ? below(name) : [])])
    .filter((file) => statSync(file).isFile() && isInImage(file))
  // The Containerfile starts with prepare.cjs, which builds with the sources of panel and diagram frame.
  for (const needed of ['scripts/prepare.cjs', 'package-lock.json', 'panel/vite.config.ts', 'diagram/index.html'])
    assert.ok(files.includes(needed), needed)
  assert.deepEqual(
    files.filter((file) => /^(bench|test)\/|\.test\.tsx?$/.test(file)),
    [],
  )
  const image = folderOf(t)
  for (const file of files) cpSync(file, join(image, file))
  symlinkSync(resolve('node_modules'), join(image, 'node_modules'))
  const { stdout, stderr } = spawnSync(process.execPath, [join(image, 'bin/galley.cjs'), '--version'], {
    encoding: 'utf8',
  })
  assert.match(stdout, /^\d+\.\d+/, stderr)
})
