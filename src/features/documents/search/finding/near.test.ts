// Near spellings on both engines: whichever edit a slip is, and wherever it stands, it leads to the word.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SqlBool, sql } from 'kysely'
import type { Readable } from '#engine/db/search.ts'
import { buildDeps, onEngines } from '../../../../../test/build.ts'
import type { QueryWord } from '../indexing/words.ts'
import { GrantedDocuments } from './granted.ts'
import { nearWords } from './near.ts'
import { ReadersIndex } from './readers-index.ts'

const everything: Readable = {
  shape: 'all',
  reach: 0,
  isGranted: false,
  userId: null,
  condition: () => sql<SqlBool>`1 = 1`,
}
const WORDS = ['backup', 'deployment', 'deploy', 'zebra', 'sha256sum', 'станция']

/** slipsOf are a letter left out, doubled, replaced and swapped with the next, at every place of a word. */
const slipsOf = (word: string): string[] =>
  Array.from({ length: word.length }, (_, at) => [word.slice(0, at), word[at]!, word.slice(at + 1)] as const)
    .flatMap(([before, letter, after]) => [
      before + after,
      before + letter + letter + after,
      `${before}${word.startsWith('с') ? 'щ' : 'q'}${after}`,
      before + after.slice(0, 1) + letter + after.slice(1),
    ])
    .filter((slip) => !WORDS.includes(slip))

onEngines('near spellings', (engine) => {
  test('a slip at any place of a word leads to it', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const index = await ReadersIndex.open({ db, granted: new GrantedDocuments({ db }) }, everything)
    const nearest = (asked: QueryWord) => nearWords(index, asked)
    await db.inTransaction(async (tx) => {
      for (const word of WORDS) await tx.insertInto('search_words').values({ word, reach: 2 }).execute()
    })
    for (const word of WORDS)
      for (const slip of slipsOf(word)) {
        const near = await nearest({ word: slip, prefix: false })
        assert.equal(near[0], word, slip)
      }
    assert.deepEqual(await nearest({ word: 'xyzzyplugh', prefix: true }), [])
    assert.deepEqual(await nearest({ word: 'deplyo', prefix: true }), ['deploy'])
    assert.deepEqual(await nearest({ word: 'deplpym', prefix: true }), ['deployment'])
  })
})
