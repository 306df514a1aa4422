// Searches that find nothing are counted by their words, and editors see them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../../../../../test/build.ts'
import { MissedSearches } from './missed.ts'

type MissedOut = { words: string; searches: number; last_at: string }

onEngines('searches without results', (engine) => {
  test('are counted by their folded words, whoever searches, and can be dismissed', async (t) => {
    const { app, person, db } = await build(t, { engine })
    const [editor, reader] = [await person('editor'), await person('reader')]
    await app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload: { title: 'Herons' } })
    const url = '/api/admin/missed-searches'
    assert.equal((await app.inject({ url, headers: reader.headers })).statusCode, 403)
    for (const q of ['/read/search?q=Qu\u00e4ntenbau', '/read/search.json?q=quantenbau', '/api/docs/search?q=herons'])
      await app.inject({ url: encodeURI(q), headers: reader.headers })
    await app.close()
    const rows = await db.read.selectFrom('missed_searches').select(['words', 'searches']).execute()
    assert.deepEqual(rows, [{ words: 'quantenbau', searches: 2 }])
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

  test('are not counted where the setting is 0', async (t) => {
    const built = await build(t, { engine, env: { GALLEY_KEEP_MISSED_SEARCHES_DAYS: '0' } })
    const missed = new MissedSearches(built)
    missed.note('zeppelin')
    await missed.flush()
    assert.deepEqual(await built.db.read.selectFrom('missed_searches').selectAll().execute(), [])
  })
})
