// The previous release (test/faults/previous-release names its commit) and this one share a database while nodes are updated one
// after another: its schema is older, and no migration since takes away what it uses. Skipped in a clone without its history.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MIGRATIONS } from '../src/engine/db/migrate.ts'
import { buildDeps, onEngines } from './build.ts'

const release = readFileSync('test/faults/previous-release', 'utf8').trim()
const git = (...words: string[]): string => spawnSync('git', words, { encoding: 'utf8' }).stdout ?? ''
const filesOf = (folder: string) => git('ls-tree', '--name-only', release, folder).split('\n').filter(Boolean)
const its = new Set(filesOf('src/engine/db/migrations/').map((path) => path.slice(path.lastIndexOf('/') + 1, -3)))
/** The baseline is what older releases had in several migrations. */
const newer = MIGRATIONS.slice(1).filter(({ name }) => !its.has(name))
const skip = its.size === 0 && `the commit ${release} is not here`

/** A TakenColumn is what a statement takes from nodes of the release before: a column, or with it the whole table. */
type TakenColumn = { table: string; column: string | undefined }
const TAKING =
  /^(?:drop table(?: if exists)? (\w+)|alter table (\w+) (?:drop column (\w+)|rename (?:column (\w+) )?to|alter column (\w+) set not null))/

function findTaken(statement: string): TakenColumn | undefined {
  const [, dropped, altered, ...columns] = TAKING.exec(statement.trim().toLowerCase()) ?? []
  const table = dropped ?? altered
  return table === undefined ? undefined : { table, column: columns.find((column) => column !== undefined) }
}

/** isUsed asks the release's own types of the tables: its queries can name nothing else. */
function isUsed({ table, column }: TakenColumn): boolean {
  const types = filesOf('src/engine/db/tables/').map((path) => git('show', `${release}:${path}`))
  const [, columns] = types.join('\n').split(`\n  ${table}: {`)
  if (columns === undefined || column === undefined) return columns !== undefined
  return columns
    .slice(0, columns.indexOf('}'))
    .split(/[\s;{]+/)
    .includes(`${column}:`)
}

test('the previous release has an older schema than this one', { skip }, () => {
  assert.ok(newer.length > 0, 'name the newest commit with an older schema in test/faults/previous-release')
})

onEngines('migrations since the previous release', (engine) => {
  test('take away nothing that it uses', { skip }, async (t) => {
    const { db } = await buildDeps(t, { engine })
    // One that moves every text is made with all nodes stopped, once.
    const rolling = newer.filter(({ copies }) => !copies)
    const taken = rolling.flatMap(({ statements }) => statements(db.dialect).flatMap((each) => findTaken(each) ?? []))
    assert.deepEqual(taken.filter(isUsed), [])
  })
})

test('what a statement takes away is found, and whether the previous release uses it', { skip }, () => {
  const used = (statement: string) => isUsed(findTaken(statement)!)
  assert.ok(used('alter table documents drop column title'))
  assert.ok(used('ALTER TABLE categories RENAME COLUMN name TO other'))
  assert.ok(used('alter table documents rename to pages'))
  assert.ok(used('alter table leases alter column until set not null'))
  assert.ok(used('drop table if exists revisions'))
  assert.ok(!used('alter table documents drop column gone'))
  assert.ok(!used('drop table gone'))
  assert.equal(findTaken('alter table documents add column other text'), undefined)
})
