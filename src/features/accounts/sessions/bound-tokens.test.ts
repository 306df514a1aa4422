// API tokens that are bound to categories: what is outside does not exist for them, in any list, search, tree or write, and a
// route that does not keep to the bound refuses them.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearer } from '../../../../test/accounts.ts'
import { buildOnce, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'

onEngines('tokens bound to categories', (engine) => {
  const shared = buildOnce({ engine })
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string, payload?: object) =>
    shared().app.inject({ method, url, headers: { ...OUTSIDE, ...bearer(token) }, ...(payload && { payload }) })

  const create = async (token: string, url: string, payload: object) => {
    const response = await ask('POST', url, token, payload)
    assert.equal(response.statusCode, 201, response.body)
    return response.json() as { id: number; slug: string; token: string; scopes: string[]; category_ids: number[] }
  }
  const category = (by: TestPerson, name: string, parent_id?: number) =>
    create(by.token, '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })
  const document = (by: TestPerson, title: string, category_id: number | null) =>
    create(by.token, '/api/docs/', { title, category_id, markdown: `zebra ${title}`, visibility: 'members' })

  /** site is a category with another below it, one beside it, and a document in each and in none. */
  async function site() {
    const editor = await shared().person('editor')
    const inside = await category(editor, 'Inside')
    const below = await category(editor, 'Below', inside.id)
    const beside = await category(editor, 'Beside')
    const [one, two] = [await document(editor, 'One', inside.id), await document(editor, 'Two', below.id)]
    const [three, four] = [await document(editor, 'Three', beside.id), await document(editor, 'Four', null)]
    const { token } = await create(editor.token, '/api/tokens', { name: 'bot', category_ids: [inside.id] })
    return { editor, inside, below, beside, one, two, three, four, token }
  }
  const idsOf = (response: { json: () => { id: number }[] }) =>
    response
      .json()
      .map(({ id }) => id)
      .sort((a, b) => a - b)

  describe('POST /api/tokens', () => {
    it('gives read and write, refuses the pipeline and administration, and knows no unreadable category', async () => {
      const { editor, inside } = await site()
      const bound = await create(editor.token, '/api/tokens', { name: 'x', category_ids: [inside.id, inside.id] })
      assert.deepEqual([bound.scopes, bound.category_ids], [['read', 'write'], [inside.id]])
      const admin = await shared().person('admin')
      for (const [who, payload, place] of [
        [admin, { scopes: ['read', 'pipeline'], category_ids: [inside.id] }, 'scopes'],
        [admin, { scopes: ['admin'], category_ids: [inside.id] }, 'scopes'],
        [admin, { category_ids: [999_999] }, 'category_ids'],
        [admin, { category_ids: [] }, 'category_ids'],
      ] as const) {
        const response = await ask('POST', '/api/tokens', who.token, { name: 'x', ...payload })
        assert.deepEqual([response.statusCode, response.json().detail[0].loc[1]], [422, place], response.body)
      }
      const hidden = await create(admin.token, '/api/admin/categories/', { name: 'Hidden', visibility: 'restricted' })
      const reader = await shared().person('reader')
      const response = await ask('POST', '/api/tokens', reader.token, { name: 'x', category_ids: [hidden.id] })
      assert.equal(response.statusCode, 422)
    })
  })

  describe('a bound token', () => {
    it('finds only what is inside, however it looks', async () => {
      const { token, one, two, three, four, beside, inside } = await site()
      const wanted = [one.id, two.id]
      assert.deepEqual(idsOf(await ask('GET', '/api/docs/private', token)), wanted)
      assert.deepEqual(idsOf(await ask('GET', '/api/docs/search?q=zebra', token)), wanted)
      assert.deepEqual(idsOf(await ask('GET', `/api/docs/search?q=zebra&category_id=${inside.id}`, token)), wanted)
      assert.equal((await ask('GET', `/api/docs/search?q=zebra&category_id=${beside.id}`, token)).statusCode, 404)
      assert.deepEqual((await ask('GET', '/api/docs/suggest?q=T', token)).json(), ['Two'])
      assert.deepEqual(idsOf(await ask('GET', '/api/docs/suggest/full?q=F', token)), [])
      const tree = (await ask('GET', '/api/docs/tree/me', token)).json()
      assert.deepEqual(
        tree.map((node: { id: number; children: unknown[] }) => [node.id, node.children.length]),
        [[inside.id, 2]],
      )
      for (const [{ id, slug }, status] of [
        [one, 200],
        [two, 200],
        [three, 404],
        [four, 404],
      ] as const)
        for (const url of [`/api/docs/${slug}`, `/api/docs/${id}/blocks`, `/api/docs/${id}/markdown`])
          assert.equal((await ask('GET', url, token)).statusCode, status, url)
    })

    it('shares no kept response with its owner, in either order', async () => {
      const { token, editor, one, two, three } = await site()
      for (const [who, status] of [
        [editor.token, 200],
        [token, 404],
        [editor.token, 200],
      ] as const)
        assert.equal((await ask('GET', `/api/docs/${three.slug}`, who)).statusCode, status)
      assert.deepEqual(idsOf(await ask('GET', '/api/docs/private', token)), [one.id, two.id])
      assert.ok(idsOf(await ask('GET', '/api/docs/private', editor.token)).includes(three.id))
    })

    it('writes inside and nowhere else, and moves nothing in or out', async () => {
      const { token, inside, below, beside, one, three, four } = await site()
      assert.equal((await create(token, '/api/docs/', { title: 'New', category_id: below.id })).slug, 'new')
      // Not how often they were read, which is counted later.
      const stored = () =>
        shared()
          .db.read.selectFrom('documents')
          .select(['id', 'title', 'slug', 'category_id', 'version', 'has_content'])
          .orderBy('id')
          .execute()
      const before = await stored()
      for (const [method, url, payload, status] of [
        ['POST', '/api/docs/', { title: 'Out', category_id: beside.id }, 422],
        ['POST', '/api/docs/', { title: 'Out' }, 422],
        ['PUT', `/api/docs/${one.id}`, { category_id: beside.id }, 422],
        ['PUT', `/api/docs/${one.id}`, { category_id: null }, 422],
        ['PUT', `/api/docs/${three.id}`, { title: 'Mine' }, 404],
        ['PUT', `/api/docs/${three.id}`, { category_id: inside.id }, 404],
        ['PUT', `/api/docs/${four.id}/blocks`, { blocks: [] }, 404],
        ['DELETE', `/api/docs/${three.id}`, undefined, 404],
      ] as const)
        assert.equal((await ask(method, url, token, payload)).statusCode, status, `${method} ${url}`)
      assert.deepEqual(await stored(), before)
      assert.equal((await ask('PUT', `/api/docs/${one.id}`, token, { category_id: below.id })).statusCode, 200)
      assert.equal((await ask('DELETE', `/api/docs/${one.id}`, token)).statusCode, 204)
    })

    it('follows what is moved, at once', async () => {
      const { token, editor, inside, below, beside, two } = await site()
      const blocks = () => ask('GET', `/api/docs/${two.id}/blocks`, token)
      const move = (to: number) =>
        shared().app.inject({
          method: 'PATCH',
          url: `/api/admin/categories/${below.id}/parent?new_parent_id=${to}`,
          headers: editor.headers,
        })
      assert.equal((await blocks()).statusCode, 200)
      assert.equal((await move(beside.id)).statusCode, 200)
      assert.equal((await blocks()).statusCode, 404)
      await move(inside.id)
      assert.equal((await blocks()).statusCode, 200)
    })
  })
})
