// What searches keep of documents is never older than the documents: changed here, or through another node.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { build, onEngines } from '../../../../../test/build.ts'
import { lastFirst } from '../../../../../test/cleaner.ts'
import { until } from '../../../../../test/until.ts'
import { Hits } from './hits.ts'

onEngines('what a search shows', (engine) => {
  /** lighthouse is a document that was searched for on this node already, and a second node beside it. */
  async function lighthouse(t: TestContext) {
    const site = await build(t, { engine })
    const { headers } = await site.person('editor')
    const db = await openDb(site.config)
    const elsewhere = buildApp({ ...site, db })
    lastFirst(t).after(() => db.close())
    lastFirst(t).after(() => elsewhere.close())
    const shown = async (who = headers) => {
      const found = await site.app.inject({ url: '/api/docs/search?q=lighthouse', headers: who })
      return (found.json() as { title: string; snippet: string }[]).map(({ title, snippet }) => `${title}: ${snippet}`)
    }
    const payload = { title: 'First', markdown: 'A lighthouse of stone.' }
    const response = await site.app.inject({ method: 'POST', url: '/api/admin/docs/', headers, payload })
    const save = async (app: typeof elsewhere, change: object) => {
      const url = `/api/admin/docs/${response.json().id}`
      assert.equal((await app.inject({ method: 'PUT', url, headers, payload: change })).statusCode, 200)
    }
    for (let time = 0; time < 2; time++) assert.deepEqual(await shown(), ['First: A <mark>lighthouse</mark> of stone.'])
    return { ...site, elsewhere, save, shown }
  }

  test('follows a change at once on the node that wrote', async (t) => {
    const { app, save, shown } = await lighthouse(t)
    await save(app, { title: 'Second', markdown: 'A lighthouse of brick.' })
    assert.deepEqual(await shown(), ['Second: A <mark>lighthouse</mark> of brick.'])
  })

  test('follows a change on another node soon', async (t) => {
    const { elsewhere, save, shown } = await lighthouse(t)
    await save(elsewhere, { title: 'Third', markdown: 'A lighthouse of glass.' })
    await until('it is shown', async () => (await shown())[0] === 'Third: A <mark>lighthouse</mark> of glass.', 2_000)
  })

  test('is nothing at once for who may no longer read it, whichever node closed it', async (t) => {
    const { elsewhere, save, shown, person } = await lighthouse(t)
    const reader = await person('reader')
    await save(elsewhere, { visibility: 'restricted' })
    assert.deepEqual(await shown(reader.headers), [])
  })

  test('is of the version that was found, never of one that may be closed', async (t) => {
    const { app, db, person } = await build(t, { engine })
    const { headers } = await person('editor')
    const payload = { title: 'Plan', markdown: 'The secret is old.' }
    const { id } = (await app.inject({ method: 'POST', url: '/api/admin/docs/', headers, payload })).json()
    const hits = new Hits({ db })
    const textAt = async (version: number) => (await hits.get([{ id, version }])).get(id)?.text
    assert.equal(await textAt(1), 'The secret is old.')
    // As it is on another node, which has not heard of the change yet.
    await db.inTransaction(async (tx) => {
      await tx.updateTable('document_rows').set({ version: 2 }).where('id', '=', id).execute()
      await tx.updateTable('texts').set({ text: 'It is clean.' }).where('document_id', '=', id).execute()
    })
    assert.equal(await textAt(2), 'It is clean.')
    assert.equal(await textAt(1), undefined)
  })
})
