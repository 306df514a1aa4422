// Categories through the API: names, slugs, parents, order under races, and what bad input gets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Built, buildOnce, emptyDocuments, onEngines } from '../../../test/build.ts'
import { pluck } from '../../../test/pluck.ts'
import type { CategoryOut } from './schemas.ts'

async function editorOn(built: Built) {
  await emptyDocuments(built)
  const editor = await built.person('editor')
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const url = `/api/admin/categories/${path}`
    const response = await built.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const make = async (name: string, parent_id?: number) =>
    (await call('POST', '', { name, parent_id })).body.id as number
  return { ...built, editor, call, make }
}

function assertNoGaps(all: CategoryOut[]): void {
  const places = new Map<number | null, number[]>()
  for (const { parent_id, order } of all) places.set(parent_id, [...(places.get(parent_id) ?? []), order])
  for (const [parent, orders] of places) {
    assert.deepEqual(
      orders.sort((a, b) => a - b),
      orders.map((_, index) => index),
      `below ${parent}`,
    )
  }
}

onEngines('categories', (engine) => {
  const shared = buildOnce({ engine })

  test('a new one is given back whole, with a slug of its name', async () => {
    const { call, make } = await editorOn(shared())
    const guides = await make('Guides')
    const given = { name: ' Übersicht ', parent_id: guides, description: 'd', visibility: 'members' }
    const { status, body } = await call('POST', '', given)
    assert.equal(status, 201)
    assert.deepEqual(
      { ...body, id: 0, created_at: '', updated_at: '' },
      {
        ...{ id: 0, name: 'Übersicht', slug: 'ubersicht', description: 'd', parent_id: guides, order: 0, depth: 1 },
        ...{
          review_after: null,
          slot: null,
          index_id: null,
          visibility: 'members',
          access: { roles: [], users: [], groups: [] },
          document_count: 0,
        },
        ...{ created_at: '', updated_at: '', children: [] },
      },
    )
    assert.deepEqual((await call('GET', String(body.id))).body, body)
  })

  test('a slug that is taken gets a number', async () => {
    const { call, make } = await editorOn(shared())
    await make('Guides')
    assert.equal((await call('POST', '', { name: 'Guides' })).body.slug, 'guides-2')
  })

  test('a new one goes last among its siblings, in the tree and in the list', async () => {
    const { call, make } = await editorOn(shared())
    const first = await make('First')
    await make('Second')
    await make('Below', first)
    const tree: CategoryOut[] = (await call('GET', 'tree')).body
    assert.deepEqual(
      tree.map(({ name, order, children }) => [name, order, children.map(({ name }) => name)]),
      [
        ['First', 0, ['Below']],
        ['Second', 1, []],
      ],
    )
    const flat: CategoryOut[] = (await call('GET', '')).body
    assert.deepEqual(pluck(flat, 'children'), [[], [], []])
  })

  test('bad input is refused at its place with nothing written', async () => {
    const { call, make } = await editorOn(shared())
    const [a, b] = [await make('A'), await make('B')]
    const below = await make('Below', a)
    const before = (await call('GET', '')).body
    const cases: [Parameters<typeof call>, number, unknown?][] = [
      [['POST', '', {}], 422, ['body', 'name']],
      [['POST', '', { name: ' ' }], 422, ['body', 'name']],
      [['POST', '', { name: 'C', parent_id: 99 }], 422, ['body', 'parent_id']],
      [['POST', '', { name: 'C', slug: 'a' }], 409],
      [['POST', '', { name: 'C', slug: 'No Slug' }], 422, ['body', 'slug']],
      [['POST', '', { name: 'C', access: { users: [77] } }], 422, ['body', 'access', 'users', 0]],
      [['PUT', `${b}`, { slug: 'a' }], 409],
      [['PUT', `${a}`, { parent_id: below }], 409],
      [['PUT', '99', { name: 'X' }], 404],
      [['PATCH', `${a}/parent?new_parent_id=${a}`], 409],
      [['PATCH', `${a}/parent?new_parent_id=${below}`], 409],
      [['PATCH', `${a}/parent?new_parent_id=99`], 404],
      [['PATCH', `${a}/parent?new_parent_id=x`], 422, ['query', 'new_parent_id']],
      [['POST', `${a}/move`], 422, ['query', 'direction']],
      [['POST', `${a}/move?direction=left`], 422, ['query', 'direction']],
      [['POST', '99/move?direction=up'], 404],
      [['POST', 'reorder', { parent_id: null, ids: [a] }], 422, ['body', 'ids']],
      [['POST', 'reorder', { parent_id: null, ids: [a, a] }], 422, ['body', 'ids']],
      [['POST', 'reorder', { parent_id: null, ids: [a, b, below] }], 422, ['body', 'ids', 2]],
      [['POST', 'reorder', { parent_id: 99, ids: [] }], 422, ['body', 'parent_id']],
      [['DELETE', `${a}`], 409],
      [['DELETE', '99'], 404],
    ]
    for (const [[method, path, payload], status, loc] of cases) {
      const response = await call(method, path, payload)
      assert.equal(response.status, status, `${method} ${path} ${JSON.stringify(payload)}`)
      if (loc) assert.deepEqual(response.body.detail[0].loc, loc)
    }
    assert.deepEqual((await call('GET', '')).body, before)
  })

  test('move swaps with the neighbour and stops at the edge', async () => {
    const { call, make } = await editorOn(shared())
    const [a, b] = [await make('A'), await make('B')]
    assert.deepEqual((await call('POST', `${a}/move?direction=down`)).body, { moved: true, id: a, order: 1 })
    assert.deepEqual((await call('POST', `${a}/move?direction=down`)).body, { moved: false, id: a, order: 1 })
    assert.deepEqual((await call('POST', `${b}/move?direction=up`)).body, { moved: false, id: b, order: 0 })
    assert.deepEqual(pluck((await call('GET', '')).body, 'name'), ['B', 'A'])
  })

  test('reorder takes exactly the siblings of a parent', async () => {
    const { call, make } = await editorOn(shared())
    const root = await make('Root')
    const ids = [await make('A', root), await make('B', root), await make('C', root)]
    const order = [ids[2]!, ids[0]!, ids[1]!]
    const response = await call('POST', 'reorder', { parent_id: root, ids: order })
    assert.deepEqual(response.body, { parent_id: root, ids: order })
    assert.deepEqual(pluck((await call('GET', 'tree')).body[0].children, 'name'), ['C', 'A', 'B'])
    const list = await call('POST', 'reorder', [])
    assert.deepEqual({ status: list.status, type: list.body.detail[0].type }, { status: 422, type: 'dict_type' })
  })

  test('a re-parented one goes last with all below it, and leaves no gap', async () => {
    const { call, make } = await editorOn(shared())
    const [a, b] = [await make('A'), await make('B')]
    await make('C')
    const below = await make('Below', b)
    const moved = await call('PATCH', `${b}/parent?new_parent_id=${a}`)
    assert.equal(moved.body.parent_id, a)
    assert.equal(moved.body.depth, 1)
    assert.equal((await call('GET', `${below}`)).body.depth, 2)
    assertNoGaps((await call('GET', '')).body)
    const back = await call('PATCH', `${b}/parent`)
    assert.partialDeepStrictEqual(back.body, { parent_id: null, order: 2, depth: 0 })
    assert.equal((await call('PUT', `${b}`, { parent_id: a })).body.parent_id, a)
    assert.equal((await call('PUT', `${b}`, { parent_id: null })).body.parent_id, null)
  })

  test('there are at most 12 levels', async () => {
    const { call, make } = await editorOn(shared())
    let parent: number | undefined
    for (let level = 0; level < 12; level++) parent = await make(`L${level}`, parent)
    assert.equal((await call('POST', '', { name: 'Too deep', parent_id: parent })).status, 409)
    const pair = await make('Pair')
    await make('Child', pair)
    const eleventh = (await call('GET', String(parent))).body.parent_id
    assert.equal((await call('PATCH', `${pair}/parent?new_parent_id=${eleventh}`)).status, 409)
  })

  test('only an empty one can be deleted, and its siblings close up', async () => {
    const { app, call, make, editor } = await editorOn(shared())
    const [a, b, c] = [await make('A'), await make('B'), await make('C')]
    const payload = { title: 'Doc', category_id: b }
    const doc = (await app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })).json()
    const refused = await call('DELETE', `${b}`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.detail, `Category ${b} is not empty: it holds 0 categories and 1 document`)
    assert.equal((await call('GET', `${b}`)).body.document_count, 1)
    await app.inject({ method: 'DELETE', url: `/api/docs/${doc.id}`, headers: editor.headers })
    assert.equal((await call('DELETE', `${b}`)).status, 204)
    const left: CategoryOut[] = (await call('GET', '')).body
    assert.deepEqual(pluck(left, 'id', 'order'), [
      [a, 0],
      [c, 1],
    ])
  })

  const write = async ({ app, editor }: Awaited<ReturnType<typeof editorOn>>, title: string, category_id: number) =>
    (
      await app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload: { title, category_id } })
    ).json().id as number

  test('one is deleted with its content moved, in its order behind what is there', async () => {
    const site = await editorOn(shared())
    const { call, make, db } = site
    const [gone, other] = [await make('Gone'), await make('Kept')]
    const [first, one, two] = [await make('First', other), await make('One', gone), await make('Two', gone)]
    const id = await write(site, 'Moved', gone)
    assert.equal((await call('DELETE', `${gone}?content=move&to=${one}`)).status, 409)
    assert.equal((await call('DELETE', `${gone}?content=move&to=${other}`)).status, 204)
    const all: CategoryOut[] = (await call('GET', '')).body
    assertNoGaps(all)
    const under = all.filter(({ parent_id }) => parent_id === other).toSorted((a, b) => a.order - b.order)
    assert.deepEqual(pluck(under, 'id'), [first, one, two])
    const row = await db.read.selectFrom('documents').select('category_id').where('id', '=', id).executeTakeFirst()
    assert.equal(row?.category_id, other)
  })

  test('moved out of a restricted category, a document follows the rule of where it goes', async () => {
    const site = await editorOn(shared())
    const closed = (await site.call('POST', '', { name: 'Closed', visibility: 'restricted' })).body.id
    const id = await write(site, 'Opened', closed)
    assert.equal((await site.call('DELETE', `${closed}?content=move&to=root`)).status, 204)
    const { audience } = await site.db.read
      .selectFrom('documents')
      .select('audience')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(audience, 'public')
  })

  test('one is deleted with all below it, and the documents come back to the root', async () => {
    const site = await editorOn(shared())
    const { app, call, make, editor } = site
    const top = await make('Top')
    const [inTop, below] = [await write(site, 'In top', top), await write(site, 'Below', await make('Low', top))]
    assert.equal((await call('DELETE', `${top}?content=trash`)).status, 204)
    assert.deepEqual((await call('GET', '')).body, [])
    for (const id of [inTop, below]) {
      const url = `/api/admin/docs/trash/${id}/restore`
      const back = await app.inject({ method: 'POST', url, headers: editor.headers })
      assert.deepEqual([back.statusCode, back.json().category_id], [201, null], back.body)
    }
  })

  test('a removal that says half of what it wants is refused', async () => {
    const { call, make } = await editorOn(shared())
    const id = await make('A')
    for (const query of ['content=move', 'to=root', 'content=trash&to=root', 'content=burn', 'content=move&to=up'])
      assert.equal((await call('DELETE', `${id}?${query}`)).status, 422, query)
    assert.equal((await call('DELETE', `${id}?content=move&to=999999`)).status, 404)
    assert.equal((await call('GET', `${id}`)).status, 200)
  })

  test('two moves at once that would make a circle together: one is refused', async () => {
    const { call, make, db } = await editorOn(shared())
    const [one, other] = [await make('One'), await make('Other')]
    const below = await make('Below', other)
    const moves = await Promise.all([
      call('PATCH', `${one}/parent?new_parent_id=${below}`),
      call('PATCH', `${other}/parent?new_parent_id=${one}`),
    ])
    assert.deepEqual(moves.map(({ status }) => status).toSorted(), [200, 409])
    const rows = await db.read.selectFrom('categories').select(['id', 'parent_id']).execute()
    assert.equal(rows.filter(({ parent_id }) => parent_id === null).length, 1)
  })

  test('a circle that someone made in the database by hand ends every walk, and a move undoes it', async () => {
    const { app, editor, call, make, db } = await editorOn(shared())
    const one = await make('One')
    const other = await make('Other', one)
    const payload = { title: 'Page', category_id: other }
    await app.inject({ method: 'POST', url: '/api/docs/', headers: editor.headers, payload })
    await db.inTransaction((tx) =>
      tx.updateTable('category_rows').set({ parent_id: other }).where('id', '=', one).execute(),
    )
    for (const url of ['/read/page', '/read/category/one', '/api/docs/page', `/api/docs/search?q=page&category=${one}`])
      assert.equal((await app.inject({ url, headers: editor.headers })).statusCode, 200, url)
    assert.equal((await call('PATCH', `${one}/parent`)).status, 200)
    const [root] = (await call('GET', 'tree')).body as CategoryOut[]
    assert.deepEqual({ id: root!.id, children: root!.children.map(({ id }) => id) }, { id: one, children: [other] })
  })

  test('places stay 0..n-1 whoever races', async () => {
    const { call, make } = await editorOn(shared())
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push(await make(`C${i}`))
    const responses = await Promise.all([
      ...ids.map((id, index) => call('POST', `${id}/move?direction=${index % 2 ? 'up' : 'down'}`)),
      ...ids.slice(1, 4).map((id) => call('PATCH', `${id}/parent?new_parent_id=${ids[0]}`)),
      ...Array.from({ length: 6 }, (_, i) => call('POST', '', { name: `N${i}` })),
      call('DELETE', `${ids[5]}`),
      call('POST', 'reorder', { parent_id: null, ids }),
    ])
    assert.ok(responses.every((response) => response.status < 500))
    assertNoGaps((await call('GET', '')).body)
  })
})
