// What a document said before: revisions, restore, Markdown; how often it was read; how far its job is.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { DAY, dayOf } from '#time.ts'
import { type Built, build, onEngines, TestClock, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { pluck } from '../../../../test/pluck.ts'
import { until } from '../../../../test/until.ts'
import { setBuckets } from '../writing/buckets.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { changeDocument } from '../writing/write.ts'

const paragraph = (text: string) => ({ id: text, type: 'paragraph', content: [{ type: 'text', text, styles: {} }] })

onEngines('the history of documents', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let built: Built
  let editor: TestPerson

  before(async () => {
    built = await build(t, { engine, clock })
    editor = await built.person('editor')
  })

  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const response = await built.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
  }
  const create = async (fields: object) => (await call('POST', '/api/docs/', fields)).body

  describe('revisions', () => {
    test('every change of content keeps the one before, with who, when and from where', async () => {
      const doc = await create({ title: 'First', summary: 's', blocks: [paragraph('one')] })
      const createdAt = clock.now()
      clock.advance(1000)
      await call('PUT', `/api/docs/${doc.id}/blocks`, { blocks: [paragraph('two')] })
      await call('PUT', `/api/docs/${doc.id}`, { title: 'Third', tags: ['x'] })
      await call('PUT', `/api/docs/${doc.id}`, { tags: ['y'] })
      const { body } = await call('GET', `/api/docs/${doc.id}/revisions`)
      assert.deepEqual(pluck(body, 'version', 'title', 'origin'), [
        [2, 'First', 'hand'],
        [1, 'First', 'hand'],
      ])
      assert.equal(body[1].author.id, editor.id)
      assert.equal(Date.parse(body[1].created_at), createdAt)
      const detail = await call('GET', `/api/docs/${doc.id}/revisions/${body[1].id}`)
      assert.equal(detail.body.summary, 's')
      assert.equal(detail.body.blocks[0].content[0].text, 'one')
    })

    test('who gave no name is called by the username, not by the address', async () => {
      const { id, headers } = await built.person('editor', 'quiet')
      await built.db.inTransaction((tx) =>
        tx.updateTable('users').set({ display_name: null }).where('id', '=', id).execute(),
      )
      const doc = await create({ title: 'Quiet', blocks: [paragraph('one')] })
      const by = { author_id: id }
      await built.db.inTransaction(async (tx) => {
        await tx.updateTable('document_rows').set(by).where('id', '=', doc.id).execute()
        await tx.updateTable('revisions').set({ published_by: id }).where('document_id', '=', doc.id).execute()
      })
      const changed = await call('PUT', `/api/docs/${doc.id}`, { title: 'Loud' })
      assert.deepEqual(changed.body.author, { id, display_name: 'quiet' })
      const author = async () => (await call('GET', `/api/admin/docs/${doc.id}`)).body.author.display_name
      assert.equal(await author(), 'quiet')
      await built.app.inject({ method: 'PATCH', url: '/auth/me', headers, payload: { username: 'hushed' } })
      assert.equal(await author(), 'hushed')
      const { body } = await call('GET', `/api/docs/${doc.id}/revisions`)
      assert.deepEqual(body[0].author, { id, display_name: 'hushed' })
    })

    test('whoever saves is answered with what was saved, whoever else saves at the same moment', async () => {
      const doc = await create({ title: 'Busy', blocks: [paragraph('start')] })
      const texts = Array.from({ length: 8 }, (_, index) => `by ${index}`)
      for (const path of ['', '/blocks']) {
        const responses = await Promise.all(
          texts.map((text) => call('PUT', `/api/docs/${doc.id}${path}`, { blocks: [paragraph(text + path)] })),
        )
        assert.deepEqual(
          responses.map(({ body }) => body.blocks[0].content[0].text),
          texts.map((text) => text + path),
        )
        assert.equal(new Set(responses.map(({ body }) => body.version)).size, texts.length)
        const [first] = responses.toSorted((a, b) => a.body.version - b.body.version)
        const late = { method: 'PUT', url: `/api/docs/${doc.id}`, payload: { title: 'Late' } } as const
        const headers = { ...editor.headers, 'if-match': first!.headers.etag as string }
        assert.equal((await built.app.inject({ ...late, headers })).statusCode, 412)
      }
      const [first, second] = await Promise.all([
        call('PUT', `/api/docs/${doc.id}`, { title: 'Named' }),
        call('PUT', `/api/docs/${doc.id}`, { tags: ['x'] }),
      ])
      assert.equal(Math.abs(first!.body.version - second!.body.version), 1)
      assert.deepEqual({ title: first!.body.title, tags: second!.body.tags }, { title: 'Named', tags: ['x'] })
    })

    test('a document tells editors who saved it last, whoever made it', async () => {
      const doc = await create({ title: 'Shared', blocks: [paragraph('one')] })
      const second = await built.person('editor', 'Bob')
      clock.advance(1000)
      await built.app.inject({
        method: 'PUT',
        url: `/api/docs/${doc.id}`,
        headers: second.headers,
        payload: { blocks: [paragraph('two')] },
      })
      const { body } = await call('GET', `/api/admin/docs/${doc.id}`)
      assert.equal(body.author.id, editor.id)
      assert.deepEqual(body.saved, { at: body.updated_at, by: { id: second.id, display_name: 'Bob' }, origin: 'hand' })
    })

    test('restore brings content back and is itself a change', async () => {
      const doc = await create({ title: 'Keep', blocks: [paragraph('old')] })
      await call('PUT', `/api/docs/${doc.id}`, { title: 'Changed', blocks: [paragraph('new')] })
      const [revision] = (await call('GET', `/api/docs/${doc.id}/revisions`)).body
      const restored = await call('POST', `/api/docs/${doc.id}/revisions/${revision.id}/restore`)
      assert.equal(restored.status, 200)
      assert.partialDeepStrictEqual(restored.body, { title: 'Keep', version: 3 })
      assert.deepEqual(restored.body.blocks, doc.blocks)
      assert.equal((await call('GET', `/api/docs/${doc.id}/revisions`)).body.length, 2)
      await call('PUT', `/api/docs/${doc.id}`, { title: 'Once more' })
      const origins = (await call('GET', `/api/docs/${doc.id}/revisions`)).body.map(
        (one: { origin: string }) => one.origin,
      )
      assert.deepEqual(origins, ['restore', 'hand', 'hand'])
    })

    /** compared is a document with two former texts. */
    const compared = async () => {
      const table = (cell: string) => ({
        id: 't',
        type: 'table',
        content: { type: 'tableContent', rows: [{ cells: ['a', cell] }] },
      })
      const link = (href: string) => ({
        id: 'l',
        type: 'paragraph',
        content: [{ type: 'link', href, content: [{ type: 'text', text: 'the guide', styles: {} }] }],
      })
      const doc = await create({
        title: 'Old name',
        blocks: [paragraph('one'), paragraph('two'), table('1'), link('/a')],
      })
      await call('PUT', `/api/docs/${doc.id}`, {
        title: 'New name',
        blocks: [paragraph('two'), paragraph('one'), table('2'), link('/b')],
      })
      await call('PUT', `/api/docs/${doc.id}`, { blocks: [paragraph('two')] })
      const [second, first] = (await call('GET', `/api/docs/${doc.id}/revisions`)).body
      const diff = (id: number, query = '') => call('GET', `/api/docs/${doc.id}/revisions/${id}/diff${query}`)
      return { first, second, diff }
    }

    test('a revision is compared with another', async () => {
      const { first, second, diff } = await compared()
      const { body } = await diff(first.id, `?to=${second.id}`)
      assert.deepEqual(
        [body.from, body.to],
        [
          { id: first.id, version: 1 },
          { id: second.id, version: 2 },
        ],
      )
      assert.deepEqual(pluck(body.title, 'op', 'text'), [
        ['removed', 'Old'],
        ['added', 'New'],
        ['same', ' name'],
      ])
      assert.deepEqual(pluck(body.blocks, 'op', 'id'), [
        ['moved', 'two'],
        ['changed', 't'],
        ['changed', 'l'],
      ])
      assert.deepEqual(body.blocks[0].from, { parent: null, after: 'one' })
      assert.deepEqual(pluck(body.blocks[1].rows[0].cells[1].pieces, 'op', 'text'), [
        ['removed', '1'],
        ['added', '2'],
      ])
      assert.deepEqual(body.blocks[2].details, [
        { kind: 'link', name: 'link', text: 'the guide', before: '/a', after: '/b' },
      ])
    })

    test('a revision is compared with the published text, and with itself; others are not found', async () => {
      const { second, diff } = await compared()
      const now = (await diff(second.id)).body
      assert.deepEqual(
        [now.to, pluck(now.blocks, 'op', 'id')],
        [
          { id: null, version: 3 },
          [
            ['removed', 'one'],
            ['removed', 't'],
            ['removed', 'l'],
          ],
        ],
      )
      assert.deepEqual(pluck((await diff(second.id, `?to=${second.id}`)).body.blocks, 'op'), [])
      assert.equal((await diff(second.id, '?to=999999')).status, 404)
      assert.equal((await diff(999_999)).status, 404)
      assert.equal((await diff(second.id, '?to=x')).status, 422)
    })

    test('a long text is compared as well', async () => {
      const long = (end: string) =>
        Array.from({ length: 400 }, (_, at) => paragraph(`${at} ${'word '.repeat(20)}${end}`))
      const doc = await create({ title: 'Long', blocks: long('before') })
      await call('PUT', `/api/docs/${doc.id}`, {
        blocks: long('before').with(7, { ...paragraph('x'), ...long('after')[7] }),
      })
      const [revision] = (await call('GET', `/api/docs/${doc.id}/revisions`)).body
      const { body } = await call('GET', `/api/docs/${doc.id}/revisions/${revision.id}/diff`)
      assert.equal(body.blocks.length, 1)
    })

    test('restore with a stale If-Match is 412 and nothing is written', async () => {
      const doc = await create({ title: 'Guarded', blocks: [paragraph('old')] })
      await call('PUT', `/api/docs/${doc.id}`, { title: 'Newer' })
      const [revision] = (await call('GET', `/api/docs/${doc.id}/revisions`)).body
      const restore = (version: number) =>
        built.app.inject({
          method: 'POST',
          url: `/api/docs/${doc.id}/revisions/${revision.id}/restore`,
          headers: { ...editor.headers, 'if-match': `"${version}"` },
        })
      assert.equal((await restore(1)).statusCode, 412)
      assert.equal((await restore(2)).json().title, 'Guarded')
    })

    test('a revision of another document is not found', async () => {
      const one = await create({ title: 'One', blocks: [paragraph('a')] })
      const other = await create({ title: 'Other' })
      await call('PUT', `/api/docs/${one.id}`, { title: 'Uno' })
      const [revision] = (await call('GET', `/api/docs/${one.id}/revisions`)).body
      const url = `/api/docs/${other.id}/revisions/${revision.id}`
      assert.deepEqual((await call('GET', url)).body, { detail: 'Revision not found' })
      assert.equal((await call('POST', `${url}/restore`)).status, 404)
      assert.deepEqual((await call('GET', '/api/docs/9999/revisions')).body, { detail: 'Document not found' })
    })

    test('changeDocument keeps what it replaces under the origin of what was there', async () => {
      const doc = await create({ title: 'Draft me' })
      const { db } = built
      const actor = { userId: editor.id, role: 'editor', label: 'e', member: true } as const
      const prepared = await prepareContent([{ ...paragraph('approved'), props: {}, children: [] }] as never)
      const { version } = await db.inTransaction((tx) =>
        changeDocument(
          built,
          tx,
          doc.id,
          { title: 'Approved', prepared },
          { actor, origin: 'approval', at: clock.now() },
        ),
      )
      assert.equal(version, 2)
      await call('PUT', `/api/docs/${doc.id}`, { title: 'By hand' })
      const { body } = await call('GET', `/api/docs/${doc.id}/revisions`)
      assert.deepEqual(pluck(body, 'origin'), ['approval', 'hand'])
    })
  })

  test('Markdown in, Markdown out', async () => {
    const markdown = '# Title\n\nText with **weight** and a [link](https://example.com/).\n\n* one\n* two\n'
    const doc = await create({ title: 'Marked', markdown })
    const response = await call('GET', `/api/docs/${doc.id}/markdown`)
    assert.match(String(response.headers['content-type']), /^text\/markdown/)
    const again = await create({ title: 'Marked', markdown: response.body })
    const strip = (blocks: { id: string }[]) => JSON.stringify(blocks).replace(/"id":"[^"]*"/g, '')
    assert.equal(strip(again.blocks), strip(doc.blocks))
  })

  describe('views', () => {
    /** viewsStored waits for the counter, which writes once a second. */
    const viewsStored = (id: number, wanted: number) =>
      until(`${wanted} views of document ${id} are stored`, async () => {
        const rows = await built.db.read.selectFrom('views').select('views').where('document_id', '=', id).execute()
        return rows.reduce((sum, { views }) => sum + views, 0) >= wanted
      })

    test('reads by slug are counted per day, other reads are not', async () => {
      const doc = await create({ title: 'Popular' })
      for (let i = 0; i < 3; i++) await call('GET', '/api/docs/popular')
      await built.app.inject({ method: 'HEAD', url: '/api/docs/popular', headers: editor.headers })
      await call('GET', `/api/admin/docs/${doc.id}`)
      clock.advance(DAY)
      const fresh = await built.person('editor')
      editor = fresh
      await call('GET', '/api/docs/popular')
      await viewsStored(doc.id, 4)
      const { body } = await call('GET', `/api/docs/${doc.id}/views?days=3`)
      const today = clock.now()
      assert.deepEqual(body, [
        { day: dayOf(today - 2 * DAY), views: 0 },
        { day: dayOf(today - DAY), views: 3 },
        { day: dayOf(today), views: 1 },
      ])
      const board = (await call('GET', '/docs/dashboard?top_days=1')).body
      assert.equal(board.top[0].id, doc.id)
      assert.equal(board.top[0].views_in_period, 1)
      assert.deepEqual(board.views_by_day, [{ day: dayOf(today), views: 1 }])
      assert.equal(board.totals.views, 4)
      assert.equal((await call('GET', '/docs/dashboard?top_days=2')).body.top[0].views_in_period, 4)
      assert.equal((await call('GET', '/docs/dashboard?top_days=366')).status, 422)
    })

    test('counting makes nothing stale, and a deleted document stops nothing', async () => {
      const [gone, other] = [await create({ title: 'Gone' }), await create({ title: 'Kept' })]
      await call('GET', '/api/docs/gone')
      await call('GET', '/api/docs/kept')
      await call('DELETE', `/api/docs/${gone.id}`)
      await built.db.confirm()
      const sequence = built.db.sequence()!
      await viewsStored(other.id, 1)
      assert.equal((await call('GET', `/api/docs/${other.id}/views?days=1`)).body[0].views, 1)
      await built.db.confirm()
      assert.ok(built.db.isCurrent(sequence, ['documents']))
    })
  })

  describe('buckets', () => {
    const at = 1_700_000_000_000
    const newJob = (document_id: number, status: 'queued' | 'failed' | 'review' | 'approved', priority = 5) =>
      built.db.inTransaction(async (tx) => {
        const { id } = await tx
          .insertInto('jobs')
          .values({
            document_id,
            status,
            priority,
            error: status === 'failed' ? 'No.' : null,
            run_at: at,
            created_at: at,
            updated_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const bucket = { approved: 'by content', review: 'processing' } as const
        await setBuckets(tx, [document_id], status === 'queued' || status === 'failed' ? status : bucket[status])
        return id
      })

    test('counts and pages follow content and the newest job, and a page shows the job', async () => {
      const before = (await call('GET', '/api/admin/docs/buckets/counts')).body
      assert.deepEqual(Object.keys(before), ['empty', 'queued', 'processing', 'approved', 'failed'])
      const [a, b, c] = [
        await create({ title: 'Bu A' }),
        await create({ title: 'Bu B' }),
        await create({ title: 'Bu C' }),
      ]
      const low = await newJob(a.id, 'queued', 1)
      const high = await newJob(b.id, 'queued', 9)
      await newJob(c.id, 'failed')
      const counts = (await call('GET', '/api/admin/docs/buckets/counts')).body
      assert.equal(counts.queued, before.queued + 2)
      assert.equal(counts.failed, before.failed + 1)
      assert.equal(counts.empty, before.empty)
      const page = (await call('GET', '/api/admin/docs/buckets/queued?q=bu&page_size=1&page=2')).body
      assert.deepEqual([page.total, page.pages, page.page, page.page_size, page.items.length], [2, 2, 2, 1, 1])
      const both = (await call('GET', '/api/admin/docs/buckets/queued')).body.items
      const places = new Map(
        both.map((item: { job: { job_id: number; queue_position: number } }) => [
          item.job.job_id,
          item.job.queue_position,
        ]),
      )
      assert.deepEqual({ high: places.get(high), low: places.get(low) }, { high: 1, low: 2 })
      const shown = (await call('GET', `/api/admin/docs/${a.id}`)).body
      assert.equal(shown.job.job_id, low)
      assert.equal(shown.job.queue_position, 2)
      const failed = (await call('GET', '/api/admin/docs/buckets/failed')).body.items[0]
      assert.equal(failed.job.error, 'No.')
      await call('PUT', `/api/docs/${c.id}`, { markdown: 'text' })
      assert.equal((await call('GET', `/api/admin/docs/${c.id}`)).body.bucket, 'failed')
    })

    test('q searches title, slug and category, and no sign has a meaning', async () => {
      const category = (await call('POST', '/api/admin/categories/', { name: 'Rock & Roll' })).body
      await create({ title: '100% _sure_', category_id: category.id })
      const total = async (q: string) =>
        (await call('GET', `/api/admin/docs/buckets/empty?q=${encodeURIComponent(q)}`)).body.total
      assert.equal(await total('100% _SURE'), 1)
      assert.equal(await total('rock & r'), 1)
      assert.equal(await total('100-sure'), 1)
      await create({ title: 'ПРИВЕТ Мир' })
      assert.equal(await total('привет м'), 1)
      assert.equal(await total('1__%'), 0)
      assert.equal(await total('\\'), 0)
      assert.equal((await call('GET', '/api/admin/docs/buckets/nope')).status, 422)
      assert.equal((await call('GET', '/api/admin/docs/buckets/empty?page=0')).status, 422)
      assert.deepEqual((await call('GET', '/api/admin/docs/buckets/empty?page=999999999999')).body.items, [])
    })
  })

  test('readers are not told who saved a document', async () => {
    const doc = await create({ title: 'Saved by someone', blocks: [paragraph('one')] })
    const { headers } = await built.person('reader')
    const read = (await built.app.inject({ url: `/api/docs/${doc.slug}`, headers })).json()
    assert.deepEqual({ id: read.id, saved: read.saved }, { id: doc.id, saved: undefined })
  })
})
