// The version that was published first, from which people count: from a save and from the trash.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines, TestClock, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'

onEngines('the version that was published first', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let deps: Built
  let editor: TestPerson
  before(async () => {
    deps = await build(t, { engine, clock })
    editor = await deps.person('editor')
  })
  /** send takes a second, so that what was saved and published at once is told from what came after. */
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    clock.advance(1000)
    return deps.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
  }
  const create = async (title: string, body: object, query = '') =>
    (await send('POST', `/api/docs/${query}`, { title, ...body })).json()
  const change = async (id: number, body: object) => (await send('PUT', `/api/docs/${id}`, body)).json()
  const publish = async (id: number) => (await send('POST', `/api/docs/${id}/publish`)).json()
  const facts = async (slug: string) =>
    /Version \d+/.exec((await deps.app.inject({ url: `/read/${slug}`, headers: editor.headers })).body)?.[0]

  /** Each returns a document whose history began in another way. */
  const WAYS: Record<string, (title: string) => Promise<{ id: number; slug: string; first_version: number | null }>> = {
    published: (title) => create(title, { markdown: 'Text.' }),
    drafted: async (title) => publish((await create(title, { markdown: 'Text.' }, '?publish=false')).id),
    'empty at first': async (title) => change((await create(title, {})).id, { markdown: 'Text.' }),
    'unpublished at first': async (title) => {
      const { id } = await create(title, { markdown: 'One.', published: false })
      await change(id, { markdown: 'Two.' })
      return publish(id)
    },
    'never published': (title) => create(title, { markdown: 'Text.', published: false }),
  }
  const FIRST = { published: 1, drafted: 2, 'empty at first': 2, 'unpublished at first': 3, 'never published': null }

  test('is version 1 to people, whatever came before, and stays so', async () => {
    for (const [way, make] of Object.entries(WAYS)) {
      const { id, slug, first_version } = await make(`Way ${way}`)
      assert.equal(first_version, FIRST[way as keyof typeof FIRST], way)
      assert.equal(await facts(slug), first_version === null ? undefined : 'Version 1', way)
      if (first_version === null) continue
      await change(id, { markdown: 'Changed.' })
      await send('POST', `/api/docs/${id}/unpublish`)
      assert.equal((await publish(id)).first_version, first_version, way)
      assert.equal(await facts(slug), 'Version 4', way)
    }
  })

  test('comes back from the trash', async () => {
    const { id } = await WAYS.drafted!('Lost')
    await send('DELETE', `/api/docs/${id}`)
    const restored = (await send('POST', `/api/admin/docs/trash/${id}/restore`)).json()
    assert.partialDeepStrictEqual(restored, { version: 3, first_version: 2 })
  })
})
