// Writing to the index on PostgreSQL, where transactions run beside each other. What is found is in features/documents/search.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildDeps, ENGINES } from '../../../../test/build.ts'
import type { Db } from '../db.ts'
import type { Reach } from '../search.ts'
import type { Tx } from '../tx.ts'

const NOW = 1_700_000_000_000
const empty = { isTitleNew: true, titleKey: '', title: [], sections: '[]' }

const putOn = (db: Db) => async (tx: Tx, slug: string, word: string, reach: Reach) => {
  const row = { slug, title: slug, author_id: null, created_at: NOW, updated_at: NOW }
  const { id } = await tx.insertInto('document_rows').values(row).returning('id').executeTakeFirstOrThrow()
  await db.dialect.search.put(tx, { ...empty, id, words: [word], vocabulary: [word], reach })
  // Whatever was put off until the next statement goes out with this one.
  await tx.selectFrom('documents').select('id').where('id', '=', id).execute()
}

describe('the index on PostgreSQL', { skip: !ENGINES.includes('postgres') }, () => {
  test('transactions that bring the same new words in another order do not wait in a circle', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const put = putOn(db)
    const halfway = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    await Promise.all(
      [0, 1].map((nth) =>
        db.inTransaction(async (tx) => {
          runs++
          await put(tx, `first-${nth}`, nth === 0 ? 'apple' : 'pear', nth === 0 ? 2 : 0)
          halfway[nth]!.resolve()
          await Promise.all(halfway.map(({ promise }) => promise))
          await put(tx, `second-${nth}`, nth === 0 ? 'pear' : 'apple', 1)
        }),
      ),
    )
    assert.equal(runs, 2)
    const words = await db.read.selectFrom('search_words').select(['word', 'reach']).orderBy('word').execute()
    assert.deepEqual(words, [
      { word: 'apple', reach: 2 },
      { word: 'pear', reach: 1 },
    ])
  })

  test('a word that is there already keeps no other save waiting until the commit', async (t) => {
    const { db } = await buildDeps(t, { engine: 'postgres' })
    const put = putOn(db)
    await db.inTransaction((tx) => put(tx, 'first', 'apple', 2))
    await db.inTransaction(async (tx) => {
      await put(tx, 'second', 'apple', 2)
      tx.beforeCommit(Number.MAX_SAFE_INTEGER, () => db.inTransaction((other) => put(other, 'third', 'apple', 2)))
    })
    const words = await db.read.selectFrom('search_words').select('word').execute()
    assert.deepEqual(words, [{ word: 'apple' }])
  })
})
