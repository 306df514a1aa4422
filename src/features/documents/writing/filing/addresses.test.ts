// Slugs that documents had before, on both engines: where they lead, who may take them, and when they go.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { type Built, build, onEngines, TestClock } from '../../../../../test/build.ts'
import { folderOf } from '../../../../../test/folder.ts'

async function editorOn(built: Built) {
  const { headers } = await built.person('editor')
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const response = await built.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const make = async (payload: object): Promise<{ id: number; slug: string }> =>
    (await call('POST', '/api/docs/', payload)).body
  const rename = async (id: number, slug: string) => (await call('PUT', `/api/docs/${id}`, { slug })).status
  const former = async () => {
    const rows = await built.db.read
      .selectFrom('former_slugs')
      .innerJoin('documents', 'documents.id', 'former_slugs.document_id')
      .select(['former_slugs.slug', 'document_id'])
      .orderBy('former_slugs.slug')
      .execute()
    return Object.fromEntries(rows.map(({ slug, document_id }) => [slug, document_id]))
  }
  return { ...built, call, make, rename, former }
}

onEngines('former slugs', (engine) => {
  test('a change of slug leaves the old one behind, and a way back takes it up again', async (t) => {
    const { call, make, rename, former } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'A' })
    await rename(id, 'b')
    assert.deepEqual(await former(), { a: id })
    await call('PUT', `/api/docs/${id}`, { slug: 'b', title: 'Other' })
    assert.deepEqual(await former(), { a: id })
    await rename(id, 'a')
    assert.deepEqual(await former(), { b: id })
    await rename(id, 'c')
    assert.deepEqual(await former(), { a: id, b: id })
  })

  test('a refused change leaves nothing behind', async (t) => {
    const { call, make, rename, former } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'A' })
    const other = await make({ title: 'B' })
    await rename(other.id, 'c')
    assert.equal(await rename(id, 'c'), 409)
    assert.equal((await call('PUT', `/api/docs/${id}`, { slug: 'b', category_id: 4711 })).status, 422)
    assert.deepEqual(await former(), { b: other.id })
  })

  test('whoever is given a former slug has it, and one that is made from a title leaves it alone', async (t) => {
    const { make, rename, former } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'Agent' })
    await rename(id, 'agent-setup')
    assert.equal((await make({ title: 'Agent' })).slug, 'agent-2')
    assert.deepEqual(await former(), { agent: id })
    const given = await make({ title: 'Other', slug: 'agent' })
    assert.deepEqual({ slug: given.slug, former: await former() }, { slug: 'agent', former: {} })

    await rename(given.id, 'other')
    assert.equal(await rename(id, 'agent'), 200)
    assert.deepEqual(await former(), { 'agent-setup': id })
  })

  test('of twenty who take a former slug at once, one gets it', async (t) => {
    const { make, rename, former } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'Wanted' })
    await rename(id, 'moved')
    const others = await Promise.all(Array.from({ length: 20 }, (_, index) => make({ title: `Other ${index}` })))
    const statuses = await Promise.all(others.map((other) => rename(other.id, 'wanted')))
    assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 19 }, () => 409)])
    const left = await former()
    assert.equal(Object.keys(left).length, 1)
    assert.match(Object.keys(left)[0]!, /^other-\d+$/)
  })

  test('the oldest of more than twenty goes', async (t) => {
    const clock = new TestClock()
    const { make, rename, former } = await editorOn(await build(t, { engine, clock }))
    const { id } = await make({ title: 'Name', slug: 'name-0' })
    for (let number = 1; number <= 22; number++) {
      clock.advance(1)
      await rename(id, `name-${number}`)
    }
    const names = Array.from({ length: 20 }, (_, index) => `name-${index + 2}`)
    assert.deepEqual(Object.keys(await former()), names.sort())
  })

  test('a deleted document takes its former slugs along, and brings back those that are free', async (t) => {
    const { call, make, rename, former } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'A' })
    for (const slug of ['b', 'c', 'd', 'e']) await rename(id, slug)
    await call('DELETE', `/api/docs/${id}`)
    assert.deepEqual(await former(), {})
    const other = await make({ title: 'B' })
    await rename(other.id, 'c')
    await call('POST', `/api/admin/docs/trash/${id}/restore`)
    assert.deepEqual(await former(), { a: id, b: other.id, d: id })
  })

  test('a link by a former slug leads to the file in an export, and a file takes a former slug that is its own', async (t) => {
    const { db, clock, config, make, rename, former, call } = await editorOn(await build(t, { engine }))
    const { id } = await make({ title: 'Agent', markdown: 'Text.' })
    await make({ title: 'Start', markdown: 'Read [this](/read/agent#first).' })
    await rename(id, 'agent-setup')
    const folder = folderOf(t)
    await exportFolder({ db, clock }, folder, { force: false })
    await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    const start = await call('GET', '/api/docs/start')
    assert.match(JSON.stringify(start.body.blocks), /"\/read\/agent-setup#first"/)
    assert.deepEqual(await former(), { agent: id })

    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folderOf(t, { 'agent.md': 'New.\n' }))
    assert.deepEqual([report.created, report.failed, await former()], [1, [], {}])
  })
})

const COMPOSED = 'na\u00efve'
const DECOMPOSED = 'nai\u0308ve'

onEngines('a slug in two spellings', (engine) => {
  test('is one slug: kept composed, and found by either', async (t) => {
    const { call, make } = await editorOn(await build(t, { engine }))
    assert.equal((await make({ title: 'A', slug: DECOMPOSED })).slug, COMPOSED)
    assert.equal((await call('POST', '/api/docs/', { title: 'B', slug: COMPOSED })).status, 409)
    for (const slug of [COMPOSED, DECOMPOSED]) {
      const page = await call('GET', `/api/docs/${encodeURIComponent(slug)}`)
      assert.equal(page.body.title, 'A')
    }
  })
})
