// The overview of the documentation, on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../../../../test/build.ts'
import { inboxSite } from '../../../../test/inbox.ts'

onEngines('the overview', (engine) => {
  test('counts what is checked, stale and unowned by category', async (t) => {
    const { ada, send, create } = await inboxSite(await build(t, { engine }))
    const { id: category_id } = (await send(ada, 'POST', '/api/admin/categories/', { name: 'Heat' })).body
    const source = await create({ title: 'Rules' })
    for (const title of ['Old', 'New']) {
      const { id, blocks } = await create({ title, category_id })
      const evidence = { block_id: blocks[0]!.id, kind: 'document', id: source.id, quote: 'The kiln is on.' }
      await send(ada, 'POST', `/api/docs/${id}/evidence`, evidence)
      if (title === 'Old') await send(ada, 'PUT', `/api/docs/${source.id}`, { markdown: 'The kiln is off.' })
      if (title === 'New') await send(ada, 'PUT', `/api/docs/${id}/owner`, { owner_id: ada.id })
    }
    const counts = { helpful: 0, unhelpful: 0 }
    assert.deepEqual((await send(ada, 'GET', '/api/admin/docs/overview')).body, [
      { category: { id: category_id, name: 'Heat' }, documents: 2, checked: 0, stale: 1, unowned: 1, ...counts },
      { category: null, documents: 1, checked: 0, stale: 0, unowned: 1, ...counts },
    ])
  })
})
