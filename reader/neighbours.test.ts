// The links to the previous and the next page: from the first document they lead through all of the tree, in its order, and
// back again, for every reader through what they may read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Built, build, onEngines } from '../test/build.ts'

type DescribedPage = { title: string; position?: number; pinned?: true; visibility?: 'members'; empty?: true }

/** In the order of the tree: pinned first, by position, by title. */
const DOCUMENTS: DescribedPage[] = [
  { title: 'Zebra', pinned: true, position: 2 },
  { title: 'Apple', pinned: true },
  { title: 'Mole', position: 1 },
  { title: 'Lynx', position: 3 },
  { title: 'Moss', position: 3 },
  { title: 'Planned', position: 3, empty: true },
  { title: 'Ant' },
  { title: 'Bee', visibility: 'members' },
  { title: 'Same' },
  { title: 'Same' },
  { title: 'Wasp' },
]

async function makeAll({ app, person }: Built, category_id: number | null): Promise<void> {
  const { headers } = await person('admin')
  for (const { title, position, pinned, visibility = 'public', empty } of DOCUMENTS) {
    const payload = { title, visibility, category_id, ...(!empty && { markdown: 'Text.' }) }
    const { id } = (await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json()
    if (position !== undefined)
      await app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers, payload: { position } })
    if (pinned) await app.inject({ method: 'POST', url: `/api/docs/${id}/pin`, headers })
  }
}

async function walk({ app }: Built, from: string, kind: 'prev' | 'next', headers = {}): Promise<string[]> {
  const titles: string[] = []
  for (let path: string | undefined = from; path !== undefined; ) {
    const { body }: { body: string } = await app.inject({ url: path, headers })
    titles.push(/<h1[^>]*>([^<]+)</.exec(body)![1]!)
    path = new RegExp(`rel="${kind}" href="([^"]+)"`).exec(body)?.[1]
  }
  return titles
}

onEngines('neighbours', (engine) => {
  for (const isFiled of [true, false]) {
    test(`lead through ${isFiled ? 'a category' : 'what is in none'} and back`, async (t) => {
      const built = await build(t, { engine })
      const { headers } = await built.person('admin')
      const request = { method: 'POST', url: '/api/admin/categories/', headers, payload: { name: 'Animals' } } as const
      await makeAll(built, isFiled ? (await built.app.inject(request)).json().id : null)
      const open = DOCUMENTS.filter(({ visibility, empty }) => !visibility && !empty).map(({ title }) => title)
      assert.deepEqual(await walk(built, '/read/zebra', 'next'), open)
      assert.deepEqual(await walk(built, '/read/wasp', 'prev'), open.toReversed())
      const all = DOCUMENTS.map(({ title }) => title)
      assert.deepEqual(await walk(built, '/read/zebra', 'next', headers), all)
    })
  }

  test('lead on where the list of the sidebar ends', async (t) => {
    const built = await build(t, { engine })
    const { headers } = await built.person('admin')
    const titles = Array.from({ length: 62 }, (_, index) => `Page ${index + 1}`)
    for (const title of titles)
      await built.app.inject({ method: 'POST', url: '/api/docs/', headers, payload: { title, markdown: 'Text.' } })
    assert.deepEqual(await walk(built, '/read/page-58', 'next'), titles.slice(57))
    assert.deepEqual((await walk(built, '/read/page-62', 'prev')).slice(0, 5), titles.slice(57).toReversed())
  })

  test('lead through categories, into and out of them, and past what nobody may read', async (t) => {
    const { app, person } = await build(t, { engine })
    const { headers } = await person('admin')
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, headers, payload })).json().id
    const category = (name: string, given = {}) => post('/api/admin/categories/', { name, ...given })
    const write = (title: string, category_id: number | null = null) =>
      post('/api/docs/', { title, category_id, markdown: 'Text.' })
    const [guide, closed, api] = [
      await category('Guide'),
      await category('Closed', { visibility: 'members' }),
      await category('API'),
    ]
    await category('Empty')
    const deep = await category('Deep', { parent_id: guide })
    const intro = await write('Intro')
    await write('Setup', guide)
    await write('Deep page', deep)
    await write('Secret', closed)
    for (let number = 101; number < 163; number++) await write(`Call ${number}`, api)
    await write('End')
    await app.inject({
      method: 'POST',
      url: `/api/admin/docs/${intro}/place`,
      headers,
      payload: { category_id: null, before_category: guide },
    })
    const calls = Array.from({ length: 62 }, (_, index) => `Call ${index + 101}`)
    const order = ['Intro', 'Deep page', 'Setup', ...calls, 'End']
    assert.deepEqual(await walk({ app } as Built, '/read/intro', 'next'), order)
    assert.deepEqual(await walk({ app } as Built, '/read/end', 'prev'), order.toReversed())
    const ofMember = await walk({ app } as Built, '/read/setup', 'next', headers)
    assert.equal(ofMember[1], 'Secret')
  })
})
