// The tree: its order, its bound, its counts; and responses that are cached: up to date, compressed when asked for.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import type { TreeNode } from '../schemas.ts'
import { TREE_DOCUMENTS } from './tree.ts'

onEngines('the tree', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let headers: { authorization: string }
  let guides: number
  const post = async (url: string, payload: object) =>
    (await built.app.inject({ method: 'POST', url, headers, payload })).json()
  const tree = async (): Promise<TreeNode[]> => (await built.app.inject('/api/docs/tree')).json()
  const titles = (nodes: TreeNode[]) => nodes.map((node) => node.title)

  before(async () => {
    built = await build(t, { engine })
    ;({ headers } = await built.person('editor'))
    guides = (await post('/api/admin/categories/', { name: 'Guides' })).id
    await post('/api/admin/categories/', { name: 'Empty' })
    await post('/api/admin/categories/', { name: 'Inner', parent_id: guides })
    for (const title of ['Chapter 10', 'chapter 2', 'Ähre', 'Zebra'])
      await post('/api/docs/', { title, category_id: guides })
    await post('/api/docs/', { title: 'First', category_id: guides, position: 1 })
    const pin = await post('/api/docs/', { title: 'Zz pinned', category_id: guides })
    await built.app.inject({ method: 'POST', url: `/api/docs/${pin.id}/pin`, headers })
    await post('/api/docs/', { title: 'Loose' })
  })

  test('has categories by their order, then documents', async () => {
    assert.deepEqual(titles(await tree()), ['Guides', 'Empty', 'Loose'])
  })

  test('has documents by pin, position and title', async () => {
    const { children } = (await tree())[0]!
    const documents = ['Zz pinned', 'First', 'Ähre', 'chapter 2', 'Chapter 10', 'Zebra']
    assert.deepEqual(titles(children), ['Inner', ...documents])
    assert.equal(children[1]!.pinned, true)
  })

  test('counts the documents of a category', async () => {
    const { document_count, truncated } = (await tree())[0]!
    assert.deepEqual({ document_count, truncated }, { document_count: 6, truncated: false })
  })

  test('is up to date after a change', async () => {
    const { id } = await post('/api/docs/', { title: 'Before', category_id: guides })
    assert.ok(titles((await tree())[0]!.children).includes('Before'))
    await built.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload: { title: 'After' } })
    assert.ok(titles((await tree())[0]!.children).includes('After'))
    await built.app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
    assert.ok(!titles((await tree())[0]!.children).includes('After'))
  })

  test('has an ETag that is another when a title changes, and the same when it is as it was', async () => {
    const { id } = await post('/api/docs/', { title: 'Marked' })
    const rename = (title: string) =>
      built.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload: { title } })
    const etag = async () => (await built.app.inject('/api/docs/tree')).headers.etag
    const etags = [await etag()]
    for (const title of ['Remarked', 'Marked']) {
      await rename(title)
      etags.push(await etag())
    }
    assert.notEqual(etags[1], etags[0])
    assert.equal(etags[2], etags[0])
  })

  describe('with more documents than a category shows', () => {
    before(() =>
      built.db.inTransaction(async (tx) => {
        const rows = Array.from({ length: TREE_DOCUMENTS }, (_, i) => ({
          ...{ slug: `n-${i}`, title: `N ${i}`, category_id: guides },
          ...{ created_at: 1, updated_at: 1 },
        }))
        await tx.insertInto('document_rows').values(rows).execute()
      }),
    )

    test('is cut, and says so beside the whole count', async () => {
      const { document_count, truncated, children } = (await tree())[0]!
      assert.deepEqual({ document_count, truncated }, { document_count: TREE_DOCUMENTS + 6, truncated: true })
      assert.equal(children.filter((node) => node.type === 'document').length, TREE_DOCUMENTS)
    })

    for (const [encoding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      test(`is sent as ${encoding} to who takes that`, async () => {
        const plain = await built.app.inject('/api/docs/tree')
        const accept = { 'accept-encoding': `${encoding};q=0.9` }
        const packed = await built.app.inject({ url: '/api/docs/tree', headers: accept })
        assert.equal(packed.headers['content-encoding'], encoding)
        assert.equal(packed.headers.etag, plain.headers.etag)
        assert.equal(unpack(packed.rawPayload).toString(), plain.body)
        assert.ok(packed.rawPayload.length < plain.body.length / 4)
      })
    }

    test('is sent as it is to who refuses what is packed', async () => {
      const refused = { 'accept-encoding': 'gzip;q=0, identity' }
      const { headers } = await built.app.inject({ url: '/api/docs/tree', headers: refused })
      assert.equal(headers['content-encoding'], undefined)
    })
  })
})
