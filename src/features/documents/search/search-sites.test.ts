// Search over small sites, each made for one fact: what ranks higher, who finds what, and what follows a change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines } from '../../../../test/build.ts'
import { pluck } from '../../../../test/pluck.ts'
import { addAll, type FoundHit, type SearchSample, SOME_EDITOR, searchSite } from '../../../../test/search-site.ts'
import { createDocument, updateDocument } from '../editing/service.ts'
import { relatedDocuments } from './related.ts'

onEngines('search', (engine) => {
  test('every word in the tags is worth more than one there and one in the summary', async (t) => {
    const { get, ...deps } = await searchSite(t, engine)
    const tagged = { title: 'First', tags: ['herons', 'storks'] }
    const half = { title: 'Second', tags: ['herons'], summary: 'Of storks as well.' }
    for (const given of [tagged, half]) await createDocument(deps, SOME_EDITOR, given)
    const hits = await get<FoundHit[]>('/api/docs/search', { q: 'herons storks' })
    assert.deepEqual(pluck(hits, 'title', 'score'), [
      ['First', 23],
      ['Second', 22],
    ])
  })

  test('follows every change of a document at once', async (t) => {
    const { app, person, get, ...deps } = await searchSite(t, engine)
    const editor = await person('editor')
    const found = async (q: string) => (await get<FoundHit[]>('/api/docs/search', { q })).length
    const { head } = await createDocument(deps, SOME_EDITOR, { title: 'Heron', markdown: 'A bird.' })
    assert.deepEqual([await found('heron'), await found('bird')], [1, 1])
    await updateDocument(deps, SOME_EDITOR, head.id, { title: 'Stork', tags: ['nest'], markdown: 'A wader.' })
    assert.deepEqual([await found('heron'), await found('bird'), await found('wader nest stork')], [0, 0, 1])
    await app.inject({ method: 'DELETE', url: `/api/docs/${head.id}`, headers: editor.headers })
    assert.equal(await found('stork'), 0)
  })

  test('finds only what this reader may read, also among many that others may', async (t) => {
    const { db, clock, person, get } = await searchSite(t, engine)
    const named = await person('reader')
    const editor = await person('editor')
    const falcon = (slug: string, more: Partial<SearchSample>) => ({
      title: `Falcon ${slug}`,
      slug,
      markdown: 'falcon',
      ...more,
    })
    await addAll({ db, clock }, [
      falcon('open', { visibility: 'public' }),
      falcon('inside', { visibility: 'members' }),
      falcon('named', { visibility: 'restricted', access: { roles: [], users: [named.id], groups: [] } }),
      ...Array.from({ length: 130 }, (_, index) => falcon(`closed-${index}`, { visibility: 'restricted' })),
    ])
    const seen = async (who: { headers: { authorization: string } }) => {
      const query = { q: 'falcon', limit: '20' }
      const hits = await get<FoundHit[]>('/api/docs/search', query, who.headers)
      const suggested = await get<FoundHit[]>('/api/docs/suggest/full', query, who.headers)
      const near = await get<FoundHit[]>('/api/docs/search', { q: 'falkon', limit: '20' }, who.headers)
      return [hits, suggested, near].map((list) =>
        list
          .map(({ slug }) => slug)
          .sort()
          .join(' '),
      )
    }
    const reader = await person('reader')
    assert.deepEqual(await seen(reader), Array(3).fill('inside open'))
    assert.deepEqual(await seen(named), Array(3).fill('inside named open'))
    assert.equal((await seen(editor))[0]!.split(' ').length, 20)
  })

  test('near spellings come from what this reader may read, whatever others have or had', async (t) => {
    const { db, clock, app, person, get } = await searchSite(t, engine)
    const [editor, reader] = [await person('editor'), await person('reader')]
    const found = async () => {
      const [search, suggest] = ['/api/docs/search', '/api/docs/suggest/full'] as const
      const hits = [await get<FoundHit[]>(search, { q: 'zebracorm' }, reader.headers)]
      hits.push(await get<FoundHit[]>(suggest, { q: 'zebracorm' }, reader.headers))
      return hits.map((list) => list.map(({ title }) => title))
    }
    await addAll({ db, clock }, [{ title: 'Zebracard', markdown: 'x' }])
    assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
    const nearer = Array.from({ length: 9 }, (_, nth) => `zebracor${'abcdefghn'[nth]}`)
    const secret = { title: `Secret ${nearer.join(' ')}`, visibility: 'restricted' as const, markdown: 'y' }
    const [id] = await addAll({ db, clock }, [secret])
    assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
    await app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers: editor.headers })
    assert.deepEqual(await found(), [['Zebracard'], ['Zebracard']])
  })

  test('a word in more documents than are weighed still brings exact titles first', async (t) => {
    const { db, clock, get } = await searchSite(t, engine)
    const logs = Array.from({ length: 120 }, (_, index) => ({ title: `Osprey log ${index}` }))
    await addAll({ db, clock }, [{ title: 'Osprey' }, ...logs])
    const hits = await get<FoundHit[]>('/api/docs/search', { q: 'osprey', limit: '50' })
    assert.equal(hits.length, 50)
    assert.equal(hits[0]!.title, 'Osprey')
    assert.equal((await get<string[]>('/api/docs/suggest', { q: 'osprey' }))[0], 'Osprey')
  })

  test('equal titles are suggested once', async (t) => {
    const { db, clock, get } = await searchSite(t, engine)
    await addAll({ db, clock }, [{ title: 'Wren' }, { title: 'Wren' }, { title: 'Wren' }])
    assert.deepEqual(await get('/api/docs/suggest', { q: 'wre' }), ['Wren'])
    assert.equal((await get<FoundHit[]>('/api/docs/suggest/full', { q: 'wre' })).length, 3)
    const many = Array.from({ length: 40 }, () => ({ title: 'Wren note' }))
    await addAll({ db, clock }, [...many, { title: 'Wren, the other' }, { title: 'A wren' }])
    const all = ['Wren', 'Wren note', 'Wren, the other', 'A wren']
    assert.deepEqual(await get('/api/docs/suggest', { q: 'wre' }), all, 'however many share one')
  })

  test('related documents share telling words and are open to all who may read the target', async (t) => {
    const { db, clock } = await searchSite(t, engine)
    const add = async (slug: string, more: Partial<SearchSample>) =>
      (await addAll({ db, clock }, [{ title: slug, slug, markdown: 'Some text.', ...more }]))[0]!
    const target = await add('target', { title: 'Printing invoices' })
    const inside = await add('inside', { title: 'Invoices for members', visibility: 'members' })
    const closed = await add('closed', { title: 'Invoices of the board', visibility: 'restricted' })
    const open1 = await add('open', { title: 'Invoices', summary: 'Printing and sending' })
    const far = await add('far', { title: 'Gardening' })
    await add('planned', { title: 'Printing invoices', markdown: '' })
    const related = async (id: number) => relatedDocuments({ db }, id, ['Printing invoices', 'Notes on invoices'], 5)
    assert.deepEqual(await related(target), [open1])
    assert.deepEqual((await related(inside)).sort(), [target, open1].sort())
    assert.deepEqual((await related(closed)).sort(), [target, inside, open1].sort())
    assert.ok(!(await related(closed)).includes(far))
    assert.deepEqual(await relatedDocuments({ db }, 999_999, ['x'], 5), [])
  })
})
