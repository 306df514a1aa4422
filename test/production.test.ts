// What `npm ci --omit=dev` leaves is enough: the service and its background processes start, save, search, draft and show pages
// while no development package can be imported.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshPostgres, onEngines } from './build.ts'
import { firstToken, NO_LIMITS, startService, stopService } from './faults/service.ts'
import { until } from './until.ts'

onEngines('without development packages', (engine) => {
  test('the service starts, saves, drafts and shows', { timeout: 300_000 }, async (t) => {
    const service = await startService({
      ...NO_LIMITS,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'no-dev-packages.ts')}`,
      DATABASE_URL: engine === 'postgres' ? await freshPostgres(t) : '',
      GALLEY_WORKERS: '1',
    })
    t.after(() => stopService(service))
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await firstToken(service.origin)}` }
    const get = async (path: string) => {
      const response = await fetch(service.origin + path, { headers })
      assert.equal(response.status, 200, `${path}: ${service.said()}`)
      return response.text()
    }
    const post = (path: string, body: object) =>
      fetch(service.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const markdown = 'Some words.\n\n```ts\nconst one = 1\n```\n\n$$a^2$$\n\n```mermaid\ngraph TD; A-->B\n```'
    await post('/api/docs/', { title: 'A page', markdown })
    await post('/api/pipeline/docs/enqueue', { document_id: 1, notes: 'One. Two.' })
    assert.match(await get('/read/a-page'), /<svg/)
    for (const path of ['/', '/api/docs/search?q=words', '/docs', '/openapi.json']) await get(path)
    await until('the draft is ready', async () => (await get('/api/pipeline/docs/job/1')).includes('"review"'))
  })
})
