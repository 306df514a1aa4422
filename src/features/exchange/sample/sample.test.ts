// The sample site: the project's documentation as a site, whole or absent, and removed again with its category.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import type { Cleaner } from '../../../../test/cleaner.ts'
import { addSampleSite } from './sample.ts'

const URL = '/api/admin/sample-site'

onEngines('the sample site', (engine) => {
  async function site(t: Cleaner) {
    const built = await build(t, { engine })
    const { headers } = await built.person('editor')
    const ask = (method: 'GET' | 'POST' | 'DELETE', url: string) => built.app.inject({ method, url, headers })
    return { built, headers, ask }
  }
  const count = async ({ db }: Built, table: 'documents' | 'categories' | 'uploads' | 'audit') =>
    (await db.read.selectFrom(table).selectAll().execute()).length

  describe(`POST ${URL}`, () => {
    it('is for editors', async (t) => {
      const { built } = await site(t)
      assert.equal((await built.app.inject({ method: 'POST', url: URL })).statusCode, 401)
      const { headers } = await built.person('reader')
      assert.equal((await built.app.inject({ method: 'POST', url: URL, headers })).statusCode, 403)
      assert.equal(await count(built, 'documents'), 0)
    })

    it('is refused where there are documents, and writes nothing', async (t) => {
      const { built, headers, ask } = await site(t)
      await built.app.inject({ method: 'POST', url: '/api/docs/', headers, payload: { title: 'Mine' } })
      const response = await ask('POST', URL)
      assert.equal(response.statusCode, 409)
      assert.match(response.json().detail, /There are already documents/)
      assert.deepEqual(
        { documents: await count(built, 'documents'), categories: await count(built, 'categories') },
        { documents: 1, categories: 0 },
      )
    })

    it('serves the documentation in the order of docs/SUMMARY.md, with pictures and links that lead on', async (t) => {
      const { built, ask } = await site(t)
      const response = await ask('POST', URL)
      assert.equal(response.statusCode, 201, response.body)
      assert.equal(response.json().documents, await count(built, 'documents'))
      assert.ok((await count(built, 'uploads')) > 0)
      const [top, ...others] = (await ask('GET', '/api/docs/tree')).json()
      assert.deepEqual({ others, id: top.id }, { others: [], id: response.json().category_id })
      type Branch = { title: string; slug: string; children: Branch[] }
      const groups: Branch[] = top.children
      assert.deepEqual(
        groups.map(({ title }) => title),
        ['Start here', 'How-to guides', 'Reference', 'Decisions', 'Releases'],
      )
      const slugs = groups.flatMap(({ children }) => children.map(({ slug }) => slug))
      const wanted = ['first-hour', 'panel', 'coming-from', 'documents', 'settings']
      const found = wanted.map((name) => slugs.findIndex((slug) => slug.endsWith(name)))
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
      )
      const page = await built.app.inject({ url: `/read/${slugs[found[0]!]}` })
      const links = [...page.body.matchAll(/href="(\/read\/[^"#]+)/g)].map(([, href]) => href!)
      assert.ok(links.some((href) => href.endsWith('-panel')))
    })
  })

  it('is added once when two ask at once', async (t) => {
    const { built, ask } = await site(t)
    const answers = await Promise.all([ask('POST', URL), ask('POST', URL)])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409])
    const sample = answers.find(({ statusCode }) => statusCode === 201)!.json()
    assert.equal(await count(built, 'documents'), sample.documents)
  })

  it('is absent when something goes wrong on the way', async (t) => {
    const { built } = await site(t)
    const before = await count(built, 'audit')
    let calls = 0
    const now = () => {
      if (++calls > 40) throw new Error('the clock stopped')
      return built.clock.now()
    }
    await assert.rejects(addSampleSite({ ...built, clock: { ...built.clock, now } }, COMMAND_LINE))
    for (const table of ['documents', 'categories', 'uploads'] as const) assert.equal(await count(built, table), 0)
    assert.equal(await count(built, 'audit'), before)
  })

  it('goes with its category, and can be added again', async (t) => {
    const { built, ask } = await site(t)
    const { category_id } = (await ask('POST', URL)).json()
    const removed = await ask('DELETE', `/api/admin/categories/${category_id}?content=trash`)
    assert.equal(removed.statusCode, 204, removed.body)
    assert.deepEqual(
      { documents: await count(built, 'documents'), categories: await count(built, 'categories') },
      { documents: 0, categories: 0 },
    )
    assert.equal((await ask('POST', URL)).statusCode, 201)
  })
})
