// Pictures: what is taken for one, that it is kept once, and that only those who may read a document that shows it see it.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { kindOf } from '#file-kinds.ts'
import { DAY } from '#time.ts'
import { type Built, build, onEngines, TestClock } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { forgetUploads } from './maintenance.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const SVG =
  '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

async function editorOn(built: Built) {
  const editor = await built.person('editor')
  const upload = (bytes: Buffer | string, headers: object = editor.headers) =>
    built.app.inject({
      method: 'POST',
      url: '/api/pictures',
      headers: { 'content-type': 'image/png', ...headers },
      payload: bytes,
    })
  const write = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await built.app.inject({ method, url, headers: editor.headers, payload })).json()
  const look = (url: string, headers: object = {}) => built.app.inject({ url, headers: { ...headers } })
  const statuses = async (url: string, ...readers: object[]) =>
    Promise.all(readers.map(async (headers) => (await look(url, headers)).statusCode))
  return { ...built, editor, upload, write, look, statuses }
}

const showing = (...urls: string[]) => ({
  blocks: urls.map((url, index) => ({ id: `p${index}`, type: 'image', props: { url, caption: 'A shot' } })),
})

describe('what is a picture', () => {
  test('is told by the bytes', () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')
    const avif = Buffer.from('\0\0\0\x20ftypavif\0', 'latin1')
    const given = [PNG, jpeg, GIF, webp, avif, Buffer.from(SVG), Buffer.from('<svg>')]
    assert.deepEqual(given.map(kindOf), ['png', 'jpg', 'gif', 'webp', 'avif', 'svg', 'svg'])
    const drawn =
      '<?xml version="1.0"?><?xml-stylesheet href="a"?><!DOCTYPE svg [ <!ENTITY a "b>"> ]>\n<svg:svg xmlns:svg="x">'
    assert.equal(kindOf(Buffer.from(drawn)), 'svg')
    for (const other of [
      '',
      'GIF',
      '<html><svg></svg></html>',
      '%PDF-1.7',
      '<svgx>',
      `<!--${'-'.repeat(9000)}`,
      `${'<!---->'.repeat(2000)}x`,
    ])
      assert.equal(kindOf(Buffer.from(other)), undefined, other.slice(0, 20))
  })
})

onEngines('pictures', (engine) => {
  test('are kept once, and shown with their type whatever they were declared as', async (t) => {
    const { upload, look, editor } = await editorOn(await build(t, { engine }))
    const first = await upload(PNG, { ...editor.headers, 'content-type': 'text/plain' })
    assert.equal(first.statusCode, 201)
    const { url, type, size } = first.json()
    assert.match(url, /^\/pictures\/[0-9a-f]{32}\.png$/)
    assert.deepEqual({ type, size }, { type: 'image/png', size: PNG.length })
    assert.equal((await upload(PNG)).json().url, url)

    const seen = await look(url, editor.headers)
    assert.deepEqual([seen.statusCode, seen.headers['content-type']], [200, 'image/png'])
    assert.deepEqual(seen.rawPayload, PNG)
    const again = await look(url, { ...editor.headers, 'if-none-match': seen.headers.etag })
    assert.deepEqual({ statusCode: again.statusCode, body: again.body }, { statusCode: 304, body: '' })
    for (const other of [url.replace('.png', '.gif'), `${url}x`, url.replace('.', '%2E'), '/pictures/none.png'])
      assert.equal((await look(other, editor.headers)).statusCode, 404, other)
  })

  test('a large one is sent in pieces, and its head alone when that is asked for', async (t) => {
    const { upload, app, editor } = await editorOn(await build(t, { engine }))
    const large = Buffer.concat([PNG, Buffer.alloc(700_000, 7)])
    const { url } = (await upload(large)).json()
    const seen = await app.inject({ url, headers: editor.headers })
    assert.ok(seen.rawPayload.equals(large))
    assert.equal(Number(seen.headers['content-length']), large.length)
    const head = await app.inject({ method: 'HEAD', url, headers: editor.headers })
    assert.deepEqual([head.statusCode, Number(head.headers['content-length']), head.body], [200, large.length, ''])
  })

  test('what is none, or too large, is refused with nothing written', async (t) => {
    const { upload, db } = await editorOn(await build(t, { engine }))
    for (const bytes of ['', 'words', '<html></html>']) {
      const response = await upload(bytes)
      assert.equal(response.statusCode, 422)
      assert.deepEqual(response.json().detail[0].loc, ['body'])
    }
    assert.equal((await upload(Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]))).statusCode, 413)
    assert.deepEqual(await db.read.selectFrom('uploads').select('key').execute(), [])
  })

  test('a drawing that is opened by itself runs nothing', async (t) => {
    const { upload, look, editor } = await editorOn(await build(t, { engine }))
    const { headers } = await look((await upload(SVG)).json().url, editor.headers)
    assert.partialDeepStrictEqual(headers, { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
  })

  /** shownOn is a picture in a document for one friend, and who sees it: editor, friend, stranger, visitor. */
  async function shownOn(built: Built) {
    const { upload, write, statuses, editor, person } = await editorOn(built)
    const [friend, stranger] = [await person('reader'), await person('reader')]
    const { url } = (await upload(PNG)).json()
    const seen = () => statuses(url, editor.headers, friend.headers, stranger.headers, {})
    assert.deepEqual(await seen(), [200, 404, 404, 404], 'no document shows it yet')
    const access = { roles: [], users: [friend.id] }
    const plan = { title: 'Plan', visibility: 'restricted', access, ...showing(url) }
    const { id } = await write('POST', '/api/docs/', plan)
    return { url, seen, write, change: (payload: object) => write('PUT', `/api/docs/${id}`, payload) }
  }

  test('are seen by those who may read the document that shows them', async (t) => {
    const { seen, change } = await shownOn(await build(t, { engine }))
    assert.deepEqual(await seen(), [200, 200, 404, 404])
    await change({ visibility: 'members' })
    assert.deepEqual(await seen(), [200, 200, 200, 404])
    await change({ visibility: 'public' })
    assert.deepEqual(await seen(), [200, 200, 200, 200])
  })

  test('follow the rules of the categories of that document', async (t) => {
    const { seen, write, change } = await shownOn(await build(t, { engine }))
    const vault = await write('POST', '/api/admin/categories/', { name: 'Vault', visibility: 'restricted' })
    await change({ visibility: 'public', category_id: vault.id })
    assert.deepEqual(await seen(), [200, 404, 404, 404])
  })

  test('are closed once their document no longer shows them, and open with another that does', async (t) => {
    const { url, seen, write, change } = await shownOn(await build(t, { engine }))
    await change({ visibility: 'public', blocks: [] })
    assert.deepEqual(await seen(), [200, 404, 404, 404])
    await write('POST', '/api/docs/', {
      title: 'Other',
      markdown: `Text ![shot](https://docs.example.com${url}) text.`,
    })
    assert.deepEqual(await seen(), [200, 200, 200, 200])
  })

  test('are shown where their address is an address, not where it is only written down', async (t) => {
    const { upload, write, statuses } = await editorOn(await build(t, { engine }))
    const text = (content: string) => ({ id: 'a', type: 'paragraph', content, props: {}, children: [] })
    const link = (href: string) => [{ type: 'link', href, content: 'here' }]
    const image = (props: object) => [{ id: 'a', type: 'image', props }]
    const seen: Record<string, number> = {}
    for (const [name, blocksOf] of Object.entries({
      written: (url: string) => [text(`It is at ${url}.`)],
      code: (url: string) => [{ ...text(url), type: 'codeBlock' }],
      caption: (url: string) => image({ url: '/other.png', caption: url }),
      link: (url: string) => [{ ...text(''), content: link(url) }],
      nested: (url: string) => [
        { ...text('x'), children: [{ ...text(''), id: 'b', content: link(`${url}?v=2#top`) }] },
      ],
      around: (url: string) => image({ url: `/pictures/..${url}` }),
    })) {
      const { url } = (await upload(`<svg><title>${name}</title></svg>`)).json()
      await write('POST', '/api/docs/', { title: name, blocks: blocksOf(url) })
      seen[name] = (await statuses(url, {}))[0]!
    }
    assert.deepEqual(seen, { written: 404, code: 404, caption: 404, link: 200, nested: 200, around: 200 })
  })

  test('one that comes after the document that names it is shown, and uploading it again makes it new', async (t) => {
    const clock = new TestClock()
    const built = await build(t, { engine, clock })
    const { upload, statuses, db, config } = await editorOn(built)
    const { url } = (await upload(PNG)).json()
    const tidy = () => forgetUploads({ db, config, clock }, new AbortController().signal)
    clock.advance(31 * DAY)
    await (await editorOn(built)).upload(PNG)
    assert.equal(await tidy(), 0)
    clock.advance(31 * DAY)
    assert.equal(await tidy(), 1)
    const later = await editorOn(built)
    await later.write('POST', '/api/docs/', { title: 'Early', ...showing(url) })
    assert.deepEqual(await statuses(url, {}), [404])
    await later.upload(PNG)
    assert.deepEqual(await statuses(url, {}), [200])
    clock.advance(31 * DAY)
    assert.equal(await tidy(), 0)
  })

  test('a document may name very many', async (t) => {
    const { write, db } = await editorOn(await build(t, { engine }))
    const names = Array.from({ length: 20_000 }, (_, index) => `/pictures/${index.toString(16).padStart(32, '0')}.png`)
    const content = names.map((href) => ({ type: 'link', href, content: 'x' }))
    const blocks = [{ id: 'a', type: 'paragraph', content }]
    const { id } = await write('POST', '/api/docs/', { title: 'Many', blocks })
    const uses = db.read.selectFrom('upload_uses').select('upload').where('document_id', '=', id)
    assert.equal((await uses.execute()).length, names.length)
  })

  test('tidying up and saving at one moment lose nothing', async (t) => {
    const clock = new TestClock()
    const built = await build(t, { engine, clock })
    const { url } = (await (await editorOn(built)).upload(PNG)).json()
    clock.advance(31 * DAY)
    const { write, statuses, db, config } = await editorOn(built)
    const save = (index: number) => write('POST', '/api/docs/', { title: `Race ${index}`, ...showing(url) })
    const tidied = forgetUploads({ db, config, clock }, new AbortController().signal)
    await Promise.all([...Array.from({ length: 5 }, (_, index) => save(index)), tidied])
    assert.deepEqual(await statuses(url, {}), [(await tidied) === 0 ? 200 : 404])
    assert.equal((await db.read.selectFrom('upload_uses').select('document_id').execute()).length, 5)
  })

  /** monthOld is a picture that only an older revision of a document shows, a month later: sessions do not live that long. */
  async function monthOld(t: TestContext) {
    const clock = new TestClock()
    const built = await build(t, { engine, clock })
    const { upload, write, db, config } = await editorOn(built)
    const [used, unused] = [(await upload(PNG)).json().url, (await upload(GIF)).json().url]
    const { id } = await write('POST', '/api/docs/', { title: 'Guide', ...showing(used) })
    await write('PUT', `/api/docs/${id}`, { blocks: [] })
    const tidy = () => forgetUploads({ db, config, clock }, new AbortController().signal)
    assert.equal(await tidy(), 0, 'new ones wait for a document')
    clock.advance(31 * DAY)
    const later = await editorOn(built)
    const { headers } = later.editor
    const restoreRevision = async () => {
      const [before] = (await later.look(`/api/docs/${id}/revisions`, headers)).json()
      await later.write('POST', `/api/docs/${id}/revisions/${before.id}/restore`, {})
    }
    const remove = () => built.app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
    const bringBack = () => later.write('POST', `/api/admin/docs/trash/${id}/restore`, {})
    return { ...later, used, unused, id, tidy, restoreRevision, remove, bringBack }
  }

  test('go for good when no document and no revision shows them', async (t) => {
    const { unused, tidy, statuses, editor } = await monthOld(t)
    assert.equal(await tidy(), 1)
    assert.deepEqual(await statuses(unused, editor.headers), [404])
  })

  test('are back with a revision that shows them', async (t) => {
    const { used, tidy, statuses, restoreRevision } = await monthOld(t)
    await tidy()
    await restoreRevision()
    assert.deepEqual(await statuses(used, {}), [200])
  })

  test('go into the trash with their document, and come back with it', async (t) => {
    const { used, tidy, statuses, restoreRevision, remove, bringBack } = await monthOld(t)
    await restoreRevision()
    await remove()
    assert.deepEqual(await statuses(used, {}), [404])
    assert.equal(await tidy(), 1, 'the one that nothing ever showed')
    await bringBack()
    assert.deepEqual(await statuses(used, {}), [200])
  })

  test('are kept for a revision in the trash, also once that came back', async (t) => {
    const { used, tidy, statuses, remove, bringBack } = await monthOld(t)
    assert.equal(await tidy(), 1)
    await remove()
    assert.equal(await tidy(), 0)
    await bringBack()
    assert.deepEqual(await statuses(used, {}), [404], 'nothing shows it')
    assert.equal(await tidy(), 0)
  })

  test('travel with a folder: import keeps those that are shown, export writes them, and back again nothing changes', async (t) => {
    const { db, clock, config, look, editor } = await editorOn(await build(t, { engine }))
    const folder = folderOf(t, {
      'guide/install.md':
        '# Install\n\n![Shot](img/shot%20one.png#left)\n\n[![Shot](img/shot%20one.png)](../plan.svg)\n\nText ![again](./img/shot%20one.png) and [the drawing](../plan.svg).\n',
      'guide/img/shot one.png': PNG,
      'plan.svg': SVG,
      'unused.gif': GIF,
      'guide/broken.png': 'words',
      'second.md': '![Broken](guide/broken.png) ![Gone](gone.png) ![Out](../../etc/passwd.png)\n',
    })
    const report = await importFolder({ db, clock, config }, COMMAND_LINE, folder)
    assert.equal(report.pictures, 2)
    assert.deepEqual(report.failed, [])
    assert.deepEqual(
      report.warnings.map(({ reason }) => reason),
      ['gone.png', '../../etc/passwd.png', 'guide/broken.png'].map(
        (url) => `broken link: ${url} is not in this import`,
      ),
    )
    assert.deepEqual(report.skipped.map(({ path }) => path).sort(), ['guide/broken.png', 'unused.gif'])
    const { blocks } = (await look('/api/docs/guide-install', editor.headers)).json()
    const [url] = /\/pictures\/[0-9a-f]{32}\.png/.exec(JSON.stringify(blocks))!
    assert.deepEqual((await look(url)).rawPayload, PNG)

    const target = folderOf(t)
    assert.equal((await exportFolder({ db, clock }, target, { force: true })).pictures, 2)
    assert.deepEqual(readFileSync(join(target, url)), PNG)
    assert.match(readFileSync(join(target, 'guide/guide-install.md'), 'utf8'), /\(\.\.\/pictures\/[0-9a-f]{32}\.png\)/)
    const back = await importFolder({ db, clock, config }, COMMAND_LINE, target)
    assert.partialDeepStrictEqual(back, { created: 0, updated: 0, unchanged: 2, pictures: 2 })
    assert.ok(existsSync(join(target, 'second.md')))
  })
})
