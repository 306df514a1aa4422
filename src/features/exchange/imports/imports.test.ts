// Imports of the panel over the API: who may, the upload in pieces, the preview, drafts that nobody else sees, and the undo.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, type Method, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { zipOf } from '../../../../test/docx.ts'
import { claimImport } from './claims.ts'
import { runStep } from './steps.ts'

const SITE = {
  'site/start.md': '# Start here\n\nSee [the guide](guides/install.md) and [nothing](none.md).\n',
  'site/guides/install.md': '---\ntitle: Install it\nslug: install\n---\n\nKingfisher words.\n',
  'site/guides/broken.md': '---\nvisibility: secret\n---\n\nText.\n',
  'site/notes.bin': 'x',
}

onEngines('imports', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let editor: TestPerson
  before(async () => {
    built = await build(t, { engine })
    editor = await built.person('editor')
  })
  const call = async (method: Method, url: string, payload?: object | Buffer, headers: object = editor.headers) => {
    const type = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {}
    const response = await built.app.inject({
      method,
      url,
      headers: { ...headers, ...type },
      ...(payload && { payload }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body }
  }
  /** work does what a worker would do next. */
  const work = async () => {
    const row = await claimImport(built)
    if (row) await runStep(built, row)
  }
  /** send uploads a zip file and has it read. */
  const send = async (zip: Buffer, choice: object = {}): Promise<string> => {
    const { body } = await call('POST', '/api/admin/imports', { name: 'site', size: zip.length })
    const url = `/api/admin/imports/${body.id}`
    assert.equal((await call('PUT', `${url}/pieces/0`, zip)).status, 204)
    assert.equal((await call('POST', `${url}/read`, choice)).status, 202)
    await work()
    return url
  }
  const run = async (url: string, what: 'start' | 'undo') => {
    assert.equal((await call('POST', `${url}/${what}`)).status, 202)
    await work()
    return (await call('GET', url)).body
  }
  const publicly = async (slug: string) => (await call('GET', `/read/${slug}.md`, undefined, OUTSIDE)).status
  const titles = async () =>
    (await built.db.read.selectFrom('documents').select('title').orderBy('title').execute()).map(({ title }) => title)

  test('are for editors', async () => {
    const given = { name: 'site', size: 10 }
    assert.equal((await call('POST', '/api/admin/imports', given, OUTSIDE)).status, 401)
    const reader = await built.person('reader')
    for (const [method, url] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/1/start'],
      ['POST', '/1/undo'],
    ] as const)
      assert.equal((await call(method, `/api/admin/imports${url}`, given, reader.headers)).status, 403)
    assert.equal((await call('GET', '/api/admin/imports/4711')).status, 404)
  })

  test('are refused by their size before anything is sent, and start only once all of it is there', async () => {
    const large = await call('POST', '/api/admin/imports', { name: 'site', size: 500 * 1024 * 1024 + 1 })
    assert.deepEqual({ status: large.status, loc: large.body.detail[0].loc }, { status: 422, loc: ['body', 'size'] })
    const { body } = await call('POST', '/api/admin/imports', { name: 'site', size: 2 * 1024 * 1024 + 5 })
    const url = `/api/admin/imports/${body.id}`
    assert.equal((await call('PUT', `${url}/pieces/1`, Buffer.alloc(6))).status, 422)
    assert.equal((await call('PUT', `${url}/pieces/2`, Buffer.alloc(5))).status, 422)
    assert.equal((await call('PUT', `${url}/pieces/1`, Buffer.alloc(5))).status, 204)
    assert.deepEqual((await call('GET', url)).body.pieces, [1])
    assert.equal((await call('POST', `${url}/read`, {})).status, 409)
    assert.equal((await call('DELETE', url)).status, 204)
  })

  test('show first what becomes a page, what can’t be kept and why, and write nothing', async () => {
    const url = await send(zipOf(SITE))
    const { body } = await call('GET', url)
    assert.deepEqual(
      { state: body.state, preset: body.report.preset, created: body.report.created },
      { state: 'ready', preset: 'plain', created: 2 },
    )
    assert.deepEqual(
      body.report.pages.map(({ path, title, change }: Record<string, string>) => [path, title, change]),
      [
        ['start.md', 'Start here', 'created'],
        ['guides/install.md', 'Install it', 'created'],
      ],
    )
    assert.match(body.report.failed[0].reason, /visibility must be one of/)
    assert.match(body.report.warnings[0].reason, /none.md is not in this import/)
    assert.deepEqual(body.report.skipped, [{ path: 'notes.bin', reason: 'not Markdown' }])
    assert.deepEqual({ folders: body.report.folders, titles: await titles() }, { folders: ['guides'], titles: [] })
    assert.equal((await call('DELETE', url)).status, 204)
  })

  test('become drafts that nobody else sees, and are taken back', async () => {
    const { body: document } = await call('POST', '/api/docs/', {
      title: 'Install',
      slug: 'install',
      markdown: 'Old words.',
    })
    const url = await send(zipOf(SITE))
    const done = await run(url, 'start')
    assert.deepEqual(
      { state: done.state, created: done.report.created, updated: done.report.updated },
      { state: 'done', created: 1, updated: 1 },
    )
    assert.deepEqual(
      { publiclyStart: await publicly('start'), published: (await call('GET', '/api/docs/start')).body.published },
      { publiclyStart: 404, published: false },
    )
    assert.equal((await call('GET', '/read/install.md', undefined, OUTSIDE)).body.includes('Kingfisher'), false)
    const search = await call('GET', '/read/search.json?q=kingfisher', undefined, OUTSIDE)
    assert.deepEqual(search.body, [])
    const undone = await run(url, 'undo')
    assert.deepEqual(
      { state: undone.state, undone: undone.undone },
      { state: 'undone', undone: { deleted: 1, restored: 1, categories: 1, kept: [] } },
    )
    assert.deepEqual(await titles(), ['Install'])
    assert.equal((await call('GET', `/api/docs/${document.id}`)).body.draft, undefined)
  })
})
