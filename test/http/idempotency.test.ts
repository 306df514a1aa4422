// Idempotency-Key, on both engines: a request that is sent again does nothing twice, whoever races and whatever crashed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Built, buildOnce, emptyDocuments, onEngines } from '../build.ts'

const DAY = 24 * 3_600_000

onEngines('Idempotency-Key', (engine) => {
  const shared = buildOnce({ engine })
  let keys = 0

  async function editorOn(built: Built) {
    await emptyDocuments(built)
    const editor = await built.person('editor')
    const key = `key ${++keys}`
    const post = (url: string, payload: object = {}, headers: Record<string, string> = {}) =>
      built.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...editor.headers, 'idempotency-key': key, ...headers },
      })
    const count = async (table: 'documents' | 'jobs' | 'categories' | 'api_tokens') =>
      (await built.db.read.selectFrom(table).selectAll().execute()).length
    return { ...built, post, count }
  }

  test('a document is created once, and the repeat shows the same', async () => {
    const { post, count } = await editorOn(shared())
    const body = { title: 'Once', markdown: 'Text' }
    const [first, second] = [await post('/api/docs/', body), await post('/api/docs/', body)]
    assert.deepEqual([first.statusCode, second.statusCode], [201, 201])
    assert.deepEqual(second.json(), first.json())
    assert.equal(await count('documents'), 1)
  })

  test('of fifty at once one writes; the others hear what it did, or that it runs', async () => {
    const { post, count } = await editorOn(shared())
    const sent = await Promise.all(Array.from({ length: 50 }, () => post('/api/docs/', { title: 'Raced' })))
    for (const { statusCode } of sent) assert.ok([201, 409].includes(statusCode), String(statusCode))
    assert.ok(sent.some(({ statusCode }) => statusCode === 201))
    assert.equal(await count('documents'), 1)
    assert.equal((await post('/api/docs/', { title: 'Raced' })).statusCode, 201)
  })

  test('the same key for another body is refused at the header', async () => {
    const { post, count } = await editorOn(shared())
    await post('/api/docs/', { title: 'One' })
    const other = await post('/api/docs/', { title: 'Two' })
    assert.equal(other.statusCode, 422)
    assert.deepEqual(other.json().detail[0].loc, ['header', 'idempotency-key'])
    assert.equal(await count('documents'), 1)
  })

  test('a key counts for one account and one route', async () => {
    const { post, count, person } = await editorOn(shared())
    await post('/api/docs/', { title: 'One' })
    assert.equal((await post('/api/admin/docs/', { title: 'One' })).statusCode, 201)
    assert.equal((await post('/api/docs/', { title: 'One' }, (await person('editor')).headers)).statusCode, 201)
    assert.equal(await count('documents'), 3)
  })

  test('what failed may be tried again with the same key', async () => {
    const { post, count } = await editorOn(shared())
    await post('/api/docs/', { title: 'Taken', slug: 'taken' }, { 'idempotency-key': 'another' })
    const body = { title: 'Late', slug: 'late', category_id: 4_711 }
    assert.equal((await post('/api/docs/', body)).statusCode, 422)
    assert.equal((await post('/api/docs/', { title: 'Late', slug: 'late' })).statusCode, 201)
    assert.equal(await count('documents'), 2)
  })

  test('a key is forgotten after a day, and an empty or long one is refused', async () => {
    const { post, count, db } = await editorOn(shared())
    await post('/api/docs/', { title: 'One' })
    await db.inTransaction(
      async (tx) => void (await sql`update idempotency_keys set created_at = created_at - ${DAY}`.execute(tx)),
    )
    assert.equal((await post('/api/docs/', { title: 'One' })).statusCode, 201)
    assert.equal(await count('documents'), 2)
    for (const key of ['', 'k'.repeat(201)])
      assert.equal((await post('/api/docs/', { title: 'One' }, { 'idempotency-key': key })).statusCode, 422)
  })

  test('a repeat is checked as things are now', async () => {
    const { post, app, person } = await editorOn(shared())
    const { id } = (await post('/api/docs/', { title: 'Gone' })).json()
    const { headers } = await person('admin')
    await app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
    assert.equal((await post('/api/docs/', { title: 'Gone' })).statusCode, 404)
  })

  test('a job is enqueued once, also by category', async () => {
    const { post, count } = await editorOn(shared())
    const category = (await post('/api/admin/categories/', { name: 'Backlog' })).json().id
    const { id } = (await post('/api/docs/', { title: 'A', category_id: category })).json()
    const body = { category_id: category }
    const first = (await post('/api/pipeline/docs/enqueue_many', body)).json()
    assert.equal(first.enqueued[0].document_id, id)
    assert.deepEqual((await post('/api/pipeline/docs/enqueue_many', body)).json(), first)
    assert.equal(await count('jobs'), 1)
  })

  test('a webhook is added once, and its secret kept in one place', async () => {
    const { post, db, person } = await editorOn(shared())
    const { headers } = await person('admin')
    const body = { url: 'https://hooks.example.com/galley' }
    const add = () => post('/api/admin/webhooks', body, headers)
    const [first, second] = [await add(), await add()]
    assert.deepEqual({ statusCode: first.statusCode, second: second.json() }, { statusCode: 201, second: first.json() })
    assert.equal((await db.read.selectFrom('webhooks').select('id').execute()).length, 1)
    const rows = await db.read.selectFrom('idempotency_keys').select('result').execute()
    assert.ok(rows.every(({ result }) => !result.includes(first.json().signing_secret)))
  })

  test('the repeat of a webhook does not show a secret that was made since', async () => {
    const { post, app, person } = await editorOn(shared())
    const { headers } = await person('admin')
    const add = () => post('/api/admin/webhooks', { url: 'https://hooks.example.com/rotated' }, headers)
    const { id } = (await add()).json()
    const rotated = await app.inject({ method: 'POST', url: `/api/admin/webhooks/${id}/rotate`, headers })
    assert.equal(rotated.statusCode, 200)
    const repeat = (await add()).json()
    assert.deepEqual({ id: repeat.id, signing_secret: repeat.signing_secret }, { id, signing_secret: null })
  })

  test('the repeat of a token does not show it, and makes no second one', async () => {
    const { post, count } = await editorOn(shared())
    const before = await count('api_tokens')
    const [first, second] = [await post('/api/tokens', { name: 'ci' }), await post('/api/tokens', { name: 'ci' })]
    assert.deepEqual([first.statusCode, second.statusCode], [201, 201])
    assert.ok(first.json().token)
    assert.deepEqual(second.json(), { ...first.json(), token: null })
    assert.equal((await count('api_tokens')) - before, 1)
  })
})
