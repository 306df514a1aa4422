// On PostgreSQL, who waits for whom: jobs before documents, categories before documents, for everyone. Two in opposite
// orders would wait for each other until the server ends one of them, a second later.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '#engine/db/db.ts'
import { setBuckets } from '#features/documents/writing/buckets.ts'
import { type Built, build, ENGINES } from '../../../test/build.ts'
import { makeDocument, pipelineOf } from '../../../test/pipeline.ts'
import { until } from '../../../test/until.ts'

const onPostgres = { skip: !ENGINES.includes('postgres') }

/** While a transaction holds what it took first, the other waits; then the first takes the rest, and must not wait. */
async function meanwhile<T>(
  { db }: Built,
  steps: { first: (tx: Tx) => Promise<unknown>; other: () => Promise<T>; rest: (tx: Tx) => Promise<unknown> },
): Promise<T> {
  const isWaiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
    return rows.length > 0
  }
  let other: Promise<T> | undefined
  await db.inTransaction(async (tx) => {
    await steps.first(tx)
    other = steps.other()
    await until('the other one waits', isWaiting)
    await sql`set local lock_timeout = 100`.execute(tx)
    await steps.rest(tx)
  })
  return other!
}

test('who enqueues or deletes a document lets whoever is busy with its job go on', onPostgres, async (t) => {
  const site = await build(t, { engine: 'postgres' })
  const { headers } = await site.person('editor')
  const { enqueue } = pipelineOf(site)
  const id = await makeDocument(site)
  const { body: job } = await enqueue(id, { notes: 'One.' })
  const busy = (bucket: 'processing' | 'queued') => ({
    first: (tx: Tx) => sql`update jobs set progress = progress where id = ${job.job_id}`.execute(tx),
    rest: (tx: Tx) => setBuckets(tx, [id], bucket),
  })
  const again = () => enqueue(id, { notes: 'Two.' })
  assert.equal((await meanwhile(site, { ...busy('processing'), other: again })).status, 409)
  const remove = () => site.app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
  assert.equal((await meanwhile(site, { ...busy('queued'), other: remove })).statusCode, 204)
})

test('who moves or opens a document lets whoever changes its category go on', onPostgres, async (t) => {
  const site = await build(t, { engine: 'postgres' })
  const { headers } = await site.person('editor')
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/admin/categories/',
    headers,
    payload: { name: 'A' },
  })
  const category_id: number = response.json().id
  const id = await makeDocument(site, { categoryId: category_id })
  for (const payload of [{ category_id }, { visibility: 'members' }]) {
    const response = await meanwhile(site, {
      first: (tx) => sql`update category_rows set audience = audience where id = ${category_id}`.execute(tx),
      other: () => site.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload }),
      rest: (tx) => sql`update document_rows set audience = audience where category_id = ${category_id}`.execute(tx),
    })
    assert.equal(response.statusCode, 200)
  }
})
