// Staleness, on both engines: which blocks need a look after a document was changed, deleted, restored or closed.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, onEngines } from '../../../test/build.ts'
import { evidenceOn } from '../../../test/evidence.ts'

onEngines('staleness', (engine) => {
  /** quoting is a source of two sentences, and two documents that quote one of them each. */
  async function quoting(t: Parameters<typeof build>[0], fields: object = {}) {
    const on = await evidenceOn(await build(t, { engine }))
    const source = await on.make({ title: 'Source', markdown: 'Keep 30 days.\n\nAsk 5 people.', ...fields })
    const [days, people] = [await on.make({ title: 'A', markdown: 'a' }), await on.make({ title: 'B', markdown: 'b' })]
    await on.quote(days, source, 'Keep 30 days.')
    await on.quote(people, source, 'Ask 5 people.')
    const states = async () => [await on.staleOf(days), await on.staleOf(people)].flat()
    return { ...on, source, days, people, states }
  }

  describe('a changed text', () => {
    test('flags exactly the blocks that quote what is gone, with what is there instead', async (t) => {
      const { call, states, evidence, source, days } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 5 people.' })
      assert.deepEqual(await states(), ['changed', null])
      assert.equal((await evidence(days))[0].sources[0].stale.nearest, 'Keep 45 days.')
    })

    test('flags nothing for whitespace, case, emphasis or a new title, and is forgotten when the quote is back', async (t) => {
      const { call, states, source } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { title: 'New', markdown: '- keep **30**  days.\n- Ask 5 _people_.' })
      assert.deepEqual(await states(), [null, null])
      await call('PUT', `/api/docs/${source}`, { markdown: 'Nothing.' })
      assert.deepEqual(await states(), ['changed', 'changed'])
      await call('PUT', `/api/docs/${source}`, { markdown: 'Ask 5 people. Keep 30 days.' })
      assert.deepEqual(await states(), [null, null])
    })
  })

  test('a deleted source is flagged, and one that is restored is not', async (t) => {
    const { call, states, source } = await quoting(t)
    await call('DELETE', `/api/docs/${source}`)
    assert.deepEqual(await states(), ['deleted', 'deleted'])
    await call('POST', `/api/admin/docs/trash/${source}/restore`)
    assert.deepEqual(await states(), [null, null])
  })

  describe('a closed source', () => {
    test('is one that not every reader of the quoting document may read', async (t) => {
      const { call, states, source, days } = await quoting(t)
      await call('PUT', `/api/docs/${days}`, { visibility: 'members' })
      await call('PUT', `/api/docs/${source}`, { visibility: 'members' })
      assert.deepEqual(await states(), [null, 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'restricted' })
      assert.deepEqual(await states(), ['closed', 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'public' })
      assert.deepEqual(await states(), [null, null])
    })

    test('may be so by its category, or because the quoting document was opened', async (t) => {
      const on = await evidenceOn(await build(t, { engine }))
      const category = (await on.call('POST', '/api/admin/categories/', { name: 'Inside' })).body.id
      const source = await on.make({ title: 'S', markdown: 'Keep 30 days.', category_id: category })
      const id = await on.make({ title: 'A', markdown: 'a', visibility: 'members' })
      await on.quote(id, source, 'Keep 30 days.')
      await on.call('PUT', `/api/admin/categories/${category}`, { visibility: 'members' })
      assert.deepEqual(await on.staleOf(id), [null])
      await on.call('PUT', `/api/docs/${id}`, { visibility: 'public' })
      assert.deepEqual(await on.staleOf(id), ['closed'])
      await on.call('PUT', `/api/admin/categories/${category}`, { visibility: 'public' })
      assert.deepEqual(await on.staleOf(id), [null])
    })

    test('that changed meanwhile says so once it is open again', async (t) => {
      const { call, states, source } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { visibility: 'restricted' })
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 5 people.' })
      assert.deepEqual(await states(), ['closed', 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'public' })
      assert.deepEqual(await states(), ['changed', null])
    })
  })

  test('a save and an attachment at the same moment never leave a block fresh by mistake', async (t) => {
    const { call, make, quote, staleOf } = await evidenceOn(await build(t, { engine }))
    const source = await make({ title: 'S', markdown: 'Keep 30 days.' })
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => make({ title: `D${index}`, markdown: 'd' })))
    const [, ...attached] = await Promise.all([
      call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.' }),
      ...ids.map((id) => quote(id, source, 'Keep 30 days.')),
    ])
    const states = await Promise.all(ids.map(staleOf))
    assert.deepEqual(
      states,
      attached.map(({ status }) => (status === 201 ? ['changed'] : [])),
    )
  })
})
