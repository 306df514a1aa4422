// The order of things in a commit on SQLite: what is on disk, and who hears of it when.

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

/** writerOn has a disk that answers when the test lets it. */
function writerOn(t: TestContext) {
  const database = new Sqlite(join(folderOf(t), 'galley.db'))
  t.after(() => database.close())
  database.exec('create table notes (text text not null)')
  const write = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  const syncs: PromiseWithResolvers<void>[] = []
  const announced: Topic[] = []
  const writer = createSqliteWriter(database, write, {
    isBusy: () => false,
    asOutage: (error) => error,
    onCommit: () => {},
    sync: () => {
      const sync = Promise.withResolvers<void>()
      syncs.push(sync)
      return sync.promise
    },
    onSync: (topics) => void announced.push(...topics),
    sharedMs: Number.POSITIVE_INFINITY,
  })
  const note = (text: string) =>
    writer.inTransaction(async (tx) => {
      await sql`insert into notes values (${text})`.execute(tx)
      tx.notify('events')
      tx.beforeCommit(0, async () => void (await sql`insert into notes values ('put off')`.execute(tx)))
      return text
    })
  const fail = () =>
    writer.inTransaction(async () => {
      database.exec('rollback')
      throw storageUnavailable(new Error('disk full'))
    })
  /** refuse writes, and then fails as work does that must not be done. */
  const refuse = (text: string) =>
    writer.inTransaction(async (tx) => {
      await sql`insert into notes values (${text})`.execute(tx)
      throw new Error('refused')
    })
  const notes = () => database.prepare('select text from notes').pluck().all()
  return { note, fail, refuse, notes, syncs, announced, idle: writer.idle }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

test('nobody hears of a commit before it is on disk; who comes meanwhile shares the next one', async (t) => {
  const { note, notes, syncs, announced, idle } = writerOn(t)
  const heard: string[] = []
  const first = note('first').then((text) => heard.push(text))
  await turns(5)
  const second = note('second').then((text) => heard.push(text))
  const third = note('third').then((text) => heard.push(text))
  await turns(5)
  assert.deepEqual(
    { notes: notes(), heard, announced, syncsLength: syncs.length },
    { notes: ['first', 'put off'], heard: [], announced: [], syncsLength: 1 },
  )

  syncs[0]!.resolve()
  await first
  await turns(5)
  assert.deepEqual(
    { heard, announced, syncsLength: syncs.length },
    { heard: ['first'], announced: ['events'], syncsLength: 2 },
  )
  assert.deepEqual(notes(), ['first', 'put off', 'second', 'third', 'put off', 'put off'])

  syncs[1]!.resolve()
  await Promise.all([second, third, idle()])
  assert.deepEqual({ heard, syncsLength: syncs.length }, { heard: ['first', 'second', 'third'], syncsLength: 2 })
})

test('a disk that does not take a commit is told to whoever waits, and the next one goes on', async (t) => {
  const { note, syncs, announced } = writerOn(t)
  const failing = note('first')
  await turns(5)
  syncs[0]!.reject(storageUnavailable(new Error('EIO')))
  await assert.rejects(failing, (error) => error instanceof GalleyError && error.status === 503)
  assert.deepEqual(announced, [])

  const next = note('second')
  await turns(5)
  syncs[1]!.resolve()
  assert.equal(await next, 'second')
})

test('a fault that ends the transaction ends it for all who share it, and nothing of theirs is written', async (t) => {
  const { note, notes, fail, announced, syncs } = writerOn(t)
  // Time stands still, so that the two share a commit even on the slowest machine.
  t.mock.method(performance, 'now', () => 0)
  const isOutage = (error: unknown) => error instanceof GalleyError && error.status === 503
  const [first, failing] = [note('first'), fail()]
  await Promise.all([assert.rejects(first, isOutage), assert.rejects(failing, isOutage)])
  assert.deepEqual(
    { notes: notes(), announced, syncsLength: syncs.length },
    { notes: [], announced: [], syncsLength: 0 },
  )
})

test('the failure of the first is its own, and it hears of it at once; those behind it are written', async (t) => {
  const { note, notes, refuse, syncs } = writerOn(t)
  const first = refuse('first')
  const second = note('second')
  await assert.rejects(first, /refused/)
  assert.equal(syncs.length, 0)
  await turns(5)
  syncs[0]!.resolve()
  assert.equal(await second, 'second')
  assert.deepEqual(notes(), ['second', 'put off'])
})

test('the failure of one behind takes nothing of the others with it', async (t) => {
  const { note, notes, refuse, syncs } = writerOn(t)
  const [first, second, third] = [note('first'), refuse('second'), note('third')]
  const refused = assert.rejects(second, /refused/)
  await turns(5)
  syncs[0]!.resolve()
  await Promise.all([first, refused, third])
  assert.deepEqual(notes(), ['first', 'third', 'put off', 'put off'])
})
