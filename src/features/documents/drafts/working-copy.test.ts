// Saving with publish=false, publishing, discarding, merging: the document stays as it was until it is published.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OUTSIDE, onEngines } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'

onEngines('working copies', (engine) => {
  const { deps, people, ask: send } = siteOf({ engine }, { editor: 'editor', reader: 'reader' })
  const { editor, reader } = people
  const create = async (title: string, markdown: string, query = '') =>
    (await send('POST', `/api/docs/${query}`, { title, markdown })).json()
  const copyOf = async (id: number) => (await send('GET', `/api/docs/${id}/working-copy`)).json()
  const textsOf = ({ blocks }: { blocks: { content: { text: string }[] }[] }) =>
    blocks.map(({ content }) => content[0]!.text)
  /** edit changes the nth paragraph of what was read, as the editor of the panel does. */
  const edit = (view: { blocks: object[] }, at: number, text: string) =>
    view.blocks.map((block, index) =>
      index === at ? { ...block, content: [{ type: 'text', text, styles: {} }] } : block,
    )

  describe('publish=false', () => {
    test('creates a document that only editors know of, and keeps what it is to say', async () => {
      const document = await create('Lighthouse', 'Lit at dusk.', '?publish=false')
      assert.deepEqual(
        {
          published: document.published,
          madeVersion: document.version,
          draftVersion: document.draft.version,
          blocks: document.blocks,
        },
        { published: false, madeVersion: 1, draftVersion: 1, blocks: [] },
      )
      const copy = await copyOf(document.id)
      assert.deepEqual(
        { title: copy.title, id: copy.author.id, to_merge: copy.to_merge, textsOf: textsOf(copy) },
        { title: 'Lighthouse', id: editor.id, to_merge: false, textsOf: ['Lit at dusk.'] },
      )
      const outside = await deps.app.inject({ url: '/read/lighthouse', headers: OUTSIDE })
      assert.equal(outside.statusCode, 404)
      const published = (await send('POST', `/api/docs/${document.id}/publish`)).json()
      assert.deepEqual([published.published, published.draft, textsOf(published)], [true, null, ['Lit at dusk.']])
      assert.equal((await deps.app.inject({ url: '/read/lighthouse', headers: OUTSIDE })).statusCode, 200)
    })

    test('leaves the document and its ETag alone; only the copy has a new version', async () => {
      const { id, slug } = await create('Harbour', 'Open all year.')
      const page = () => deps.app.inject({ url: `/api/docs/${slug}`, headers: reader.headers })
      const was = await page()
      const change = { title: 'Port', tags: ['sea'], markdown: 'Closed in winter.' }
      const saved = (await send('PUT', `/api/docs/${id}?publish=false`, change)).json()
      assert.deepEqual([saved.title, saved.version, saved.draft.version, saved.tags], ['Harbour', 1, 1, []])
      const is = await page()
      assert.deepEqual({ etag: is.headers.etag, body: is.body }, { etag: was.headers.etag, body: was.body })
      const again = await send('PUT', `/api/admin/docs/${id}?publish=false`, { summary: 'Boats.' })
      assert.deepEqual([again.json().version, again.json().draft.version], [1, 2])
      const { title, summary, tags, version } = await copyOf(id)
      assert.deepEqual([title, summary, tags, version], ['Port', 'Boats.', ['sea'], 2])
    })

    test('blocks alone: the response has what was saved and the version of the copy', async () => {
      const document = await create('Pier', 'Wood.')
      const blocks = edit(document, 0, 'Stone.')
      const saved = (await send('PUT', `/api/docs/${document.id}/blocks?publish=false`, { blocks })).json()
      assert.deepEqual([saved.version, saved.draft_version, textsOf(saved)], [1, 1, ['Stone.']])
      assert.deepEqual(textsOf((await send('GET', `/api/docs/${document.id}/blocks`)).json()), ['Wood.'])
    })

    test('slug, category and visibility act at once', async () => {
      const { id } = await create('Quay', 'Here.')
      const saved = (
        await send('PUT', `/api/docs/${id}?publish=false`, { slug: 'wharf', visibility: 'members', title: 'Wharf' })
      ).json()
      assert.partialDeepStrictEqual(saved, { slug: 'wharf', visibility: 'members', title: 'Quay', version: 2 })
      assert.equal(saved.draft.to_merge, false)
    })

    test('If-Match is the version of the copy, 0 where there is none', async () => {
      const { id } = await create('Buoy', 'Red.')
      const url = `/api/docs/${id}?publish=false`
      const put = async (title: string, version: number) =>
        (await send('PUT', url, { title }, { 'if-match': `"${version}"` })).statusCode
      assert.deepEqual(
        { putA: await put('A', 1), putB: await put('B', 0), putC: await put('C', 0), putD: await put('D', 1) },
        { putA: 412, putB: 200, putC: 412, putD: 200 },
      )
      await send('DELETE', `/api/docs/${id}/working-copy`)
      // A number never comes twice: whoever saw the copy that was discarded is refused.
      assert.deepEqual({ putE: await put('E', 2), putF: await put('F', 0) }, { putE: 412, putF: 200 })
      assert.equal((await copyOf(id)).version, 3)
    })

    test('with version, whoever has not seen the document itself is refused, too', async () => {
      const { id } = await create('Mast', 'Oak.')
      await send('PUT', `/api/docs/${id}`, { slug: 'main-mast' })
      const put = async (version: number, more = {}) =>
        (await send('PUT', `/api/docs/${id}?publish=false&version=${version}`, { title: 'Main mast', ...more }))
          .statusCode
      assert.deepEqual([await put(1), await put(1, { lang: 'en' }), await put(2, { lang: 'en' })], [412, 412, 200])
    })

    test('what says nothing new makes no copy', async () => {
      const document = await create('Anchor', 'Iron.')
      const { title, blocks } = document
      assert.equal((await send('PUT', `/api/docs/${document.id}?publish=false`, { title, blocks })).json().draft, null)
    })

    test('refuses what a save refuses, and writes nothing', async () => {
      const { id } = await create('Rope', 'Hemp.')
      const bad = { title: '', blocks: [{ type: 'image', props: { url: 'javascript:1' } }] }
      const response = await send('PUT', `/api/docs/${id}?publish=false&base_version=x`, bad)
      assert.equal(response.statusCode, 422)
      assert.deepEqual(
        response
          .json()
          .detail.map(({ loc }: { loc: string[] }) => loc.slice(0, 2).join('.'))
          .sort(),
        ['body.blocks', 'body.title', 'query.base_version'],
      )
      const beyond = await send('PUT', `/api/docs/${id}?publish=false&base_version=9`, { title: 'X' })
      assert.deepEqual([beyond.statusCode, beyond.json().detail[0].loc], [422, ['query', 'base_version']])
      assert.equal((await send('GET', `/api/docs/${id}/working-copy`)).statusCode, 404)
      assert.equal((await send('PUT', '/api/docs/999999?publish=false', { title: 'X' })).statusCode, 404)
    })

    test('an Idempotency-Key makes one document with one copy', async () => {
      const key = { 'idempotency-key': `once-${engine}` }
      const body = { title: 'Twice sent', markdown: 'Once.' }
      const first = await send('POST', '/api/docs/?publish=false', body, key)
      const second = await send('POST', '/api/docs/?publish=false', body, key)
      assert.deepEqual([second.statusCode, second.json().id, second.json().draft.version], [201, first.json().id, 1])
    })
  })

  describe('POST /api/docs/:doc_id/publish', () => {
    test('publishes the copy that is meant, once, and keeps what it replaces', async () => {
      const { id } = await create('Sail', 'White.')
      await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Brown.', tags: ['boats'] })
      assert.equal((await send('POST', `/api/docs/${id}/publish`, { draft_version: 7 })).statusCode, 412)
      assert.equal((await send('POST', `/api/docs/${id}/publish`, undefined, { 'if-match': '"7"' })).statusCode, 412)
      const out = (await send('POST', `/api/docs/${id}/publish`, { draft_version: 1 })).json()
      assert.deepEqual([out.version, out.tags, textsOf(out), out.draft], [2, ['boats'], ['Brown.'], null])
      assert.equal((await send('GET', `/api/docs/${id}/revisions`)).json().length, 1)
      assert.equal((await send('POST', `/api/docs/${id}/publish`)).json().version, 2)
    })

    test('of two at once, one publishes and both have its version', async () => {
      const { id } = await create('Race', 'One.')
      await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Two.' })
      const both = await Promise.all([1, 2].map(() => send('POST', `/api/docs/${id}/publish`)))
      assert.deepEqual(
        both.map((one) => [one.statusCode, one.json().version]),
        [
          [200, 2],
          [200, 2],
        ],
      )
      assert.equal((await send('GET', `/api/docs/${id}/revisions`)).json().length, 1)
    })

    test('takes in what the document has come to say elsewhere', async () => {
      const document = await create('Log', 'First.\n\nSecond.')
      await send('PUT', `/api/docs/${document.id}?publish=false`, { blocks: edit(document, 0, 'First, better.') })
      await send('PUT', `/api/docs/${document.id}`, { summary: 'New.', blocks: edit(document, 1, 'Second, better.') })
      const copy = await copyOf(document.id)
      assert.deepEqual([copy.to_merge, copy.base_version, textsOf(copy.base)], [true, 1, ['First.', 'Second.']])
      const out = (await send('POST', `/api/docs/${document.id}/publish`)).json()
      assert.deepEqual([out.summary, textsOf(out)], ['New.', ['First, better.', 'Second, better.']])
    })

    test('refuses to choose between two changes of one block, until someone has merged them', async () => {
      const document = await create('Chart', 'Depth: 3.')
      const url = `/api/docs/${document.id}`
      await send('PUT', `${url}?publish=false`, { blocks: edit(document, 0, 'Depth: 4.') })
      await send('PUT', `${url}/blocks`, { blocks: edit(document, 0, 'Depth: 5.') })
      const refused = await send('POST', `${url}/publish`)
      assert.deepEqual([refused.statusCode, refused.json().to_merge], [409, true])
      assert.deepEqual(refused.json().conflicts, [document.blocks[0].id])
      const merged = { blocks: edit(document, 0, 'Depth: 4 to 5.') }
      const saved = (await send('PUT', `${url}?publish=false&base_version=2`, merged)).json()
      assert.partialDeepStrictEqual(saved.draft, { to_merge: false, base_version: 2 })
      assert.deepEqual(textsOf((await send('POST', `${url}/publish`)).json()), ['Depth: 4 to 5.'])
    })

    test('a text that was begun over an older version is not published over the newer one unseen', async () => {
      const document = await create('Tide table', 'High at six.')
      await send('PUT', `/api/docs/${document.id}`, { blocks: edit(document, 0, 'High at seven.') })
      await send('PUT', `/api/docs/${document.id}?publish=false&base_version=1`, {
        blocks: edit(document, 0, 'High at eight.'),
      })
      assert.equal((await send('POST', `/api/docs/${document.id}/publish`)).statusCode, 409)
    })
  })

  describe('Markdown on both sides', () => {
    const TEXT = ['The gate opens at six.', 'Boats pay here.', 'Dogs are welcome.']
    /** both saves one Markdown as a copy and another as the document, and publishes the copy. */
    const both = async (title: string, mine: string[], theirs: string[]) => {
      const { id } = await create(title, TEXT.join('\n\n'))
      await send('PUT', `/api/docs/${id}?publish=false`, { markdown: mine.join('\n\n') })
      await send('PUT', `/api/docs/${id}`, { markdown: theirs.join('\n\n') })
      return send('POST', `/api/docs/${id}/publish`)
    }
    const [gate, boats, dogs] = TEXT as [string, string, string]

    test('edits of different paragraphs are both taken', async () => {
      const out = await both('Both edit', ['The gate opens at five.', boats, dogs], [gate, boats, 'No dogs.'])
      assert.deepEqual(textsOf(out.json()), ['The gate opens at five.', boats, 'No dogs.'])
    })

    test('equal edits are one', async () => {
      const edited = [gate, 'Boats pay at the gate.', dogs, 'Cats, too.']
      assert.deepEqual(textsOf((await both('Equal edits', edited, edited)).json()), edited)
    })

    test('one paragraph changed on both sides is 409', async () => {
      const out = await both('One line', [gate, 'Boats pay twice.', dogs], [gate, 'Boats are free.', dogs])
      assert.deepEqual([out.statusCode, out.json().to_merge], [409, true])
    })
  })

  test('Markdown keeps the ids of the text that it replaces; saved again, it is no change', async () => {
    const document = await create('Stable', 'One.\n\nTwo.\n\nThree.')
    const idsOf = ({ blocks }: { blocks: { id: string }[] }) => blocks.map(({ id }) => id)
    const put = async (markdown: string) => (await send('PUT', `/api/docs/${document.id}`, { markdown })).json()
    const after = await put('One.\n\nNew.\n\nTwo, better.\n\nThree.')
    const [first, added, second, third] = idsOf(after)
    assert.deepEqual([first, second, third], idsOf(document))
    assert.ok(!idsOf(document).includes(added!))
    assert.equal((await put('One.\n\nNew.\n\nTwo, better.\n\nThree.')).version, after.version)
  })

  test('the trash gives the copy back', async () => {
    const { id } = await create('Wreck', 'Old.')
    await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Found.' })
    await send('DELETE', `/api/docs/${id}`)
    const restored = (await send('POST', `/api/admin/docs/trash/${id}/restore`)).json()
    assert.deepEqual([restored.draft.version, restored.draft.to_merge, textsOf(restored)], [1, false, ['Old.']])
    assert.deepEqual(textsOf((await send('POST', `/api/docs/${id}/publish`)).json()), ['Found.'])
  })

  test('the revision that a copy was begun over stays', async () => {
    const document = await create('Old base', 'A.')
    await send('PUT', `/api/docs/${document.id}?publish=false`, { title: 'Newer' })
    for (const text of ['B.', 'C.'])
      await send('PUT', `/api/docs/${document.id}/blocks`, { blocks: edit(document, 0, text) })
    const { deleteRevisionsBeyond } = await import('../maintenance-store.ts')
    assert.equal(await deps.db.inTransaction((tx) => deleteRevisionsBeyond(tx, document.id, 0, 10)), 1)
    await send('DELETE', `/api/docs/${document.id}/working-copy`)
    assert.equal(await deps.db.inTransaction((tx) => deleteRevisionsBeyond(tx, document.id, 0, 10)), 1)
  })
})
