// Documents and categories ordered by hand.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'
import type { TreeNode } from '../schemas.ts'

onEngines('POST /api/admin/docs/:doc_id/place', (engine) => {
  const { ask: send } = siteOf({ engine }, { editor: 'editor' })
  const category = async (name: string) => (await send('POST', '/api/admin/categories/', { name })).json().id
  const write = async (title: string, category_id: number | null) =>
    (await send('POST', '/api/docs/', { title, category_id, markdown: 'Text.' })).json().id
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
    assert.deepEqual({ here: await titlesIn(here), there: await titlesIn(there) }, { here: ['E'], there: ['F'] })
  })

  test('puts a page between two categories, and a category between pages', async () => {
    const [top, first] = [await category(`Top ${engine}`), await write('Last page', null)]
    const below = async (name: string) =>
      (await send('POST', '/api/admin/categories/', { name, parent_id: top })).json().id as number
    const [a, b] = [await below(`A ${engine}`), await below(`B ${engine}`)]
    const intro = await write('Zero', top)
    await place(first, { category_id: top })
    await place(intro, { category_id: top, before_category: b })
    const order = async () => {
      const { body } = await send('GET', `/read/category/top-${engine}/branch`)
      return [...body.matchAll(/<bdi>([^<]+)/g)].map(([, name]) => name)
    }
    for (const id of [a, b]) await write(`In ${id}`, id)
    assert.deepEqual(await order(), [`A ${engine}`, `In ${a}`, 'Zero', `B ${engine}`, `In ${b}`, 'Last page'])
    await send('POST', `/api/admin/categories/${a}/place`, { parent_id: top })
    assert.deepEqual(await order(), ['Zero', `B ${engine}`, `In ${b}`, 'Last page', `A ${engine}`, `In ${a}`])
    const elsewhere = await send('POST', `/api/admin/categories/${a}/place`, { parent_id: null, before_category: b })
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().detail[0].loc], [422, ['body', 'before_category']])
  })
})
