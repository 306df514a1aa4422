// The pages of categories on a large site, which are cached: each shows what is saved in its category at once, and is made
// again for nothing that it does not show.

import '../test/count-work.ts'
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { workOf } from '../test/count-work.ts'
import { seedLargeSite } from '../test/large-site.ts'

onEngines('GET /read/category/:slug on a large site', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let headers: Record<string, string>
  let ids: Map<string, number>
  const seen = async (url: string) => (await site.app.inject({ url })).body
  const write = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await site.app.inject({ method, url, headers, payload })).json()
  const create = (slug: string, title: string) =>
    write('POST', '/api/docs/', { title, markdown: 'Text.', category_id: ids.get(slug) })
  const countsIn = (body: string) => body.match(/(?<=class="count">)\d+/g)
  before(async () => {
    site = await build(t, { engine })
    await seedLargeSite(site)
    ;({ headers } = await site.person('editor'))
    const listed = await site.app.inject({ url: '/api/admin/categories/', headers })
    ids = new Map((listed.json() as { slug: string; id: number }[]).map(({ slug, id }) => [slug, id]))
  })

  test('a summary that is saved shows on the page of its category', async () => {
    const { id } = await create('advanced', 'Summarised')
    assert.doesNotMatch(await seen('/read/category/advanced'), /In short/)
    await write('PUT', `/api/docs/${id}`, { summary: 'In short' })
    assert.match(await seen('/read/category/advanced'), /In short/)
  })

  test('a new page shows in its category and its branch, and counts in those above', async () => {
    const places = ['/', '/read/category/guides', '/read/category/advanced', '/read/category/advanced/branch']
    const [home, guides] = (await Promise.all(places.map(seen))).map(countsIn)
    await create('advanced', 'Counted')
    const [homeAfter, guidesAfter, advanced, branch] = await Promise.all(places.map(seen))
    const oneMore = ([first, ...others]: string[]) => [String(Number(first) + 1), ...others]
    assert.deepEqual(
      { home: countsIn(homeAfter!), guides: countsIn(guidesAfter!) },
      { home: oneMore(home!), guides: oneMore(guides!) },
    )
    assert.ok(advanced!.includes('Counted') && branch!.includes('Counted'))
  })

  test('a category with nothing to read is there for editors alone, until a page in it is published', async () => {
    const { id } = await write('POST', '/api/admin/categories/', { name: 'Drafts only' })
    const draft = { title: 'A draft', markdown: 'Text.', category_id: id, published: false }
    const { id: document } = await write('POST', '/api/docs/', draft)
    const places = ['', '/branch', '/print', '/feed.xml'].map((end) => `/read/category/drafts-only${end}`)
    const statuses = (own: typeof headers = {}) =>
      Promise.all(places.map(async (url) => (await site.app.inject({ url, headers: own })).statusCode))
    assert.deepEqual(await statuses(), [404, 404, 404, 404])
    assert.deepEqual((await statuses(headers)).slice(0, 3), [200, 200, 200])
    await write('PUT', `/api/docs/${document}`, { published: true })
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
  })

  test('a page that moves leaves the old branch and counts in the new one', async () => {
    const branches = ['/read/category/advanced/branch', '/read/category/reference/branch']
    const { id } = await create('advanced', 'A moving page')
    const shown = async () =>
      (await Promise.all(branches.map(seen))).map((body) => body.match(/A moving page|\d+ more/)?.[0])
    assert.deepEqual(await shown(), ['A moving page', '20 more'])
    await write('PUT', `/api/docs/${id}`, { category_id: ids.get('reference') })
    assert.deepEqual(await shown(), [undefined, '21 more'])
  })

  test('what is saved in another category does not make it again', async () => {
    await seen('/read/category/reference')
    const { id } = await create('advanced', 'Elsewhere')
    await write('PUT', `/api/docs/${id}`, { markdown: 'Another text.' })
    const work = await workOf(() => seen('/read/category/reference'))
    assert.deepEqual(
      work.filter(({ text }) => text.includes('summary')),
      [],
    )
  })
})
