// What people do to categories stands in the audit trail, in the order in which they did it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../../../test/build.ts'

onEngines('categories in the audit trail', (engine) => {
  async function site(t: Parameters<typeof build>[0]) {
    const built = await build(t, { engine })
    const { headers } = await built.person('admin')
    const act = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
      const response = await built.app.inject({ method, url, headers, ...(payload && { payload }) })
      assert.ok(response.statusCode < 300, `${method} ${url}: ${response.body}`)
      return response.body === '' ? undefined : response.json()
    }
    const make = async (name: string, parent_id: number | null = null): Promise<number> =>
      (await act('POST', '/api/admin/categories/', { name, parent_id })).id
    const trail = async (query = 'kind=category'): Promise<[string, string, unknown][]> =>
      (await act('GET', `/api/admin/audit?${query}`)).items
        .map(({ action, detail: { title, ...rest } }: { action: string; detail: Record<string, unknown> }) => [
          action.replace('category.', ''),
          title,
          rest,
        ])
        .reverse()
    return { act, make, trail }
  }

  test('made, renamed and moved; an order among siblings is no entry', async (t) => {
    const { act, make, trail } = await site(t)
    const [a, b] = [await make('A'), await make('B')]
    await act('PUT', `/api/admin/categories/${b}`, { name: 'Bee', parent_id: a })
    await act('PUT', `/api/admin/categories/${b}`, { name: 'Bee' })
    await act('PATCH', `/api/admin/categories/${b}/parent`)
    await act('POST', `/api/admin/categories/${b}/move?direction=up`)
    assert.deepEqual(await trail(), [
      ['created', 'A', { slug: 'a', parent_id: null }],
      ['created', 'B', { slug: 'b', parent_id: null }],
      ['updated', 'Bee', { changed: ['name'], from: 'B' }],
      ['moved', 'Bee', { from: null, to: a }],
      ['moved', 'Bee', { from: a, to: null }],
    ])
  })

  test('deleted: what was moved away before, and everything that went along', async (t) => {
    const { act, make, trail } = await site(t)
    const a = await make('A')
    const b = await make('B', a)
    await make('C', b)
    await act('DELETE', `/api/admin/categories/${a}?content=move&to=root`)
    await act('DELETE', `/api/admin/categories/${b}?content=trash`)
    assert.deepEqual((await trail()).slice(3), [
      ['moved', 'B', { from: a, to: null }],
      ['deleted', 'A', { slug: 'a', parent_id: null, content: 'move', to: 'root' }],
      ['deleted', 'C', { slug: 'c', parent_id: b, content: 'trash' }],
      ['deleted', 'B', { slug: 'b', parent_id: null, content: 'trash' }],
    ])
    assert.equal((await trail('action=category.deleted')).length, 3)
  })
})
