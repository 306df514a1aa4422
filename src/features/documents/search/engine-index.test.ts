// The index itself on both engines: what is put can be found in its field, is replaced, and is gone when removed.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import { MIGRATIONS, migrate } from '#engine/db/migrate.ts'
import { openDb } from '#engine/db/open.ts'
import { type Readable, SEARCH_FIELDS } from '#engine/db/search.ts'
import { build, buildDeps, onEngines } from '../../../../test/build.ts'
import { lastFirst } from '../../../../test/cleaner.ts'
import { bodyWords } from './entry.ts'
import { indexDocument, unindexDocument } from './search.ts'

const NOW = 1_700_000_000_000
const bare = async (tx: Tx, slug: string): Promise<number> => {
  const row = { slug, title: slug, author_id: null, created_at: NOW, updated_at: NOW }
  return (await tx.insertInto('documents').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const everything: Readable = { shape: 'all', userId: null, condition: () => sql<SqlBool>`1 = 1` }

onEngines('the search index', (engine) => {
  test('a word is found in its field and at every wider one', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const id = await db.inTransaction(async (tx) => {
      const made = await bare(tx, 'one')
      const words = bodyWords('Orchard orchard orchard, and one pear.')
      await indexDocument(db.dialect, tx, { id: made, title: 'Émile', tags: ['fruit'], summary: 'A summary', words })
      return made
    })
    const fields = async (word: string, prefix = false) => {
      const held = []
      for (const field of SEARCH_FIELDS) {
        const asked = {
          field,
          terms: [[{ word, prefix }]],
          readable: everything,
          first: 'newest' as const,
          titles: true,
          limit: 5,
        }
        if ((await db.dialect.search.find(db.read, asked)).some((found) => found.id === id)) held.push(field)
      }
      return held
    }
    assert.deepEqual(await fields('emile'), ['title', 'tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('em', true), ['title', 'tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('fruit'), ['tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('summary'), ['head', 'anywhere'])
    assert.deepEqual(await fields('orchard'), ['head', 'anywhere'], 'a word that comes back is a subject')
    assert.deepEqual(await fields('pear'), ['anywhere'])
    assert.deepEqual(await fields('pea'), [])
    assert.deepEqual(await fields('pea', true), ['anywhere'])

    await db.inTransaction((tx) =>
      indexDocument(db.dialect, tx, { id, title: 'Other', tags: [], summary: null, words: bodyWords('plum') }),
    )
    assert.deepEqual(await fields('pear'), [])
    assert.deepEqual(await fields('plum'), ['anywhere'])
    await db.inTransaction((tx) => unindexDocument(db.dialect, tx, id))
    assert.deepEqual(await fields('plum'), [])
    await db.inTransaction((tx) => unindexDocument(db.dialect, tx, id))
  })

  test('the largest text that a document can have is indexed', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const text = Array.from({ length: 100_000 }, (_, index) => `слово${index.toString(36)}${'ж'.repeat(30)}`).join(' ')
    await db.inTransaction(async (tx) => {
      const id = await bare(tx, 'large')
      await indexDocument(db.dialect, tx, { id, title: 'large', tags: [], summary: null, words: bodyWords(text) })
    })
  })

  test('a transaction that is rolled back leaves no word behind, and its words are learnt by the next one', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const entry = (id: number) => ({ id, title: 'quagmire', tags: [], summary: null, words: bodyWords('') })
    const attempt = db.inTransaction(async (tx) => {
      await indexDocument(db.dialect, tx, entry(await bare(tx, 'a')))
      throw new Error('no')
    })
    await assert.rejects(attempt, /no/)
    assert.deepEqual(await db.read.selectFrom('search_words').selectAll().execute(), [])
    await db.inTransaction(async (tx) => indexDocument(db.dialect, tx, entry(await bare(tx, 'a'))))
    assert.deepEqual(await db.read.selectFrom('search_words').selectAll().execute(), [{ word: 'quagmire' }])
  })

  test('many saves leave an index in pieces, and merging them loses nothing', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const { search } = db.dialect
    for (let nth = 0; nth < 12; nth++)
      await db.inTransaction(async (tx) => {
        const id = await bare(tx, `d${nth}`)
        const words = bodyWords(`everywhere only${nth}`)
        await indexDocument(db.dialect, tx, { id, title: `Title ${nth}`, tags: [], summary: null, words })
      })
    const before = await search.countPieces(db.read)
    assert.equal(before > 1, engine === 'sqlite')
    let more = await db.inTransaction((tx) => search.mergePieces(tx, 'first'))
    for (let steps = 0; more; steps++) {
      assert.ok(steps < 100)
      more = await db.inTransaction((tx) => search.mergePieces(tx, 'further'))
    }
    assert.equal(await search.countPieces(db.read), 1)
    const asked = { field: 'anywhere', readable: everything, first: 'newest', titles: true, limit: 50 } as const
    const count = async (word: string) =>
      (await search.find(db.read, { ...asked, terms: [[{ word, prefix: false }]] })).length
    assert.deepEqual([await count('everywhere'), await count('only7'), await count('title')], [12, 1, 12])
  })

  test('of rare and of common words the newest and the oldest are found that may be read', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const ids = await db.inTransaction(async (tx) => {
      const made: number[] = []
      for (let nth = 0; nth < 120; nth++) {
        const id = await bare(tx, `d${nth}`)
        const words = bodyWords(nth % 20 < 2 ? 'everywhere seldom' : 'everywhere')
        await indexDocument(db.dialect, tx, { id, title: `Title ${nth}`, tags: [], summary: null, words })
        made.push(id)
      }
      return made
    })
    const isEven: Readable = { shape: 'even', userId: null, condition: () => sql<SqlBool>`documents.id % 2 = 0` }
    const even = ids.filter((id) => id % 2 === 0)
    const seldom = even.filter((id) => ids.indexOf(id) % 20 < 2)
    const find = async (word: string, first: 'newest' | 'oldest') => {
      const asked = { field: 'anywhere', readable: isEven, titles: true, limit: 5 } as const
      const found = await db.dialect.search.find(db.read, { ...asked, first, terms: [[{ word, prefix: false }]] })
      return found.map(({ id }) => id)
    }
    // Twice: what was learnt of a word must not change what is found.
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await find('everywhere', 'newest'), even.toReversed().slice(0, 5))
      assert.deepEqual(await find('everywhere', 'oldest'), even.slice(0, 5))
      assert.deepEqual(await find('seldom', 'newest'), seldom.toReversed().slice(0, 5))
      assert.deepEqual(await find('nowhere', 'newest'), [])
    }
  })

  test('a beginning that more words share than are listed still finds every title, on a large site too', async (t) => {
    const { app, db, person } = await build(t, { engine })
    const { headers } = await person('editor')
    const make = (payload: object) => app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    const words = Array.from({ length: 60 }, (_, nth) => `zqyc${String.fromCharCode(97 + (nth % 26))}${nth % 10}`)
    await make({ title: 'Many short ones', markdown: words.join(' ') })
    await make({ title: 'Zqyconfiguration overview', markdown: 'x' })
    await db.inTransaction(async (tx) => {
      const row = { id: 20_000, slug: 'late', title: 'Late', created_at: 1, updated_at: 1 }
      await tx.insertInto('documents').values(row).execute()
      await indexDocument(db.dialect, tx, { id: 20_000, title: 'Late', tags: [], summary: null, words: bodyWords('') })
    })
    const found = (await app.inject({ url: '/api/docs/search?q=zqyc', headers })).json()
    assert.equal(found[0]?.title, 'Zqyconfiguration overview')
  })

  if (engine !== 'sqlite') return
  test('an index from before heads had marks is brought over', async (t) => {
    const { config } = await buildDeps(t, { engine })
    const db = await openDb({ ...config, dataDir: join(config.dataDir, 'older') })
    lastFirst(t).after(() => db.close())
    const before = MIGRATIONS.findIndex(({ name }) => name === '0009_search_heads')
    await migrate(db, MIGRATIONS.slice(0, before))
    const ids = await db.inTransaction(async (tx) => {
      const made = [await bare(tx, 'one'), await bare(tx, 'two')]
      const put = (id: number, title: string, tags: string, lead: string) =>
        sql`insert into search_heads (rowid, title, tags, lead) values (${id}, ${title}, ${tags}, ${lead})`.execute(tx)
      await put(made[0]!, 'plain title', 'fruit', 'orchard pear')
      await put(made[1]!, 'orchard', '', 'fruit')
      return made
    })
    await migrate(db)
    const idsAt = async (field: 'tags' | 'head', word: string) => {
      const asked = { field, readable: everything, first: 'oldest', titles: false, limit: 5 } as const
      return (await db.dialect.search.find(db.read, { ...asked, terms: [[{ word, prefix: false }]] })).map(
        ({ id }) => id,
      )
    }
    assert.deepEqual([await idsAt('head', 'fruit'), await idsAt('head', 'orchard')], [ids, ids])
    assert.deepEqual([await idsAt('tags', 'fruit'), await idsAt('tags', 'orchard')], [[ids[0]], [ids[1]]])
  })
})
