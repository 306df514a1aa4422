// Lists narrowed to a part of the category tree: a category with everything below it, or what is in none.

import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { buildOnce, emptyDocuments, onEngines, type TestPerson } from '../../../../test/build.ts'

const LISTS = [
  '/api/admin/docs/?limit=50',
  '/api/admin/docs/buckets/counts?x=1',
  '/api/admin/docs/buckets/empty?page=1',
  '/api/docs/search?q=plan',
]
const NONE = 987_654_321

onEngines('lists by category', (engine) => {
  const built = buildOnce({ engine })
  let editor: TestPerson
  let reader: TestPerson

  before(async () => {
    editor = await built().person('editor')
    reader = await built().person('reader')
  })
  beforeEach(() => emptyDocuments(built()))

  type Named = { id: number; title: string }
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    payload?: object,
    who: TestPerson = editor,
  ) => {
    const response = await built().app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const category = async (name: string, parent_id?: number, more = {}): Promise<number> =>
    (await call('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }), ...more })).body.id
  const document = async (title: string, category_id?: number, more = {}): Promise<number> =>
    (await call('POST', '/api/docs/', { title, ...(category_id && { category_id }), ...more })).body.id
  const titles = (rows: Named[]) => rows.map(({ title }) => title)
  const all = async (id: number, more = '') =>
    titles((await call('GET', `/api/admin/docs/?category_id=${id}${more}`)).body)
  const found = async (id: number, q = 'plan') =>
    titles((await call('GET', `/api/docs/search?q=${q}&category_id=${id}`)).body).sort()

  /** site: Top holds Middle, which holds Leaf; Beside stands by itself. One plan in each, and one in none. */
  async function site() {
    const top = await category('Top')
    const middle = await category('Middle', top)
    const leaf = await category('Leaf', middle)
    const beside = await category('Beside')
    for (const [title, id] of Object.entries({ One: top, Two: middle, Three: leaf, Four: beside, Five: undefined }))
      await document(`Plan ${title}`, id)
    return { top, middle, leaf, beside }
  }

  describe('refuse', () => {
    test('whoever may not see them, and what is no category', async () => {
      for (const url of LISTS) {
        assert.equal((await built().app.inject(`${url}&category_id=1`)).statusCode, 401, url)
        for (const wrong of ['abc', '', '1.5', '-1'])
          assert.equal((await call('GET', `${url}&category_id=${wrong}`)).status, 422, `${url} ${wrong}`)
        for (const unknown of [NONE, '99999999999999999999999'])
          assert.deepEqual(await call('GET', `${url}&category_id=${unknown}`), {
            status: 404,
            body: { detail: 'Category not found' },
          })
      }
      for (const url of LISTS.slice(0, 3))
        assert.equal((await call('GET', `${url}&category_id=${NONE}`, undefined, reader)).status, 403, url)
    })
  })

  test('hold what is in the category and below it, in their own order', async () => {
    const { top, middle, leaf, beside } = await site()
    assert.deepEqual(await all(top), ['Plan Three', 'Plan Two', 'Plan One'])
    assert.deepEqual(await all(middle), ['Plan Three', 'Plan Two'])
    assert.deepEqual(
      { leaf: await all(leaf), beside: await all(beside), none: await all(0) },
      { leaf: ['Plan Three'], beside: ['Plan Four'], none: ['Plan Five'] },
    )
    assert.deepEqual(await all(top, '&limit=1&skip=1'), ['Plan Two'])
    assert.equal((await call('GET', '/api/admin/docs/')).body.length, 5)

    const pinned = (await call('GET', `/api/admin/docs/?category_id=${top}`)).body.at(-1)
    await built().app.inject({ method: 'POST', url: `/api/docs/${pinned.id}/pin`, headers: editor.headers })
    assert.deepEqual(await all(top), ['Plan One', 'Plan Three', 'Plan Two'])
  })

  test('page through a bucket, alone or together with a text', async () => {
    const { top, leaf } = await site()
    await document('Plan written', leaf, { markdown: 'Written.' })
    await document('Other', leaf)
    const bucket = async (query: string) => (await call('GET', `/api/admin/docs/buckets/empty?${query}`)).body
    const page = await bucket(`category_id=${top}&page_size=3&page=2`)
    assert.deepEqual(
      { total: page.total, pages: page.pages, titles: titles(page.items) },
      { total: 4, pages: 2, titles: ['Plan One'] },
    )
    assert.deepEqual(titles((await bucket(`category_id=${top}&q=PLAN`)).items), ['Plan Three', 'Plan Two', 'Plan One'])
    assert.deepEqual(titles((await bucket(`category_id=${top}&q=leaf`)).items), ['Other', 'Plan Three'])
    assert.deepEqual(titles((await bucket('category_id=0')).items), ['Plan Five'])
    assert.equal((await bucket('')).total, 6)
    const counts = async (query: string) => (await call('GET', `/api/admin/docs/buckets/counts${query}`)).body
    assert.deepEqual(await counts(`?category_id=${top}`), {
      empty: 4,
      queued: 0,
      processing: 0,
      approved: 1,
      failed: 0,
    })
    assert.equal((await counts('?category_id=0')).empty, 1)
    assert.equal((await counts('')).empty, 6)
  })

  test('search the text of what is there', async () => {
    const { top, leaf, beside } = await site()
    await document('Elsewhere', leaf, { markdown: 'The plan is inside.' })
    assert.deepEqual(await found(top), ['Elsewhere', 'Plan One', 'Plan Three', 'Plan Two'])
    assert.deepEqual(
      { beside: await found(beside), none: await found(0) },
      { beside: ['Plan Four'], none: ['Plan Five'] },
    )
    assert.deepEqual(await found(beside, 'pllan'), ['Plan Four'], 'the nearest spelling')
  })

  test('follow documents and categories that move', async () => {
    const { top, middle, beside } = await site()
    await all(beside)
    const [moved] = (await call('GET', '/api/admin/docs/?category_id=0')).body
    await call('PUT', `/api/admin/docs/${moved.id}`, { category_id: beside })
    assert.deepEqual((await all(beside)).sort(), ['Plan Five', 'Plan Four'])
    assert.deepEqual(await all(0), [])
    await call('PATCH', `/api/admin/categories/${middle}/parent?new_parent_id=${beside}`)
    assert.deepEqual({ top: (await all(top)).length, beside: (await all(beside)).length }, { top: 1, beside: 4 })
    const { body } = await call('GET', `/api/admin/docs/buckets/empty?category_id=${beside}`)
    assert.equal(body.total, 4)
  })

  test('show a reader nothing of a category that is closed to them', async () => {
    const closed = await category('Closed', undefined, { visibility: 'restricted' })
    const open = await category('Open')
    const inside = await category('Inside', open, { visibility: 'restricted' })
    for (const [title, id] of Object.entries({ One: closed, Two: open, Three: inside }))
      await document(`Plan ${title}`, id, { markdown: 'x' })
    const asked = async (id: number) => call('GET', `/api/docs/search?q=plan&category_id=${id}`, undefined, reader)
    assert.equal((await asked(closed)).status, 404)
    assert.deepEqual(titles((await asked(open)).body), ['Plan Two'])
    assert.deepEqual(await found(open), ['Plan Three', 'Plan Two'])
  })

  test('editors sort the list and narrow it to what is not published', async () => {
    const named = async (query: string) => titles((await call('GET', `/api/admin/docs/?${query}`)).body)
    const here = await category('Sorted')
    const first = await document('Beta plan', here)
    await document('Alpha plan', undefined, { published: false })
    await document('Gamma plan')
    await call('PUT', `/api/docs/${first}`, { summary: 'Changed last.' })
    assert.deepEqual(await named('sort=title'), ['Alpha plan', 'Beta plan', 'Gamma plan'])
    assert.deepEqual(await named('sort=created'), ['Gamma plan', 'Alpha plan', 'Beta plan'])
    assert.deepEqual(await named('unpublished=true'), ['Alpha plan'])
    // A working copy counts as soon as it is there, also in what was cached.
    await call('PUT', `/api/docs/${first}?publish=false`, { title: 'Beta, better' })
    assert.deepEqual(await named('unpublished=true&sort=title'), ['Alpha plan', 'Beta plan'])
    assert.deepEqual(await named(`unpublished=true&category_id=${here}`), ['Beta plan'])
  })
})
