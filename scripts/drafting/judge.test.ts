// `npm run drafting -- --judge`: a folder of notes becomes a report with a draft and a place for points for each.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'galley-judge-'))
after(() => rmSync(folder, { recursive: true }))
const notes = join(folder, 'notes')
const out = join(folder, 'report.md')

const judging = (from: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), '--judge', from, '--out', out], {
    env: { PATH: process.env.PATH },
  })

test('a file and a folder are a job each, with draft, edits, open points and sources', async () => {
  mkdirSync(join(notes, 'pump'), { recursive: true })
  writeFileSync(join(notes, 'feed-line.md'), '# Feed line\n\nOpen it at 6.\n\nTODO who closes it?\n')
  writeFileSync(join(notes, 'picture.png'), 'no notes')
  writeFileSync(join(notes, 'pump', 'notes.md'), 'The pump holds 9 bar.')
  writeFileSync(join(notes, 'pump', 'document.md'), 'The pump holds 6 bar. It stands in hall 2.')
  writeFileSync(join(notes, 'pump', 'instructions.txt'), 'Title: Pump')
  writeFileSync(join(notes, 'pump', 'chat.txt'), '[10:01] ada: hi\n[10:02] bo: the lamp is red\n[10:03] ada: ok')
  const { stdout } = await judging(notes)
  assert.match(stdout, /^feed-line\.md\npump\nbuiltin: 2 drafts to judge in /)
  const report = readFileSync(out, 'utf8')
  assert.match(report, /\| feed-line\.md \| {2}\| {2}\|\n\| pump \|/)
  assert.match(report, /Points: __/)
  assert.match(report, /- question: TODO who closes it\?/)
  assert.match(report, /Title: Pump\n\n(?:.+\n\n)?```markdown\nThe pump holds 9 bar\. It stands in hall 2\./)
  assert.match(report, /- edit, applied: “The pump holds 6 bar\.” → “The pump holds 9 bar\.”/)
  assert.match(report, /statement \d+ %/)
  assert.match(report, /material “chat”:/)
})

test('a folder without notes is refused in words', async () => {
  mkdirSync(join(folder, 'none'))
  await assert.rejects(judging(join(folder, 'none')), /There are no notes in /)
})
