// The files of deploy/ say nothing that is not there: metrics exist, and systemd, Prometheus and Caddy accept what is theirs.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { build } from './build.ts'

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
