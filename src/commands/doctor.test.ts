// galley doctor where there is no database to look at: a fresh folder, and a server that does not run.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'

it('galley doctor checks what needs no database, and says why there is none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-doctor-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const doctor = (env: Record<string, string>) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const run = spawnSync(process.execPath, ['src/main.ts', 'doctor'], {
      env: { PATH, NODE_COMPILE_CACHE, GALLEY_DATA: dataDir, ...env },
      encoding: 'utf8',
    })
    return { status: run.status, lines: run.stdout.trim().split('\n') }
  }
  const fresh = doctor({})
  assert.equal(fresh.status, 1)
  assert.deepEqual(
    fresh.lines.filter((line) => line.startsWith('ok')).map((line) => line.split(/ +/)[1]),
    ['settings', 'files', 'disk', 'model', 'proxy'],
  )
  assert.ok(fresh.lines.some((line) => line.startsWith(`!!  database   There is no database in ${dataDir};`)))
  assert.ok(!existsSync(dataDir), 'it changes nothing')

  const unreachable = doctor({ DATABASE_URL: 'postgres://galley:secret@127.0.0.1:1/galley' })
  assert.equal(unreachable.lines.length, fresh.lines.length)
  const why = unreachable.lines.find((line) => line.includes('database'))!
  assert.match(why, /^!! +database +PostgreSQL at 127\.0\.0\.1:1\/galley can't be used \(connect ECONNREFUSED/)
})
