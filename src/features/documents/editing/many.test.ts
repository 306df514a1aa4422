// POST /api/admin/docs/many: the same done to many documents, each with an outcome of its own.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { changeMany } from './many.ts'

onEngines('POST /api/admin/docs/many', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let editor: TestPerson
  before(async () => {
    built = await build(t, { engine })
    editor = await built.person('editor')
  })
  const post = async (url: string, payload: object, headers: object = editor.headers) => {
    const response = await built.app.inject({ method: 'POST', url, payload, headers: { ...headers } })
    return { status: response.statusCode, body: response.json() }
  }
  const many = (action: string, documents: object[], headers?: object) =>
    post('/api/admin/docs/many', { action, documents }, headers)
  const make = async (title: string, more: object = {}): Promise<number> =>
    (await post('/api/docs/', { title, markdown: 'Said.', ...more })).body.id
  const fields = async (id: number) =>
    (await built.app.inject({ url: `/api/admin/docs/${id}`, headers: editor.headers })).json()

  test('takes up to a hundred documents, and no other action', async () => {
    assert.equal((await many('delete', [])).status, 422)
    assert.equal((await many('burn', [{ id: 1 }])).status, 422)
    const tooMany = Array.from({ length: 101 }, (_, index) => ({ id: index + 1 }))
    assert.equal((await many('delete', tooMany)).status, 422)
  })

  test('changes what is given with each, and says what was refused and why', async () => {
    const [one, two] = [await make('One', { tags: ['a'] }), await make('Two')]
    const { status, body } = await many('change', [
      { id: one, tags: ['b'], visibility: 'members' },
      { id: 98_765, tags: [] },
      { id: two, category_id: 98_765 },
    ])
    assert.equal(status, 200)
    assert.deepEqual(body.done, [one])
    assert.deepEqual(body.failed[0], { id: 98_765, detail: 'Document not found' })
    assert.match(body.failed[1].detail, /98765 does not exist/)
    const { tags, visibility } = await fields(one)
    assert.deepEqual([tags, visibility, (await fields(two)).category_id], [['b'], 'members', null])
  })

  test('publishes nothing that has no content', async () => {
    const ids = [await make('Written', { published: false }), await make('Empty', { published: false, markdown: '' })]
    const { body } = await many(
      'publish',
      ids.map((id) => ({ id })),
    )
    assert.deepEqual(body.done, [ids[0]])
    assert.deepEqual(body.failed, [
      { id: ids[1], detail: `Document ${ids[1]} has no saved content: there is nothing to publish` },
    ])
    assert.equal((await fields(ids[1]!)).published, false)
  })

  test('publishes, deletes and restores', async () => {
    const ids = [await make('Three', { published: false }), await make('Four', { published: false })]
    const all = ids.map((id) => ({ id }))
    assert.deepEqual((await many('publish', all)).body, { done: ids, proposed: [], failed: [] })
    assert.equal((await fields(ids[0]!)).published, true)
    assert.deepEqual((await many('delete', all)).body.done, ids)
    assert.deepEqual((await many('delete', all)).body.failed.length, 2)
    assert.deepEqual((await many('restore', all)).body, { done: ids, proposed: [], failed: [] })
    assert.equal((await fields(ids[1]!)).title, 'Four')
  })

  test('ends where the person loses the right, before the next document', async () => {
    const [ids, leaving] = [[await make('Five'), await make('Six')], await built.person('editor')]
    const actor = { userId: leaving.id, role: 'editor', label: 'leaving', member: true } as const
    let transactions = 0
    const inTransaction: typeof built.db.inTransaction = async (work, options) => {
      const done = await built.db.inTransaction(work, options)
      if (++transactions > 1) return done
      await built.db.inTransaction((tx) =>
        tx.updateTable('users').set({ disabled: 1 }).where('id', '=', leaving.id).execute(),
      )
      return done
    }
    const deps = { ...built, db: { ...built.db, inTransaction } }
    const asked = { action: 'change', documents: ids.map((id) => ({ id, tags: ['after'] })) } as const
    const { done, failed } = await changeMany(deps, actor, { ...asked, documents: [...asked.documents] })
    assert.deepEqual([done, failed.map(({ id }) => id)], [[ids[0]], [ids[1]]])
    assert.deepEqual((await fields(ids[1]!)).tags, [])
  })
})
