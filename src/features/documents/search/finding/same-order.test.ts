// Both engines give the same results for the same words, in the same order, with the same scores and sections. The documents
// are Galley's own documentation, the queries its headings in many forms.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE, VISITOR } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { buildDeps, ENGINES } from '../../../../../test/build.ts'
import { searchDocuments } from '../search.ts'
import { GrantedDocuments } from './granted.ts'
import { Hits } from './hits.ts'

const QUERIES = [
  ...['how do I set up a worker on another machine', 'backup restore', 'postgresql', 'trusted proxy header'],
  ...['rate limit', 'what happens when a job fails?', 'serach index', 'bakcup', 'databse conection'],
  ...['how do I xyzzy the restore in my foobarium', 'galley_data', 'the', 'drafts and the foobarium', 'p', 'conf'],
]

test('the same words find the same sections in the same order on both engines', {
  skip: ENGINES.length < 2,
}, async (t) => {
  const found = []
  for (const engine of ENGINES) {
    const { db, clock, config } = await buildDeps(t, { engine })
    await importFolder({ db, clock, config }, COMMAND_LINE, resolve('docs'))
    const hits = new Hits({ db })
    const granted = new GrantedDocuments({ db })
    const results = []
    for (const q of QUERIES) {
      const { found, dropped } = await searchDocuments({ db, config, hits, granted }, VISITOR, { q, limit: 20 })
      results.push({ q, dropped, found: found.map(({ slug, score, section }) => ({ slug, score, section })) })
    }
    found.push(results)
  }
  assert.deepEqual(found[0], found[1])
  for (const { q, found: some } of found[0]!) assert.ok(some.length > 0, q)
})
