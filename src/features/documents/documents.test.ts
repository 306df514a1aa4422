// Documents through the API: creating, reading, changing, deleting, pinning; what bad input gets.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Built, buildOnce, emptyDocuments, onEngines, TestClock } from '../../../test/build.ts'

async function editorOn(built: Built) {
  await emptyDocuments(built)
  const editor = await built.person('editor')
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) => {
    const response = await built.app.inject({
      method,
      url,
      headers: { ...editor.headers, ...headers },
      ...(payload && { payload }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? null : response.json(),
    }
  }
  return { ...built, editor, call }
}

const UNSAFE = { id: 'b1', type: 'image', props: { url: 'javascript:alert(1)' } }
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] })

onEngines('documents', (engine) => {
  const clock = new TestClock()
  const shared = buildOnce({ engine, clock })

  describe('POST /api/docs/', () => {
    test('null in an optional field says the same as leaving it out', async () => {
      const { call } = await editorOn(shared())
      const left = { slug: null, category_id: null, summary: null, visibility: null, access: null, tags: null }
      const response = await call('POST', '/api/docs/', {
        title: 'Nulls',
        position: null,
        blocks: null,
        markdown: null,
        ...left,
      })
      assert.equal(response.status, 201, JSON.stringify(response.body))
      assert.equal(response.body.slug, 'nulls')
      const given = { summary: 'Kept?', tags: ['a'], visibility: 'members', markdown: 'Text.' }
      const changed = (await call('PUT', `/api/docs/${response.body.id}`, given)).body
      const again = await call('PUT', `/api/docs/${response.body.id}`, { title: null, blocks: null, ...left })
      assert.equal(again.status, 200, JSON.stringify(again.body))
      // Of these only the summary can be cleared.
      assert.deepEqual(
        { ...again.body, version: 0, updated_at: '', saved: '', summary: '' },
        { ...changed, version: 0, updated_at: '', saved: '', summary: '' },
      )
      assert.equal(again.body.summary, null)
      assert.equal((await call('POST', '/api/docs/', { title: null })).body.detail[0].type, 'string_type')
    })

    test('tells all that is wrong in one response', async () => {
      const { call } = await editorOn(shared())
      const places = (body: { detail: { loc: unknown[] }[] }) => body.detail.map(({ loc }) => loc.join('.'))
      const wrong = [{ type: 5 }]
      const typed = (await call('POST', '/api/docs/', { title: 5, blocks: wrong })).body
      assert.deepEqual(places(typed), ['body.title', 'body.blocks.0.type'])
      const ruled = (await call('POST', '/api/docs/', { title: 'A', slug: 'tree', blocks: wrong })).body
      assert.deepEqual(places(ruled), ['body.blocks.0.type', 'body.slug'])
      const nowhere = { category_id: 9999, access: { users: [999] } }
      assert.deepEqual(places((await call('POST', '/api/docs/', { title: 'A', ...nowhere })).body), [
        'body.category_id',
        'body.access.users.0',
      ])
      const { id } = (await call('POST', '/api/docs/', { title: 'A' })).body
      assert.deepEqual(places((await call('PUT', `/api/docs/${id}`, nowhere)).body), [
        'body.category_id',
        'body.access.users.0',
      ])
      const response = await call('PUT', `/api/docs/${id}`, { title: 5, blocks: wrong }, { 'if-match': 'abc' })
      assert.deepEqual(places(response.body), ['body.title', 'header.if-match', 'body.blocks.0.type'])
      const replaced = await call('PUT', `/api/docs/${id}/blocks`, { blocks: wrong }, { 'if-match': 'abc' })
      assert.deepEqual(places(replaced.body), ['header.if-match', 'body.blocks.0.type'])
      const category = { name: 'A', parent_id: 9999, access: { users: [999] } }
      assert.deepEqual(places((await call('POST', '/api/admin/categories/', category)).body), [
        'body.parent_id',
        'body.access.users.0',
      ])
    })

    test('names every fault at its place and writes nothing', async () => {
      const { call, db } = await editorOn(shared())
      const cases: [object, unknown][] = [
        [{}, ['body', 'title']],
        [{ title: '  ' }, ['body', 'title']],
        [{ title: 'x'.repeat(301) }, ['body', 'title']],
        [{ title: 'A', slug: 'Not A Slug' }, ['body', 'slug']],
        [{ title: 'A', slug: 'search' }, ['body', 'slug']],
        [{ title: 'A', category_id: 99 }, ['body', 'category_id']],
        [{ title: 'A', visibility: 'secret' }, ['body', 'visibility']],
        [{ title: 'A', access: { users: [12345] } }, ['body', 'access', 'users', 0]],
        [{ title: 'A', access: { roles: ['king'] } }, ['body', 'access', 'roles', 0]],
        [{ title: 'A', tags: Array.from({ length: 21 }, String) }, ['body', 'tags']],
        [{ title: 'A', blocks: [{ type: 5 }] }, ['body', 'blocks', 0, 'type']],
        [{ title: 'A', blocks: [UNSAFE] }, ['body', 'blocks', 0, 'props', 'url']],
        [{ title: 'A', blocks: [], markdown: 'x' }, ['body', 'markdown']],
      ]
      for (const [payload, loc] of cases) {
        const response = await call('POST', '/api/docs/', payload)
        assert.equal(response.status, 422, JSON.stringify(payload))
        assert.deepEqual(response.body.detail[0].loc, loc)
      }
      assert.deepEqual(await db.read.selectFrom('documents').select('id').execute(), [])
    })

    test('makes a slug, a version and a bucket, and returns the whole document', async () => {
      const { call, editor } = await editorOn(shared())
      const { status, body, headers } = await call('POST', '/api/docs/', {
        title: '  Über uns  ',
        summary: 'Who we are',
        tags: ['a', 'B', 'b'],
        blocks: [paragraph('Hello')],
      })
      assert.equal(status, 201)
      assert.partialDeepStrictEqual(body, { slug: 'uber-uns', title: 'Über uns' })
      assert.deepEqual(body.tags, ['a', 'B'])
      assert.partialDeepStrictEqual(body, { version: 1, bucket: 'approved', author: { id: editor.id }, job: null })
      assert.equal(body.blocks[0].content[0].text, 'Hello')
      assert.match(String(headers.etag), /^W\/"1-/)
      assert.equal((await call('POST', '/api/docs/', { title: 'Über uns' })).body.slug, 'uber-uns-2')
    })

    test('returns what a read returns, also in a category, unpublished, and with a list of readers', async () => {
      const { call } = await editorOn(shared())
      const parent = (await call('POST', '/api/admin/categories/', { name: 'Birds' })).body
      const category = (await call('POST', '/api/admin/categories/', { name: 'Owls', parent_id: parent.id })).body
      const filed = { category_id: category.id, summary: 'Short.', tags: ['b'], lang: 'de', position: 3 }
      for (const given of [filed, { published: false }, { visibility: 'restricted', access: { roles: ['editor'] } }]) {
        const document = (await call('POST', '/api/docs/', { title: 'Barn owl', markdown: '# Wings', ...given })).body
        assert.deepEqual(document, (await call('GET', `/api/docs/${document.slug}`)).body)
        assert.match(document.author.display_name, /^editor/)
      }
    })

    test('a taken slug is 409 and names its holder', async () => {
      const { call } = await editorOn(shared())
      const first = await call('POST', '/api/docs/', { title: 'A', slug: 'привет' })
      const second = await call('POST', '/api/docs/', { title: 'B', slug: 'привет' })
      assert.equal(first.status, 201)
      assert.equal(second.status, 409)
      assert.equal(second.body.detail, `The slug привет belongs to document ${first.body.id}`)
    })

    test('twenty equal titles at once get twenty slugs', async () => {
      const { call } = await editorOn(shared())
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => call('POST', '/api/docs/', { title: 'Same' })),
      )
      assert.equal(new Set(responses.map((response) => response.body.slug)).size, 20)
    })
  })

  describe('PUT /api/docs/:doc_id', () => {
    test('changes what is given, keeps the rest, counts the version up', async () => {
      const { call } = await editorOn(shared())
      const { body } = await call('POST', '/api/docs/', { title: 'A', summary: 's', blocks: [paragraph('one')] })
      const changed = await call('PUT', `/api/docs/${body.id}`, { title: 'B', position: 4 })
      assert.equal(changed.status, 200)
      assert.partialDeepStrictEqual(changed.body, { version: 2, title: 'B', summary: 's', position: 4, slug: 'a' })
      const cleared = await call('PUT', `/api/docs/${body.id}`, { summary: null, position: null })
      assert.partialDeepStrictEqual(cleared.body, { summary: null, position: null, version: 3 })
    })

    test('what changes nothing counts nothing', async () => {
      const { call } = await editorOn(shared())
      const { body } = await call('POST', '/api/docs/', { title: 'A', tags: ['x'] })
      const same = await call('PUT', `/api/docs/${body.id}`, {
        title: 'A',
        tags: ['x'],
        access: { roles: [], users: [] },
      })
      assert.deepEqual(same.body, body)
    })

    test('a stale If-Match is 412 and nothing is written; a malformed one is 422', async () => {
      const { call } = await editorOn(shared())
      const { body } = await call('POST', '/api/docs/', { title: 'A' })
      await call('PUT', `/api/docs/${body.id}`, { title: 'B' }, { 'if-match': '"1"' })
      const stale = await call('PUT', `/api/docs/${body.id}`, { title: 'C' }, { 'if-match': 'W/"1-abc"' })
      assert.equal(stale.status, 412)
      assert.equal(stale.body.detail, 'Version 1 is not current (now 2)')
      const odd = await call('PUT', `/api/docs/${body.id}`, { title: 'C' }, { 'if-match': 'x' })
      assert.equal(odd.status, 422)
      assert.deepEqual(odd.body.detail[0].loc, ['header', 'if-match'])
      assert.equal((await call('GET', '/api/docs/a')).body.title, 'B')
    })

    test('of twenty writers with the same If-Match exactly one wins', async () => {
      const { call } = await editorOn(shared())
      const { body } = await call('POST', '/api/docs/', { title: 'A' })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          call('PUT', `/api/docs/${body.id}`, { title: `T${i}` }, { 'if-match': '"1"' }),
        ),
      )
      const statuses = responses.map((response) => response.status).sort()
      assert.deepEqual(statuses, [200, ...Array(19).fill(412)])
    })

    test('an unknown document is 404, also beyond what a number can hold', async () => {
      const { call } = await editorOn(shared())
      for (const id of [99, 10 ** 23, 0, -1]) {
        assert.equal((await call('PUT', `/api/docs/${BigInt(id)}`, { title: 'A' })).status, 404, String(id))
      }
      assert.equal((await call('PUT', '/api/docs/abc', { title: 'A' })).status, 422)
    })
  })

  test('DELETE removes the document with all that hangs on it', async () => {
    const { call, db } = await editorOn(shared())
    const { body } = await call('POST', '/api/docs/', {
      title: 'A',
      blocks: [paragraph('one')],
      access: { roles: ['reader'] },
    })
    await call('PUT', `/api/docs/${body.id}/blocks`, { blocks: [paragraph('two')] })
    assert.equal((await call('DELETE', `/api/docs/${body.id}`)).status, 204)
    assert.equal((await call('DELETE', `/api/docs/${body.id}`)).status, 404)
    assert.equal((await call('GET', '/api/docs/a')).status, 404)
    for (const table of ['documents', 'texts'] as const) {
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
    }
  })

  describe('lists', () => {
    const titles = (response: { body: { title: string }[] }) => response.body.map((item) => item.title)
    /** fourOn makes A to D, B pinned first, A pinned last, C changed last. */
    const fourOn = async (built: Built) => {
      const { call } = await editorOn(built)
      const ids: number[] = []
      for (const title of ['A', 'B', 'C', 'D']) ids.push((await call('POST', '/api/docs/', { title })).body.id)
      await call('POST', `/api/docs/${ids[1]}/pin`)
      clock.advance(1)
      await call('POST', `/api/docs/${ids[0]}/pin`)
      await call('PUT', `/api/docs/${ids[2]}`, { title: 'C2' })
      return { call, ids }
    }

    test('have pins first, newest pin first, then the newest change', async () => {
      const { call, ids } = await fourOn(shared())
      for (const url of ['/api/docs/', '/api/docs/private'])
        assert.deepEqual(titles(await call('GET', url)), ['A', 'B', 'C2', 'D'], url)
      await call('POST', `/api/docs/${ids[0]}/unpin`)
      assert.deepEqual(titles(await call('GET', '/api/docs/')), ['B', 'C2', 'D', 'A'])
    })

    test('are read in pieces, and one beyond the end is empty', async () => {
      const { call } = await fourOn(shared())
      assert.deepEqual(titles(await call('GET', '/api/docs?limit=2&offset=1')), ['B', 'C2'])
      assert.deepEqual(titles(await call('GET', '/api/docs?offset=999999')), [])
    })
  })

  test('blocks go in and out as they are, and keep what they replace', async () => {
    const { call, db } = await editorOn(shared())
    const { body } = await call('POST', '/api/docs/', { title: 'A' })
    assert.equal(body.bucket, 'empty')
    const blocks = [{ id: 'x', type: 'strange', props: { deep: { er: [1, null] } }, content: [], children: [] }]
    const put = await call('PUT', `/api/docs/${body.id}/blocks`, {
      blocks: [...blocks, { ...paragraph('t'), id: 'y' }],
    })
    assert.equal(put.status, 200)
    assert.equal(put.body.version, 2)
    const got = await call('GET', `/api/docs/${body.id}/blocks`)
    assert.deepEqual(got.body, put.body)
    assert.deepEqual(got.body.blocks[0], blocks[0])
    assert.equal((await call('GET', '/api/docs/a')).body.bucket, 'approved')
    const stale = await call('PUT', `/api/docs/${body.id}/blocks`, { blocks }, { 'if-match': '"1"' })
    assert.equal(stale.status, 412)
    assert.equal((await db.read.selectFrom('revisions').selectAll().execute()).length, 2)
    assert.equal((await call('GET', '/api/docs/99/blocks')).status, 404)
  })

  test('reads carry an ETag and return 304 for it, until something changes', async () => {
    const { call } = await editorOn(shared())
    const { body } = await call('POST', '/api/docs/', { title: 'A', blocks: [paragraph('one')] })
    for (const url of [
      ...['/api/docs', '/api/docs/', '/api/docs/private', '/api/docs/tree', '/api/docs/tree/me', '/api/admin/docs/'],
      ...['/api/admin/docs/buckets/counts', '/api/admin/docs/buckets/approved', '/api/admin/categories/'],
      ...['/api/admin/categories/tree', '/api/docs/a'],
      `/api/docs/${body.id}/blocks`,
      `/api/docs/${body.id}/revisions`,
      '/api/pipeline/docs/backlog',
    ]) {
      const etag = String((await call('GET', url)).headers.etag)
      const again = await call('GET', url, undefined, { 'if-none-match': etag })
      assert.equal(again.status, 304, url)
      assert.equal(again.body, null)
      assert.equal(again.headers.etag, etag)
    }
    const before = String((await call('GET', '/api/docs/a')).headers.etag)
    await call('PUT', `/api/docs/${body.id}`, { title: 'B' })
    assert.equal((await call('GET', '/api/docs/a', undefined, { 'if-none-match': before })).status, 200)
    const whatever = { 'if-none-match': '*' }
    const changed = await call('PUT', `/api/docs/${body.id}`, { title: 'C' }, whatever)
    assert.deepEqual([changed.status, changed.body.title], [200, 'C'], 'a write is never answered as known')
    assert.equal((await call('POST', '/api/docs/', { title: 'D' }, whatever)).status, 201)
  })
})
