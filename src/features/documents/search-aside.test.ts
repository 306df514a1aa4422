// A search in a thread finds what a search here finds, as soon as it is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDeps, onEngines } from '../../../test/build.ts'
import type { Actor } from '../../actor.ts'
import { GalleyError } from '../../errors.ts'
import { searchAside, searchDocuments } from './search.ts'
import { createDocument, updateDocument } from './service.ts'

const EDITOR: Actor = { userId: null, role: 'editor', label: 'a test' }

onEngines('a search aside', (engine) => {
  test('answers with the bytes of a search here, at once after every change', async (t) => {
    const deps = await buildDeps(t, { engine })
    deps.threads.start()
    const both = async (q: string) => {
      const [aside, here] = [await searchAside(deps, EDITOR, q, 5), await searchDocuments(deps, EDITOR, q, 5)]
      assert.equal(aside, JSON.stringify(here))
      return here.map(({ title }) => title)
    }
    const { head } = await createDocument(deps, EDITOR, { title: 'Heron', markdown: 'A bird that wades…' })
    assert.deepEqual(await both('heron'), ['Heron'])
    await updateDocument(deps, EDITOR, head.id, { title: 'Stork' })
    assert.deepEqual([await both('heron'), await both('stork'), await both('wades')], [[], ['Stork'], ['Stork']])
  })

  test('fails as a search here does', async (t) => {
    const deps = await buildDeps(t, { engine })
    deps.threads.start()
    await deps.db.inTransaction((tx) => tx.schema.dropTable('search_words').execute())
    const told = async (search: Promise<unknown>) =>
      search.then(
        () => 'nothing',
        (error: Error) => (error instanceof GalleyError ? error.detail : error.message),
      )
    assert.notEqual(await told(searchAside(deps, EDITOR, 'heron', 5)), 'nothing')
    assert.equal(
      await told(searchAside(deps, EDITOR, 'heron', 5)),
      await told(searchDocuments(deps, EDITOR, 'heron', 5)),
    )
  })
})
