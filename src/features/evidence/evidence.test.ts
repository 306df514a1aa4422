// Evidence through the life of a document, on both engines: approval, saves, revisions, the trash, and by hand.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, onEngines } from '../../../test/build.ts'
import { approveWith, evidenceOn } from '../../../test/evidence.ts'

type EvidenceBlock = { block_id: string; origin: string; sources: { kind: string; title?: string; before?: boolean }[] }
const summary = (blocks: EvidenceBlock[]) =>
  blocks.map(({ block_id, origin, sources }) => [
    block_id,
    origin,
    ...sources.map(({ kind, before }) => (before ? `${kind} before` : kind)),
  ])

onEngines('evidence of a document', (engine) => {
  const site = async (t: Parameters<typeof build>[0]) => evidenceOn(await build(t, { engine }))

  /** drafted is a document of two paragraphs: one quotes another document, one rests on the notes. */
  async function drafted(t: Parameters<typeof build>[0]) {
    const on = await site(t)
    const source = await on.make({ title: 'Source', markdown: 'Backups are kept for 30 days. Ask Ada.' })
    const id = await on.make({ title: 'Guide' })
    const quoted = { kind: 'document' as const, id: source, title: 'Source', quote: 'Backups are kept for 30 days.' }
    const noted = { kind: 'notes' as const, id: null, title: 'Notes', quote: 'Ada said so' }
    await approveWith(on, id, [
      { text: 'Backups are kept for 30 days.', origin: 'source', sources: [quoted] },
      { text: 'Ada keeps them.', origin: 'notes', sources: [noted] },
    ])
    return { ...on, id, source }
  }

  describe('approval', () => {
    test('makes what the draft rests on part of the document, with who approved it', async (t) => {
      const { evidence, id, source, editor } = await drafted(t)
      const [first, second] = await evidence(id)
      assert.deepEqual([first.origin, second.origin], ['source', 'notes'])
      assert.equal(first.approved_by.id, editor.id)
      const { kind, quote, url, version } = first.sources[0]
      assert.deepEqual([kind, first.sources[0].id, quote], ['document', source, 'Backups are kept for 30 days.'])
      assert.deepEqual([url, version, first.sources[0].stale], ['/read/source', 1, null])
    })
  })

  describe('a save', () => {
    test('keeps the evidence of a block by its id, else by its text', async (t) => {
      const { call, evidence, id, blockIds } = await drafted(t)
      await call('PUT', `/api/docs/${id}`, { markdown: 'New.\n\nAda **keeps** them.\n\nBackups are kept for 30 days.' })
      const [, ada, backups] = await blockIds(id)
      const after = (await evidence(id)) as EvidenceBlock[]
      assert.deepEqual(
        summary(after).sort(),
        [
          [ada, 'notes', 'notes'],
          [backups, 'source', 'document'],
        ].sort(),
      )
    })

    test('makes a rewritten block one of a person, with what it rested on before', async (t) => {
      const { call, evidence, id } = await drafted(t)
      const { blocks } = (await call('GET', `/api/docs/${id}/blocks`)).body
      blocks[0].content = [{ type: 'text', text: 'Backups stay.', styles: {} }]
      await call('PUT', `/api/docs/${id}/blocks`, { blocks })
      assert.deepEqual(summary(await evidence(id)), [
        ['p0', 'human', 'document before'],
        ['p1', 'notes', 'notes'],
      ])
    })

    test('of Markdown that changed a block by a word keeps its sources, as before', async (t) => {
      const { call, evidence, id, blockIds } = await drafted(t)
      await call('PUT', `/api/docs/${id}`, { markdown: 'First.\n\nBackups are kept for 31 days.\n\nAda keeps them.' })
      const [, backups, ada] = await blockIds(id)
      assert.deepEqual(
        summary(await evidence(id)).sort(),
        [
          [backups, 'human', 'document before'],
          [ada, 'notes', 'notes'],
        ].sort(),
      )
    })

    test('as a working copy changes nothing; publishing it is a save', async (t) => {
      const { call, evidence, id, source, blockIds } = await drafted(t)
      const before = await evidence(id)
      await call('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Ada keeps them.\n\nBackups stay.' })
      await call('PUT', `/api/docs/${source}?publish=false`, { markdown: 'Backups are kept for 45 days.' })
      assert.deepEqual(await evidence(id), before)
      await call('POST', `/api/docs/${source}/publish`)
      assert.equal((await evidence(id))[0].sources[0].stale.nearest, 'Backups are kept for 45 days.')
      await call('POST', `/api/docs/${id}/publish`)
      assert.deepEqual(summary(await evidence(id)), [[(await blockIds(id))[0], 'notes', 'notes']])
    })

    test('that is undone by a restore brings the evidence back', async (t) => {
      const { call, evidence, id } = await drafted(t)
      const before = await evidence(id)
      await call('PUT', `/api/docs/${id}`, { markdown: '' })
      assert.deepEqual(await evidence(id), [])
      const [revision] = (await call('GET', `/api/docs/${id}/revisions`)).body
      await call('POST', `/api/docs/${id}/revisions/${revision.id}/restore`)
      assert.deepEqual(summary(await evidence(id)), summary(before))
    })
  })

  test('a move and a new slug leave it, and the trash gives a document back with its evidence', async (t) => {
    const { call, evidence, id } = await drafted(t)
    const before = summary(await evidence(id))
    const category_id = (await call('POST', '/api/admin/categories/', { name: 'Elsewhere' })).body.id
    await call('PUT', `/api/docs/${id}`, { category_id, slug: 'elsewhere', title: 'Other' })
    assert.deepEqual(summary(await evidence(id)), before)
    await call('DELETE', `/api/docs/${id}`)
    await call('POST', `/api/admin/docs/trash/${id}/restore`)
    assert.deepEqual(summary(await evidence(id)), before)
  })

  describe('POST /api/docs/:doc_id/evidence', () => {
    test('422 names a block, a document, an address and a quote that can not be', async (t) => {
      const { call, make, blockIds } = await site(t)
      const id = await make({ title: 'A', markdown: 'One.' })
      const other = await make({ title: 'B', markdown: 'Two.' })
      const [block_id] = await blockIds(id)
      const attach = async (payload: object) => {
        const { status, body } = await call('POST', `/api/docs/${id}/evidence`, { block_id, quote: 'Two.', ...payload })
        return [status, body.detail?.[0]?.loc?.at(-1)]
      }
      assert.deepEqual(await attach({ kind: 'text', block_id: 'none' }), [422, 'block_id'])
      assert.deepEqual(await attach({ kind: 'document', id: 4711 }), [422, 'id'])
      assert.deepEqual(await attach({ kind: 'document', id }), [422, 'id'])
      assert.deepEqual(await attach({ kind: 'url', url: 'javascript:alert(1)' }), [422, 'url'])
      assert.deepEqual(await attach({ kind: 'document', id: other, quote: 'Three.' }), [422, 'quote'])
    })

    test('201 for a document, an address and a text; each can be shown, hidden and removed', async (t) => {
      const { call, make, blockIds, quote, db } = await site(t)
      const id = await make({ title: 'A', markdown: 'One.' })
      await quote(id, await make({ title: 'B', markdown: 'Two.' }), 'two.')
      const [block_id] = await blockIds(id)
      const url = 'https://example.com/a'
      await call('POST', `/api/docs/${id}/evidence`, { block_id, kind: 'url', url, quote: 'Three' })
      const { body } = await call('POST', `/api/docs/${id}/evidence`, { block_id, kind: 'text', quote: 'Four' })
      const { sources, origin } = body.blocks[0]
      assert.deepEqual(
        { origin, sources: sources.map(({ title }: { title: string }) => title) },
        { origin: 'human', sources: ['B', 'example.com', ''] },
      )
      const { key } = sources[2]
      assert.equal((await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: true })).status, 200)
      assert.equal((await call('DELETE', `/api/docs/${id}/evidence/${key}`)).body.blocks[0].sources.length, 2)
      assert.equal((await call('DELETE', `/api/docs/${id}/evidence/${key}`)).status, 404)
      const audit = await db.read.selectFrom('audit').select('action').where('action', 'like', 'evidence.%').execute()
      assert.equal(audit.length, 5)
    })
  })
})
