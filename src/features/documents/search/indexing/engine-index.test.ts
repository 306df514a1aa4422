// The index itself on both engines: what is put can be found in its field, is replaced, and is gone when removed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import type { Readable } from '#engine/db/search.ts'
import { build, buildDeps, onEngines } from '../../../../../test/build.ts'
import { indexDocument } from '../search.ts'
import { askedIn, bodyWords, SEARCH_FIELDS } from './entry.ts'
import { reindexOutdated } from './maintenance.ts'

const NOW = 1_700_000_000_000
const bare = async (tx: Tx, slug: string): Promise<number> => {
  const row = { slug, title: slug, author_id: null, created_at: NOW, updated_at: NOW }
  return (await tx.insertInto('document_rows').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const everything: Readable = {
  shape: 'all',
  reach: 0,
  isGranted: false,
  userId: null,
  condition: () => sql<SqlBool>`1 = 1`,
}
const plain = { tags: [], summary: null, sections: [], reach: 2 as const }

onEngines('the search index', (engine) => {
  test('a word is found in its field and at every wider one', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const id = await db.inTransaction(async (tx) => {
      const documentId = await bare(tx, 'one')
      const words = bodyWords('Orchard orchard orchard, and one pear. Grafting')
      const sections = [{ from: 39, anchor: 'grafting', heading: 'Grafting' }]
      const content = { title: 'Émile', tags: ['fruit'], summary: 'A summary', words, sections }
      await indexDocument(db.dialect, tx, { ...plain, ...content, id: documentId })
      return documentId
    })
    const fields = async (word: string, prefix = false) => {
      const held = []
      for (const field of SEARCH_FIELDS) {
        const asked = [askedIn(field, [{ word, prefix }])]
        const [holders] = await db.dialect.search.holders(db.read, asked, { readable: everything, limit: 5 })
        if (holders!.includes(id)) held.push(field)
      }
      return held
    }
    assert.deepEqual(await fields('emile'), ['title', 'tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('em', true), ['title', 'tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('fruit'), ['tags', 'head', 'anywhere'])
    assert.deepEqual(await fields('grafting'), ['heading', 'head', 'anywhere'])
    assert.deepEqual(await fields('summary'), ['head', 'anywhere'])
    assert.deepEqual(await fields('orchard'), ['head', 'anywhere'], 'a word that comes back is a subject')
    assert.deepEqual(await fields('pear'), ['anywhere'])
    assert.deepEqual(await fields('pea'), [])
    assert.deepEqual(await fields('pea', true), ['anywhere'])

    await db.inTransaction((tx) =>
      indexDocument(db.dialect, tx, { ...plain, id, title: 'Other', words: bodyWords('plum') }),
    )
    assert.deepEqual(await fields('pear'), [])
    assert.deepEqual(await fields('plum'), ['anywhere'])
    await db.inTransaction((tx) => db.dialect.search.remove(tx, id))
    assert.deepEqual(await fields('plum'), [])
    await db.inTransaction((tx) => db.dialect.search.remove(tx, id))
  })

  test('the largest text that a document can have is indexed', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const text = Array.from({ length: 100_000 }, (_, index) => `слово${index.toString(36)}${'ж'.repeat(30)}`).join(' ')
    await db.inTransaction(async (tx) => {
      const id = await bare(tx, 'large')
      await indexDocument(db.dialect, tx, { ...plain, id, title: 'large', words: bodyWords(text) })
    })
  })

  test('a transaction that is rolled back leaves no word behind, and its words are learnt by the next one', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const entry = (id: number) => ({ ...plain, id, title: 'quagmire', words: bodyWords('') })
    const attempt = db.inTransaction(async (tx) => {
      await indexDocument(db.dialect, tx, entry(await bare(tx, 'a')))
      throw new Error('no')
    })
    await assert.rejects(attempt, /no/)
    assert.deepEqual(await db.read.selectFrom('search_words').selectAll().execute(), [])
    await db.inTransaction(async (tx) => indexDocument(db.dialect, tx, entry(await bare(tx, 'a'))))
    assert.deepEqual(await db.read.selectFrom('search_words').selectAll().execute(), [{ word: 'quagmire', reach: 2 }])
  })

  test('many saves leave an index in pieces, and merging them loses nothing', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const { search } = db.dialect
    for (let nth = 0; nth < 12; nth++)
      await db.inTransaction(async (tx) => {
        const id = await bare(tx, `d${nth}`)
        const words = bodyWords(`everywhere only${nth}`)
        await indexDocument(db.dialect, tx, { ...plain, id, title: `Title ${nth}`, words })
      })
    const before = await search.countPieces(db.read)
    assert.equal(before > 1, engine === 'sqlite')
    let more = await db.inTransaction((tx) => search.mergePieces(tx, 'first'))
    for (let steps = 0; more; steps++) {
      assert.ok(steps < 100)
      more = await db.inTransaction((tx) => search.mergePieces(tx, 'further'))
    }
    assert.equal(await search.countPieces(db.read), 1)
    const count = async (word: string) => {
      const asked = [askedIn('anywhere', [{ word, prefix: false }])]
      return (await search.holders(db.read, asked, { readable: everything, limit: 50 }))[0]!.length
    }
    assert.deepEqual([await count('everywhere'), await count('only7'), await count('title')], [12, 1, 12])
  })

  test('of rare and of common words the newest and the oldest are found that may be read', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const ids = await db.inTransaction(async (tx) => {
      const ids: number[] = []
      for (let nth = 0; nth < 120; nth++) {
        const id = await bare(tx, `d${nth}`)
        const words = bodyWords(nth % 20 < 2 ? 'everywhere seldom' : 'everywhere')
        await indexDocument(db.dialect, tx, { ...plain, id, title: `Title ${nth}`, words })
        ids.push(id)
      }
      return ids
    })
    const isEven: Readable = {
      shape: 'even',
      reach: 0,
      isGranted: false,
      userId: null,
      condition: () => sql<SqlBool>`documents.id % 2 = 0`,
    }
    const even = ids.filter((id) => id % 2 === 0)
    const seldom = even.filter((id) => ids.indexOf(id) % 20 < 2)
    const find = async (word: string, first: 'newest' | 'oldest') => {
      const asked = [askedIn('anywhere', [{ word, prefix: false }])]
      return (await db.dialect.search.holders(db.read, asked, { readable: isEven, first, limit: 5 }))[0]
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
      await tx.insertInto('document_rows').values(row).execute()
      await indexDocument(db.dialect, tx, { ...plain, id: 20_000, title: 'Late', words: bodyWords('') })
    })
    const found = (await app.inject({ url: '/api/docs/search?q=zqyc', headers })).json()
    assert.equal(found[0]?.title, 'Zqyconfiguration overview')
  })

  test('what an older program indexed is indexed again, and its sections are found', async (t) => {
    const { app, db, person } = await build(t, { engine })
    const { headers } = await person('editor')
    const payload = { title: 'Old', markdown: 'Some text.\n\n## Grafting pears\n\nIn spring.' }
    await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    await db.inTransaction((tx) => tx.updateTable('search_documents').set({ sections: '[]', is_behind: 1 }).execute())
    assert.equal(await reindexOutdated({ db }), 1)
    assert.equal(await reindexOutdated({ db }), 0)
    const [found] = (await app.inject({ url: '/api/docs/search?q=grafting', headers })).json()
    assert.deepEqual(found.section, { id: 'grafting-pears', heading: 'Grafting pears' })
  })

  test('a text saved while the index is made anew is found by its title', async (t) => {
    const { app, db, person } = await build(t, { engine })
    const { headers } = await person('editor')
    const payload = { title: 'Grafting pears', markdown: 'In spring.' }
    const { id } = (await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json()
    await db.inTransaction((tx) => db.dialect.search.startAnew(tx))
    const blocks = [{ type: 'paragraph', text: 'In autumn.' }]
    const saved = await app.inject({ method: 'PUT', url: `/api/docs/${id}/blocks`, headers, payload: { blocks } })
    assert.equal(saved.statusCode, 200)
    assert.equal(await reindexOutdated({ db }), 0)
    const { body } = await app.inject({ url: '/api/docs/suggest?q=pear', headers })
    assert.match(body, /Grafting pears/)
  })
})
