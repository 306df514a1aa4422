// When the shape of the tree counts as another one: every page of a large site is made again then, so only when it looks different.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { VISITOR } from '#actor.ts'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { Variants } from '../access/variants.ts'
import { CategoryParts } from './category-parts.ts'

onEngines('The shape of a large site', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let parts: CategoryParts<null>
  let headers: Record<string, string>
  const create = async (url: string, payload: object): Promise<number> =>
    (await site.app.inject({ method: 'POST', url, headers, payload })).json().id
  const category = (name: string, parent_id?: number) => create('/api/admin/categories/', { name, parent_id })
  const write = (title: string, category_id: number) => create('/api/docs/', { title, category_id, markdown: 'Text.' })
  const shape = async () => parts.treeFor(new Variants(site).known(VISITOR)!)
  before(async () => {
    site = await build(t, { engine })
    parts = new CategoryParts(site, {
      channel: 'site',
      limit: 10,
      smallSite: 0,
      partOf: async () => () => null,
      sizeOf: () => 1,
    })
    headers = (await site.person('admin')).headers
  })

  test('is another one when a category gets its first page, and not for the next', async () => {
    const empty = await category('Empty')
    const { number } = await shape()
    await write('First', empty)
    const filled = await shape()
    assert.notEqual(filled.number, number)
    await write('Second', empty)
    const second = await shape()
    assert.deepEqual({ number: second.number, get: second.counts.get(empty) }, { number: filled.number, get: 2 })
  })

  test('stays when a category gets its first page that has pages below it already', async () => {
    const top = await category('Top')
    await write('Below', await category('Part', top))
    const { number } = await shape()
    await write('Introduction', top)
    const next = await shape()
    assert.deepEqual({ number: next.number, get: next.counts.get(top) }, { number, get: 1 })
  })

  test('is another one when a category loses its last page, which then has no count', async () => {
    const emptied = await category('Emptied')
    const last = await write('Last', emptied)
    const { number, counts } = await shape()
    assert.equal(counts.get(emptied), 1)
    await site.app.inject({ method: 'DELETE', url: `/api/docs/${last}`, headers })
    const next = await shape()
    assert.notEqual(next.number, number)
    assert.ok(!next.counts.has(emptied))
  })
})
