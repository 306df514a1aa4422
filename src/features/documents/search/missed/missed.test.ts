// Searches that find nothing are counted by their words, and editors see them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../../../../../test/build.ts'
import { addAll } from '../../../../../test/search-site.ts'
import { MissedSearches } from './missed.ts'

type MissedEntry = { kind: string; text: string; document: { id: number } }
const ASKED = (id: number) => ['missed', 'Which glaze is for stoneware 1?', id]
type MissedOut = { words: string; searches: number; last_at: string }

onEngines('searches without results', (engine) => {
  test('are counted by their folded words, whoever searches, and can be dismissed', async (t) => {
    const { app, person, db } = await build(t, { engine })
    const [editor, reader] = [await person('editor'), await person('reader')]
    await app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload: { title: 'Herons' } })
    const nearly = ['/read/search?q=herons zeppelin', '/api/docs/search?q=herons zeppelin']
    const searches = ['/read/search?q=Qu\u00e4ntenbau', '/read/search.json?q=quantenbau', '/api/docs/search?q=herons']
    for (const q of [...searches, ...nearly]) await app.inject({ url: encodeURI(q), headers: reader.headers })
    await app.close()
    const rows = await db.read.selectFrom('missed_searches').select(['words', 'searches']).orderBy('words').execute()
    assert.deepEqual(rows, [
      { words: 'herons zeppelin', searches: 2 },
      { words: 'quantenbau', searches: 2 },
    ])
    const near = await db.read.selectFrom('missed_duties').select(['words', 'document_id']).execute()
    assert.deepEqual(near, [{ words: 'herons zeppelin', document_id: 1 }])
  })

  test('are not counted beside the question that they are', async (t) => {
    const { app, db } = await build(t, { engine })
    await app.inject({ url: encodeURI('/read/search?q=Which zeppelin carries quantenbau?') })
    await app.close()
    const rows = await db.read.selectFrom('missed_searches').select('question').execute()
    assert.deepEqual(rows, [{ question: 'Which zeppelin carries quantenbau?' }])
  })

  test('are listed for editors, the most frequent first, and go when they are dismissed', async (t) => {
    const built = await build(t, { engine })
    const { headers } = await built.person('editor')
    const missed = new MissedSearches(built)
    for (const q of ['zeppelin', 'kraken lair', 'Kraken lair!', 'kra', 'kraken']) missed.note(q)
    await missed.flush()
    const url = '/api/admin/missed-searches'
    const list = async () => (await built.app.inject({ url, headers })).json() as MissedOut[]
    const shown = (await list()).map(({ words, searches }) => [words, searches])
    assert.deepEqual(shown, [
      ['kraken lair', 2],
      ['zeppelin', 1],
    ])
    const gone = await built.app.inject({ method: 'DELETE', url: `${url}/kraken%20lair`, headers })
    assert.equal(gone.statusCode, 204)
    assert.deepEqual((await list()).length, 1)
  })

  test('wait for the owner of the page that was found all the same, from the second time on', async (t) => {
    const built = await build(t, { engine })
    const [owner, other] = [await built.person('editor'), await built.person('editor')]
    const [id, hidden] = await addAll(built, [
      { title: 'Glaze', markdown: 'Glaze melts in the kiln.' },
      { title: 'Vault', visibility: 'restricted' },
    ])
    const call = async (url: string, { headers } = owner, method: 'GET' | 'PUT' | 'DELETE' = 'GET', payload?: object) =>
      built.app.inject({ method, url, headers, ...(payload && { payload }) })
    await call(`/api/docs/${id}/owner`, other, 'PUT', { owner_id: owner.id })
    const missed = new MissedSearches(built)
    for (const twice of [1, 2]) {
      missed.note('glaze cobalt', id)
      missed.noteQuestion(`Which glaze is for stoneware ${twice}?`, 'en', twice === 1 ? id : hidden)
      await missed.flush()
      const { items } = (await call('/api/admin/inbox')).json()
      const shown = items.map(({ kind, text, document }: MissedEntry) => [kind, text, document.id])
      assert.deepEqual(shown.sort(), twice === 1 ? [ASKED(id!)] : [ASKED(id!), ['missed', 'glaze cobalt', id]])
    }
    const { items } = (await call('/api/admin/inbox')).json()
    const entry = items.find(({ text }: MissedEntry) => text === 'glaze cobalt')
    const { pathname, searchParams } = new URL(entry.link, 'http://localhost')
    assert.equal(pathname, '/panel/documents/missed-searches')
    const [row, ...others] = (await call(`/api/admin/missed-searches?entry=${searchParams.get('entry')}`)).json()
    assert.deepEqual([row.words, row.nearest, others], ['glaze cobalt', { id, title: 'Glaze' }, []])
    await call('/api/admin/missed-searches/glaze%20cobalt', other, 'DELETE')
    assert.equal((await call('/api/admin/inbox/count')).json().open, 1)
  })

  test('are not counted where the setting is 0', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_KEEP_MISSED_SEARCHES_DAYS: '0' } })
    const missed = new MissedSearches(built)
    missed.note('zeppelin')
    await missed.flush()
    assert.deepEqual(await built.db.read.selectFrom('missed_searches').selectAll().execute(), [])
  })
})
