// The tree: its order, its bound, its counts; and answers that are kept: fresh, compressed when asked for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, onEngines } from '../../../../test/build.ts'
import { TREE_DOCUMENTS } from './tree.ts'

type Node = {
  type: string
  title: string
  children: Node[]
  document_count?: number
  truncated?: boolean
  pinned?: boolean
}

onEngines('the tree', (engine) => {
  test('categories by order, then documents by pin, position and title; bounded, counted, fresh, compressed', async (t) => {
    const { app, db, person } = await build(t, { engine })
    const { headers } = await person('editor')
    const post = async (url: string, payload?: object) =>
      (await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })).json()
    const tree = async (): Promise<Node[]> => (await app.inject('/api/docs/tree')).json()
    const titles = (nodes: Node[]) => nodes.map((node) => node.title)

    const guides = await post('/api/admin/categories/', { name: 'Guides' })
    await post('/api/admin/categories/', { name: 'Empty' })
    await post('/api/admin/categories/', { name: 'Inner', parent_id: guides.id })
    for (const title of ['Chapter 10', 'chapter 2', 'Ähre', 'Zebra'])
      await post('/api/docs/', { title, category_id: guides.id })
    await post('/api/docs/', { title: 'First', category_id: guides.id, position: 1 })
    const pin = await post('/api/docs/', { title: 'Zz pinned', category_id: guides.id })
    await app.inject({ method: 'POST', url: `/api/docs/${pin.id}/pin`, headers })
    await post('/api/docs/', { title: 'Loose' })

    const nodes = await tree()
    assert.deepEqual(titles(nodes), ['Guides', 'Empty', 'Loose'])
    const [first] = nodes
    assert.deepEqual(titles(first!.children), [
      'Inner',
      'Zz pinned',
      'First',
      'Ähre',
      'chapter 2',
      'Chapter 10',
      'Zebra',
    ])
    assert.equal(first!.document_count, 6)
    assert.equal(first!.truncated, false)
    assert.equal(first!.children[1]!.pinned, true)

    await db.inTransaction(async (tx) => {
      const rows = Array.from({ length: TREE_DOCUMENTS }, (_, i) => ({
        slug: `n-${i}`,
        title: `N ${i}`,
        category_id: guides.id,
        created_at: 1,
        updated_at: 1,
      }))
      await tx.insertInto('documents').values(rows).execute()
      tx.touch('tree')
    })
    const grown = (await tree())[0]!
    assert.equal(grown.document_count, TREE_DOCUMENTS + 6)
    assert.equal(grown.truncated, true)
    assert.equal(grown.children.filter((node) => node.type === 'document').length, TREE_DOCUMENTS)

    const plain = await app.inject('/api/docs/tree')
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await app.inject({ url: '/api/docs/tree', headers: { 'accept-encoding': `${encoding};q=0.9` } })
      assert.equal(packed.headers['content-encoding'], encoding)
      assert.equal(packed.headers.etag, plain.headers.etag)
      assert.equal(unpack[encoding](packed.rawPayload).toString(), plain.body)
      assert.ok(packed.rawPayload.length < plain.body.length / 4)
    }
    const refused = await app.inject({ url: '/api/docs/tree', headers: { 'accept-encoding': 'gzip;q=0, identity' } })
    assert.equal(refused.headers['content-encoding'], undefined)

    await app.inject({ method: 'PUT', url: `/api/docs/${pin.id}`, headers, payload: { title: 'Renamed' } })
    assert.ok(titles((await tree())[0]!.children).includes('Renamed'))
  })
})
