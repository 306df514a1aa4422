// Who shares a commit on SQLite, and who hears of it when.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { GalleyError, storageUnavailable } from '#errors.ts'
import { folderOf } from '../../../../test/folder.ts'
import type { Topic } from '../db.ts'
import type { Tables } from '../tables.ts'
import { createSqliteWriter } from './writer.ts'

/** writerOn has a table whose rule is looked at only by the commit. */
function writerOn(t: TestContext) {
  const database = new Sqlite(join(folderOf(t), 'galley.db'))
  t.after(() => database.close())
  database.pragma('foreign_keys = on')
  database.exec(`create table authors (id integer primary key);
    create table notes (text text not null, author integer references authors (id) deferrable initially deferred)`)
  const write = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  const events: string[] = []
  const writer = createSqliteWriter(database, write, {
    isBusy: () => false,
    asOutage: (error) => error,
    onCommit: (topics: Set<Topic>) => void events.push(`commit: ${[...topics]}`),
    sharedMs: Number.POSITIVE_INFINITY,
  })
  const note = (text: string, author: number | null = null) =>
    writer
      .inTransaction(async (tx) => {
        await sql`insert into notes values (${text}, ${author})`.execute(tx)
        tx.notify('events')
        tx.beforeCommit(0, async () => void (await sql`insert into notes values ('put off', null)`.execute(tx)))
        return text
      })
      .then((value) => events.push(value))
  const fail = () =>
    writer.inTransaction(async () => {
      database.exec('rollback')
      throw storageUnavailable(new Error('disk full'))
    })
  /** refuse writes, and then fails as work does that must not be done. */
  const refuse = (text: string) =>
    writer.inTransaction(async (tx) => {
      await sql`insert into notes values (${text}, null)`.execute(tx)
      throw new Error('refused')
    })
  const notes = () => database.prepare('select text from notes').pluck().all()
  return { note, fail, refuse, notes, events }
}

test('those who wait together share a commit, and hear of it afterwards', async (t) => {
  const { note, notes, events } = writerOn(t)
  await Promise.all([note('first'), note('second')])
  assert.deepEqual(events, ['commit: events', 'first', 'second'])
  assert.deepEqual(notes(), ['first', 'second', 'put off', 'put off'])
})

test('a commit that fails is told to all who share it, and the next one succeeds', async (t) => {
  const { note, notes, events } = writerOn(t)
  const outcomes = await Promise.allSettled([note('first'), note('by nobody', 4711)])
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code),
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  )
  assert.deepEqual({ notes: notes(), events }, { notes: [], events: [] })
  await note('second')
  assert.deepEqual(notes(), ['second', 'put off'])
})

test('a fault that ends the transaction ends it for all who share it, and nothing of theirs is written', async (t) => {
  const { note, notes, fail, events } = writerOn(t)
  const isOutage = (error: unknown) => error instanceof GalleyError && error.status === 503
  const [first, failing] = [note('first'), fail()]
  await Promise.all([assert.rejects(first, isOutage), assert.rejects(failing, isOutage)])
  assert.deepEqual({ notes: notes(), events }, { notes: [], events: [] })
})

test('the failure of the first is its own, and it hears of it at once; those behind it are written', async (t) => {
  const { note, notes, refuse, events } = writerOn(t)
  const first = refuse('first').catch(({ message }) => events.push(message))
  await Promise.all([first, note('second')])
  assert.deepEqual(events, ['refused', 'commit: events', 'second'])
  assert.deepEqual(notes(), ['second', 'put off'])
})

test('the failure of one behind takes nothing of the others with it', async (t) => {
  const { note, notes, refuse } = writerOn(t)
  const [first, second, third] = [note('first'), refuse('second'), note('third')]
  await Promise.all([first, assert.rejects(second, /refused/), third])
  assert.deepEqual(notes(), ['first', 'third', 'put off', 'put off'])
})
