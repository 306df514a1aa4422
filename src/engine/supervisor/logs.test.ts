// The end of a log: read without reading the log, across files set aside, and only from the log folder.

import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findLogFile, RotatingLog, readLogEnd, removeLog } from './logs.ts'

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-log-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at} — ünïcödé 漢字`)

test('the last lines come in their order, whatever pieces they were read in', (t) => {
  const folder = folderOf(t)
  const lines = numbered(1, 20_000)
  writeFileSync(join(folder, 'a.log'), `${lines.join('\n')}\n`)
  for (const count of [1, 2, 199, 5000, 19_999, 20_000]) {
    assert.deepEqual(readLogEnd(folder, 'a.log', { lines: count, bytes: 1e9 }).lines, lines.slice(-count))
  }
  const all = readLogEnd(folder, 'a.log', { lines: 30_000, bytes: 1e9 })
  assert.deepEqual(all.lines, lines)
  assert.equal(all.truncated, false)
})

test('a limit of bytes cuts at a line, and says so', (t) => {
  const folder = folderOf(t)
  const lines = numbered(1, 1000)
  writeFileSync(join(folder, 'a.log'), `${lines.join('\n')}\n`)
  const end = readLogEnd(folder, 'a.log', { lines: 1e9, bytes: 1000 })
  assert.equal(end.truncated, true)
  assert.deepEqual(end.lines, lines.slice(-end.lines.length))
  assert.ok(end.lines.length > 10)
})

test('an unfinished last line, an empty log and no log are no obstacle', (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'a.log'), 'one\r\ntwo')
  writeFileSync(join(folder, 'empty.log'), '')
  assert.deepEqual(readLogEnd(folder, 'a.log', { lines: 5, bytes: 100 }).lines, ['one', 'two'])
  assert.deepEqual(readLogEnd(folder, 'empty.log', { lines: 5, bytes: 100 }).lines, [])
  assert.deepEqual(readLogEnd(folder, 'none.log', { lines: 5, bytes: 100 }), { lines: [], size: 0, truncated: false })
})

test('the end of a log of 1 GB is found without reading the log', (t) => {
  const folder = folderOf(t)
  const file = join(folder, 'a.log')
  writeFileSync(file, '')
  truncateSync(file, 1024 ** 3)
  const lines = numbered(1, 6000)
  appendFileSync(file, `\n${lines.join('\n')}\n`)
  const end = readLogEnd(folder, 'a.log', { lines: 5000, bytes: 8 * 1024 ** 2 })
  assert.deepEqual(end.lines, lines.slice(-5000))
  assert.equal(end.truncated, true)
})

test('a full log is set aside, five files are kept, and reading goes on in the one before', (t) => {
  const folder = folderOf(t)
  const log = new RotatingLog(folder, 'a.log', 1000)
  const lines = numbered(1, 400)
  for (const line of lines) log.write(`${line}\n`)
  log.close()
  assert.equal(existsSync(join(folder, 'a.log.4')), true)
  assert.equal(existsSync(join(folder, 'a.log.5')), false)
  assert.deepEqual(readLogEnd(folder, 'a.log', { lines: 100, bytes: 1e9 }).lines, lines.slice(-100))
  removeLog(folder, 'a.log')
  assert.equal(existsSync(join(folder, 'a.log')) || existsSync(join(folder, 'a.log.1')), false)
})

test('nothing outside the log folder is a log', (t) => {
  const folder = folderOf(t)
  const outside = folderOf(t)
  writeFileSync(join(outside, 'secret.log'), 'secret\n')
  symlinkSync(join(outside, 'secret.log'), join(folder, 'link.log'))
  symlinkSync(outside, join(folder, 'linked'))
  const names = [
    '../secret.log',
    join(outside, 'secret.log'),
    'link.log',
    'linked/secret.log',
    '',
    '.',
    '..',
    '/etc/passwd',
  ]
  for (const name of names) {
    assert.equal(findLogFile(folder, name), undefined, name)
    assert.deepEqual(readLogEnd(folder, name, { lines: 9, bytes: 999 }).lines, [], name)
    removeLog(folder, name)
  }
  assert.equal(existsSync(join(outside, 'secret.log')), true)
})
