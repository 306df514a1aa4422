// The trash: what was deleted comes back as it was, as far as that is still possible, and never more open than it was.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '#time.ts'
import { type Built, build, type Method, onEngines, TestClock } from '../../../../test/build.ts'
import { forgetTrash } from '../maintenance.ts'

async function editorOn(built: Built) {
  const editor = await built.person('editor')
  const call = async (method: Method, url: string, payload?: object, headers: object = editor.headers) => {
    const response = await built.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const trash = async (): Promise<{ id: number; title: string }[]> => (await call('GET', '/api/admin/docs/trash')).body
  return { ...built, editor, call, trash }
}

onEngines('the trash', (engine) => {
  /** deletedOn makes a document with everything that a document can have, and deletes it. */
  async function deletedOn(built: Built) {
    const site = await editorOn(built)
    const { call, db, person } = site
    const friend = await person('reader')
    const { body: category } = await call('POST', '/api/admin/categories/', { name: 'Guides' })
    const fields = { title: 'Restic', slug: 'restic', summary: 'How to.', tags: ['a'], visibility: 'restricted' }
    const access = { roles: [], users: [friend.id] }
    const given = { ...fields, category_id: category.id, access, position: 3, markdown: 'Kept in a drawer.' }
    const { body: document } = await call('POST', '/api/docs/', given)
    await call('POST', `/api/admin/docs/${document.id}/pin`)
    const approval = { approved_by: friend.id, approved_at: 1_000, published_at: 2_000 }
    await db.inTransaction((tx) =>
      tx.updateTable('document_rows').set(approval).where('id', '=', document.id).execute(),
    )
    assert.equal((await call('DELETE', `/api/docs/${document.id}`)).status, 204)
    const restore = () => call('POST', `/api/admin/docs/trash/${document.id}/restore`)
    return { ...site, friend, document, approval, restore }
  }

  test('editors see what is in it and who deleted it', async (t) => {
    const { call, document, editor } = await deletedOn(await build(t, { engine }))
    const [entry] = (await call('GET', '/api/admin/docs/trash')).body
    assert.deepEqual(
      { entryId: entry.id, title: entry.title, category: entry.category, deleted_byId: entry.deleted_by.id },
      { entryId: document.id, title: 'Restic', category: 'Guides', deleted_byId: editor.id },
    )
  })

  test('a document comes back with its content and its approval, once', async (t) => {
    const { db, trash, document, approval, restore } = await deletedOn(await build(t, { engine }))
    const { status, body: back } = await restore()
    assert.equal(status, 201)
    const same = ({ slug, title, summary, tags, visibility, access, ...more }: typeof document) => [
      ...[slug, title, summary, tags, visibility, access],
      ...[more.category_id, more.position, more.created_at, more.author, more.blocks],
    ]
    assert.deepEqual(same(back), same(document))
    assert.deepEqual([back.id, back.version, back.pinned], [document.id, document.version + 1, true])
    const columns = ['approved_by', 'approved_at', 'published_at'] as const
    assert.deepEqual(await db.read.selectFrom('documents').select(columns).executeTakeFirst(), approval)
    assert.deepEqual(await trash(), [])
    assert.equal((await restore()).status, 404)
  })

  test('a document that came back is read and found by those who could before', async (t) => {
    const { call, friend, document, restore } = await deletedOn(await build(t, { engine }))
    await restore()
    assert.equal((await call('GET', '/api/docs/restic', undefined, friend.headers)).status, 200)
    assert.equal((await call('GET', '/api/docs/search?q=drawer')).body[0].id, document.id)
  })

  /** twiceOn makes a document of two versions, and deletes it. */
  async function twiceOn(built: Built) {
    const site = await editorOn(built)
    const { body: document } = await site.call('POST', '/api/docs/', { title: 'Plan', markdown: 'One.' })
    const { body: second } = await site.call('PUT', `/api/docs/${document.id}`, { markdown: 'Two.' })
    const history = () => site.call('GET', `/api/docs/${document.id}/revisions`)
    const { body: before } = await history()
    await site.call('DELETE', `/api/docs/${document.id}`)
    return { ...site, document, second, before, history }
  }

  test('its history comes back with it, and goes on', async (t) => {
    const { call, document, second, before, history } = await twiceOn(await build(t, { engine }))
    assert.equal((await history()).status, 404)
    const { body: back } = await call('POST', `/api/admin/docs/trash/${document.id}/restore`)
    assert.deepEqual([back.id, back.version, back.blocks], [document.id, second.version + 1, second.blocks])
    const [replaced, ...earlier] = (await history()).body
    assert.partialDeepStrictEqual(replaced, { version: second.version, origin: 'hand' })
    assert.deepEqual(earlier, before)
    const { body: first } = await call('POST', `/api/docs/${document.id}/revisions/${before[0].id}/restore`)
    assert.deepEqual([first.version, first.blocks], [second.version + 2, document.blocks])
  })

  test('the id of a document that came back is given to no other', async (t) => {
    const { call, document } = await twiceOn(await build(t, { engine }))
    await call('POST', `/api/admin/docs/trash/${document.id}/restore`)
    assert.equal((await call('POST', '/api/docs/', { title: 'Next' })).body.id, document.id + 1)
  })

  test('its history goes with it', async (t) => {
    const { call, db, document, person } = await twiceOn(await build(t, { engine }))
    const admin = await person('admin')
    assert.equal((await call('DELETE', `/api/admin/docs/trash/${document.id}`, undefined, admin.headers)).status, 204)
    for (const table of ['revisions', 'document_rows'] as const)
      assert.deepEqual(await db.read.selectFrom(table).select('id').execute(), [])
  })

  test('a slug that is taken is made anew, and without its category nobody reads it unasked', async (t) => {
    const { call, person } = await editorOn(await build(t, { engine }))
    const vault = { name: 'Vault', visibility: 'restricted' }
    const { body: category } = await call('POST', '/api/admin/categories/', vault)
    const access = { roles: ['reader'], users: [] }
    const given = { title: 'Plan', category_id: category.id, access, markdown: 'x' }
    const { body: document } = await call('POST', '/api/docs/', given)
    await call('DELETE', `/api/docs/${document.id}`)
    assert.equal((await call('DELETE', `/api/admin/categories/${category.id}`)).status, 204)
    await call('POST', '/api/docs/', { title: 'Plan' })
    const { body: back } = await call('POST', `/api/admin/docs/trash/${document.id}/restore`)
    assert.partialDeepStrictEqual(back, { slug: 'plan-2', category_id: null, visibility: 'restricted' })
    const reader = await person('reader')
    assert.equal((await call('GET', '/api/docs/plan-2', undefined, reader.headers)).status, 404)
  })

  test('of many who bring it back at once, one does', async (t) => {
    const { call } = await editorOn(await build(t, { engine }))
    const { body: document } = await call('POST', '/api/docs/', { title: 'Wanted', markdown: 'x' })
    await call('DELETE', `/api/docs/${document.id}`)
    const tries = Array.from({ length: 6 }, () => call('POST', `/api/admin/docs/trash/${document.id}/restore`))
    assert.deepEqual((await Promise.all(tries)).map(({ status }) => status).sort(), [201, 404, 404, 404, 404, 404])
  })

  test('an administrator may empty it, time does, and it can be switched off', async (t) => {
    const clock = new TestClock()
    const { call, person, db, config } = await editorOn(await build(t, { engine, clock }))
    const deleted = async (title: string) => {
      const { body } = await call('POST', '/api/docs/', { title })
      await call('DELETE', `/api/docs/${body.id}`)
      return body.id as number
    }
    const first = await deleted('First')
    const admin = await person('admin')
    assert.equal((await call('DELETE', `/api/admin/docs/trash/${first}`, undefined, admin.headers)).status, 204)
    await deleted('Second')
    const left = async () => {
      await db.inTransaction((tx) => forgetTrash(tx, 10, { config, clock }))
      return (await db.read.selectFrom('document_rows').select('title').execute()).map(({ title }) => title)
    }
    clock.advance(30 * DAY)
    assert.deepEqual(await left(), ['Second'])
    clock.advance(1)
    assert.deepEqual(await left(), [])

    const off = await editorOn(await build(t, { engine, env: { GALLEY_KEEP_TRASH_DAYS: '0' } }))
    const { body } = await off.call('POST', '/api/docs/', { title: 'Gone' })
    await off.call('DELETE', `/api/docs/${body.id}`)
    assert.deepEqual(await off.trash(), [])
  })
})
