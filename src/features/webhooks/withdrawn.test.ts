// A webhook with a filter hears the end of what it heard of, and of purged documents, categories and deleted accounts.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { forgetTrash } from '#features/documents/maintenance.ts'
import { DAY } from '#time.ts'
import { onEngines } from '../../../test/build.ts'
import type { Cleaner } from '../../../test/cleaner.ts'
import { webhookSite } from '../../../test/receiver.ts'

type HeardEvent = { type: string; data: { document?: object; category?: object; id?: number; from?: unknown } }

onEngines('the end of what a webhook heard of', (engine) => {
  const { site, clock, call, listen } = webhookSite(engine)
  const make = async (payload: object) => (await call('POST', '/api/docs/', payload)).body
  const makeCategory = async (payload: object) => (await call('POST', '/api/admin/categories/', payload)).body.id
  /** hear is what a webhook with this filter was sent so far, oldest first. */
  const hear = async (t: Cleaner, filter: object) => {
    const { path } = await listen(t, { url: 'https://hooks.example/', ...filter })
    return async (): Promise<HeardEvent[]> => {
      const { items } = (await call('GET', `${path}/deliveries`)).body
      const whole = items.map(({ id }: { id: number }) => call('GET', `${path}/deliveries/${id}`))
      return (await Promise.all(whole)).map(({ body }) => JSON.parse(body.request.body)).reverse()
    }
  }
  const events = ['document.withdrawn']
  const withdrawn = ({ id, slug }: { id: number; slug: string }) => ({
    type: 'document.withdrawn',
    data: { document: { id, slug } },
  })
  const said = (heard: HeardEvent[]) => heard.map(({ type, data }) => ({ type, data }))

  describe('document.withdrawn', () => {
    test('when a document is unpublished or closed, by the slug that was known', async (t) => {
      const everyone = await hear(t, { events, visibility: 'public' })
      const members = await hear(t, { events, visibility: 'members' })
      const all = await hear(t, { events })
      const [one, two] = [await make({ title: 'First page' }), await make({ title: 'Second page' })]
      await call('POST', `/api/docs/${one.id}/unpublish`)
      await call('PUT', `/api/docs/${two.id}`, { visibility: 'members', slug: 'second-secret', title: 'Secret' })
      await call('PUT', `/api/docs/${two.id}`, { title: 'Still secret' })
      assert.deepEqual(said(await everyone()), [withdrawn(one), withdrawn(two)])
      assert.deepEqual(said(await members()), [withdrawn(one)])
      assert.deepEqual(await all(), [])
    })

    test('when it leaves a category, or the category leaves another', async (t) => {
      const [top, other] = [await makeCategory({ name: 'Top' }), await makeCategory({ name: 'Other' })]
      const below = await makeCategory({ name: 'Below', parent_id: top })
      const heard = await hear(t, { events, category_id: top })
      const [one, two] = [
        await make({ title: 'Mover', category_id: top }),
        await make({ title: 'Stayer', category_id: below }),
      ]
      const secret = await make({ title: 'Unseen', category_id: below, visibility: 'members' })
      const openly = await hear(t, { events, category_id: top, visibility: 'public' })
      await call('PUT', `/api/docs/${one.id}`, { category_id: below })
      assert.deepEqual(await heard(), [])
      await call('PUT', `/api/docs/${one.id}`, { category_id: other })
      await call('PUT', `/api/admin/categories/${below}`, { parent_id: other })
      assert.deepEqual(said(await heard()), [withdrawn(one), withdrawn(two), withdrawn(secret)])
      assert.deepEqual(said(await openly()), [withdrawn(one), withdrawn(two)])
    })

    test('when a category closes over its pages', async (t) => {
      const top = await makeCategory({ name: 'Closing' })
      const below = await makeCategory({ name: 'Inside', parent_id: top })
      const heard = await hear(t, { events, visibility: 'public' })
      const pages = [
        await make({ title: 'Page one', category_id: top }),
        await make({ title: 'Page two', category_id: below }),
      ]
      await make({ title: 'Closed before', category_id: below, visibility: 'members' })
      await call('PUT', `/api/admin/categories/${top}`, { visibility: 'restricted' })
      assert.deepEqual(said(await heard()), pages.map(withdrawn))
    })
  })

  test('purged documents, by hand or with time', async (t) => {
    const heard = await hear(t, { events: ['document.purged'] })
    const openly = await hear(t, { events: ['document.purged'], visibility: 'public' })
    const home = await makeCategory({ name: 'Inner room', visibility: 'members' })
    const within = await hear(t, { events: ['document.purged'], visibility: 'members', category_id: home })
    const [one, two] = [await make({ title: 'Shredded' }), await make({ title: 'Expired' })]
    const hidden = [
      await make({ title: 'Of members', visibility: 'members' }),
      await make({ title: 'Never published', published: false }),
      await make({ title: 'In a closed category', category_id: home }),
    ]
    const all = [one, two, ...hidden]
    for (const { id } of all) await call('DELETE', `/api/docs/${id}`)
    await call('DELETE', `/api/admin/docs/trash/${one.id}`)
    clock.advance(31 * DAY)
    assert.equal(await site().db.inTransaction((tx) => forgetTrash(tx, 100, site())), 4)
    const known = (documents: typeof all) => documents.map(({ id, slug }) => ({ id, slug }))
    const documentsOf = async (messages: typeof heard) => (await messages()).map(({ data }) => data.document)
    assert.deepEqual(await documentsOf(heard), known(all))
    assert.deepEqual(await documentsOf(openly), known([one, two]))
    assert.deepEqual(await documentsOf(within), known([hidden[2]!]))
  })

  test('categories', async (t) => {
    const kinds = ['created', 'updated', 'moved', 'deleted'].map((what) => `category.${what}`)
    const heard = await hear(t, { events: kinds, visibility: 'public' })
    const home = await makeCategory({ name: 'Home' })
    const id = await makeCategory({ name: 'Guides' })
    await makeCategory({ name: 'Internal', visibility: 'members' })
    await call('PUT', `/api/admin/categories/${id}`, { name: 'Handbooks' })
    await call('PUT', `/api/admin/categories/${id}`, { parent_id: home })
    await call('DELETE', `/api/admin/categories/${id}`)
    const [, created, updated, moved, deleted] = await heard()
    assert.deepEqual([created!.type, updated!.type, moved!.type, deleted!.type], kinds)
    const category = { id, name: 'Guides', slug: 'guides', parent_id: null, visibility: 'public' }
    assert.deepEqual(created!.data, { category })
    assert.deepEqual(moved!.data, { category: { ...category, name: 'Handbooks', parent_id: home }, from: null })
    assert.equal((await heard()).length, 5)
  })

  test('deleted accounts', async (t) => {
    const heard = await hear(t, { events: ['user.deleted'] })
    const { id } = await site().person('reader')
    await call('DELETE', `/api/admin/users/${id}`)
    assert.deepEqual(said(await heard()), [{ type: 'user.deleted', data: { id } }])
  })
})
