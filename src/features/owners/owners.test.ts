// Owners through the API, on both engines: of documents, inherited from categories, passed on, and left behind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines, type TestPerson } from '../../../test/build.ts'
import { pluck } from '../../../test/pluck.ts'
import { siteOf } from '../../../test/site-of.ts'

onEngines('owners', (engine) => {
  const { deps, people, send } = siteOf({ engine }, { ada: 'editor', ben: 'editor', admin: 'admin' })
  const { ada, ben, admin } = people
  const category = async (name: string, parent_id: number | null = null): Promise<number> =>
    (await send('POST', '/api/admin/categories/', { name, parent_id })).body.id
  const create = async (title: string, category_id: number | null = null): Promise<number> =>
    (await send('POST', '/api/docs/', { title, category_id })).body.id
  const ownerOf = async (id: number) => {
    const { owner, category_id } = (await send('GET', `/api/docs/${id}/owner`)).body
    return { owner: owner?.id ?? null, from: category_id }
  }

  test('are those of the document, or else of the nearest category above it', async () => {
    const top = await category('Handbook')
    const below = await category('Kilns', top)
    const id = await create('Firing', below)
    assert.deepEqual(await ownerOf(id), { owner: null, from: null })
    await send('PUT', `/api/admin/categories/${top}/owner`, { owner_id: ada.id })
    assert.deepEqual(await ownerOf(id), { owner: ada.id, from: top })
    await send('PUT', `/api/admin/categories/${below}/owner`, { owner_id: ben.id })
    assert.deepEqual(await ownerOf(id), { owner: ben.id, from: below })
    await send('PUT', `/api/docs/${id}/owner`, { owner_id: admin.id })
    assert.deepEqual(await ownerOf(id), { owner: admin.id, from: null })
    await send('PUT', `/api/docs/${id}/owner`, { owner_id: null })
    assert.deepEqual(await ownerOf(id), { owner: ben.id, from: below })
  })

  test('can change the text that they answer for', async () => {
    const id = await create('Wrong')
    const reader = await deps.person('reader')
    const wrong: [object, string][] = [
      [{ owner_id: reader.id }, 'owner_id'],
      [{ owner_id: 999_999 }, 'owner_id'],
    ]
    for (const [payload, field] of wrong) {
      const { status, body } = await send('PUT', `/api/docs/${id}/owner`, payload)
      assert.deepEqual({ status, loc: body.detail[0].loc }, { status: 422, loc: ['body', field] })
    }
    assert.equal((await send('PUT', '/api/docs/999999/owner', { owner_id: ada.id })).status, 404)
    assert.equal((await send('PUT', '/api/admin/categories/999999/owner', { owner_id: ada.id })).status, 404)
  })

  test('are out of reach of a token that is bound to another category', async () => {
    const [here, elsewhere] = [await category('Here'), await category('Elsewhere')]
    const id = await create('Bound', here)
    const asked = { name: 'b', scopes: ['read', 'write'], category_ids: [elsewhere] }
    const { token } = (await send('POST', '/api/tokens', asked)).body
    const bound = { ...ada, headers: { ...ada.headers, authorization: `Bearer ${token}` } } as TestPerson
    for (const path of [`/api/docs/${id}/owner`, `/api/admin/categories/${here}/owner`])
      assert.equal((await send('PUT', path, { owner_id: ada.id }, bound)).status, 404, path)
  })

  test('pass on all that they answer for', async () => {
    const eve = await deps.person('editor')
    const [one, two, three] = [await create('One'), await create('Two'), await create('Three')]
    for (const id of [one, two]) await send('PUT', `/api/docs/${id}/owner`, { owner_id: eve.id })
    await send('PUT', `/api/docs/${three}/owner`, { owner_id: ada.id })
    const payload = { from_id: eve.id, to_id: ben.id }
    const passed = await send('POST', '/api/admin/owners/pass-on', payload, admin)
    assert.deepEqual(passed, { status: 200, body: { documents: 2, categories: 0 } })
    const now = await Promise.all([one, two, three].map(ownerOf))
    assert.deepEqual(pluck(now, 'owner'), [ben.id, ben.id, ada.id])
  })

  test('of someone who left are no owners any more', async () => {
    const eve = await deps.person('editor')
    const [one, two] = [await create('Left'), await create('Left alone')]
    await send('PUT', `/api/docs/${one}/owner`, { owner_id: eve.id })
    await send('PUT', `/api/docs/${two}/owner`, { owner_id: eve.id })
    const { body } = await send('GET', `/api/admin/users/${eve.id}/export`, undefined, admin)
    assert.deepEqual(pluck(body.owned, 'document_id'), [one, two])
    assert.equal((await send('DELETE', `/api/admin/users/${eve.id}`, undefined, admin)).status, 204)
    assert.deepEqual({ one: (await ownerOf(one)).owner, two: (await ownerOf(two)).owner }, { one: null, two: null })
  })
})
