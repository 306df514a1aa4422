// Documents ordered by hand, and what of their positions is written for it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import type { TreeNode } from '../schemas.ts'
import { positionsFor } from './placing.ts'

test('positions change only where the order needs them', () => {
  const order = (...positions: (number | null)[]) =>
    positions.map((position, index) => ({ id: index + 1, position, pinned: 0 as const }))
  assert.deepEqual(positionsFor(order(null, null, null), 1), [{ id: 1, position: 0 }])
  assert.deepEqual(
    positionsFor(order(null, null, null), 2).map(({ position }) => position),
    [0, 1],
  )
  // What comes behind moves only as far as it must.
  assert.deepEqual(positionsFor(order(2, 9, 3, 7), 2), [
    { id: 2, position: 3 },
    { id: 3, position: 4 },
  ])
  assert.deepEqual(positionsFor(order(0, 1, 2), 3), [])
})

onEngines('POST /api/admin/docs/:doc_id/place', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let editor: TestPerson
  before(async () => {
    deps = await build(t, { engine })
    editor = await deps.person('editor')
  })
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    deps.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
  const category = async (name: string) => (await send('POST', '/api/admin/categories/', { name })).json().id
  const write = async (title: string, category_id: number) =>
    (await send('POST', '/api/docs/', { title, category_id })).json().id
  const place = (id: number, body: object) => send('POST', `/api/admin/docs/${id}/place`, body)
  const titlesIn = async (id: number) => {
    const tree: TreeNode[] = (await send('GET', '/api/docs/tree/me')).json()
    return tree.find((node) => node.type === 'category' && node.id === id)!.children.map(({ title }) => title)
  }

  test('puts a document before another, into another category, and last', async () => {
    const [here, there] = [await category(`Here ${engine}`), await category(`There ${engine}`)]
    const ids: number[] = []
    for (const title of ['A', 'B', 'C']) ids.push(await write(title, here))
    const [a, b, c] = ids as [number, number, number]
    await place(c, { category_id: here, before: a })
    assert.deepEqual(await titlesIn(here), ['C', 'A', 'B'])
    await place(a, { category_id: here, before: null })
    assert.deepEqual(await titlesIn(here), ['C', 'B', 'A'])
    const other = await write('D', there)
    await place(b, { category_id: there, before: other })
    assert.deepEqual(
      [await titlesIn(here), await titlesIn(there)],
      [
        ['C', 'A'],
        ['B', 'D'],
      ],
    )
  })

  test('refuses what is elsewhere or does not exist, and writes nothing', async () => {
    const [here, there] = [await category(`One ${engine}`), await category(`Two ${engine}`)]
    const [a, b] = [await write('E', here), await write('F', there)]
    const refused = await place(a, { category_id: here, before: b })
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['body', 'before']])
    const nowhere = await place(a, { category_id: 999_999 })
    assert.deepEqual([nowhere.statusCode, nowhere.json().detail[0].loc], [422, ['body', 'category_id']])
    assert.equal((await place(999_999, { category_id: here })).statusCode, 404)
    assert.deepEqual([await titlesIn(here), await titlesIn(there)], [['E'], ['F']])
  })
})
