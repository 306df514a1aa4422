// Links that lead nowhere wait for the owner of the page, on both engines, for as long as they do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, type Method, onEngines } from '../../../../test/build.ts'

onEngines('links from page to page', (engine) => {
  test('wait for the owner of the page while they lead nowhere, whatever happens to the other page', async (t) => {
    const built = await build(t, { engine })
    const [ada, ben] = [await built.person('editor'), await built.person('editor')]
    const call = async (method: Method, url: string, payload?: object, by = ada) => {
      const response = await built.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) })
      assert.ok(response.statusCode < 300, `${method} ${url} ${response.body}`)
      return response.body === '' ? null : response.json()
    }
    const markdown =
      'See [the kiln](/read/kiln#heat), [search](/read/search) and [other](https://example.com/read/kiln).'
    const { id } = await call('POST', '/api/docs/', { title: 'Firing', markdown })
    await call('PUT', `/api/docs/${id}/owner`, { owner_id: ben.id })
    const broken = async () => {
      const { items } = await call('GET', '/api/admin/inbox', undefined, ben)
      return items.map((entry: { kind: string; text: string }) => `${entry.kind} ${entry.text}`)
    }
    const entry = ['link /read/kiln']
    assert.deepEqual(await broken(), entry, 'nothing is there')
    const kiln = (await call('POST', '/api/docs/', { title: 'Kiln', markdown: 'Hot.' })).id
    const steps: [string, Method, string, object | undefined, string[]][] = [
      ['it has another address', 'PUT', `/api/docs/${kiln}`, { slug: 'oven' }, []],
      ['it is no more published', 'POST', `/api/docs/${kiln}/unpublish`, undefined, entry],
      ['it is published', 'PUT', `/api/docs/${kiln}`, { published: true }, []],
      ['it is deleted', 'DELETE', `/api/docs/${kiln}`, undefined, entry],
      ['it is back', 'POST', `/api/admin/docs/trash/${kiln}/restore`, undefined, []],
      ['it is deleted again', 'DELETE', `/api/docs/${kiln}`, undefined, entry],
      ['the link is gone', 'PUT', `/api/docs/${id}`, { markdown: 'Hot.' }, []],
    ]
    assert.deepEqual(await broken(), [], 'it is there')
    for (const [what, method, url, payload, expected] of steps) {
      await call(method, url, payload)
      assert.deepEqual(await broken(), expected, what)
    }
  })
})
