// Files in documents: which ones are taken, that they are only ever saved to disk, who gets them, and that they go through
// Markdown, folders and search.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { fileKindOf } from '#file-kinds.ts'
import { DAY } from '#time.ts'
import { type Built, build, OUTSIDE, onEngines, TestClock, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { folderOf } from '../../../../test/folder.ts'
import { forgetUploads } from './maintenance.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF')

describe('which files are taken', () => {
  const CASES: [string, string, RegExp | undefined][] = [
    ['a.pdf', '%PDF-1.7', undefined],
    ['A.YAML', 'a: 1', undefined],
    ['a.tar.gz', '\x1f\x8b\x08', undefined],
    ['a.pdf', 'words', /not that of a \.pdf file/],
    ['a.csv', 'a\0b', /not that of a \.csv file/],
    ['a.txt', 'MZ\x90', /programs/],
    ['a.exe', 'MZ\x90', /\.exe can't be attached/],
    ['page.html', '<p>', /\.html can't be attached/],
    ['constructor', 'x', /can't be attached/],
    ['a.txt', '', /empty/],
  ]
  for (const [name, bytes, fault] of CASES)
    test(`${name} with ${JSON.stringify(bytes)}`, () => {
      const read = fileKindOf(name, Buffer.from(bytes, 'latin1'))
      if (fault) assert.match('fault' in read ? read.fault : '', fault)
      else assert.ok('kind' in read)
    })
})

onEngines('files', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let built: Built
  let editor: TestPerson
  before(async () => {
    built = await build(t, { engine, clock })
    editor = await built.person('editor')
  })
  const upload = (name: string, payload: Buffer = PDF, headers: object = editor.headers) =>
    built.app.inject({
      method: 'POST',
      url: `/api/files?name=${encodeURIComponent(name)}`,
      headers: { ...headers },
      payload,
    })
  const get = (url: string, headers: object = OUTSIDE) => built.app.inject({ url, headers: { ...headers } })
  const write = async (method: 'POST' | 'PUT', url: string, payload: object) =>
    (await built.app.inject({ method, url, headers: editor.headers, payload })).json()

  test('are sent by name and content', async () => {
    const refused = await upload('a.exe')
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['body']])
    assert.equal((await upload('a.pdf', Buffer.alloc(26 * 1024 * 1024))).statusCode, 413)
    const response = await upload('../Übersicht "1".pdf')
    assert.deepEqual(
      { statusCode: response.statusCode, name: response.json().name, size: response.json().size },
      { statusCode: 201, name: 'Übersicht 1.pdf', size: PDF.length },
    )
    assert.equal((await upload('Übersicht 1.pdf')).json().url, response.json().url)
    assert.notEqual((await upload('other.pdf')).json().url, response.json().url)
  })

  test('are saved to disk, never shown', async () => {
    const { url } = (await upload('Übersicht.pdf')).json()
    const { statusCode, headers, rawPayload } = await get(url, editor.headers)
    assert.deepEqual(
      { statusCode, contentType: headers['content-type'], xContentTypeOptions: headers['x-content-type-options'] },
      { statusCode: 200, contentType: 'application/pdf', xContentTypeOptions: 'nosniff' },
    )
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="_bersicht.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`,
    )
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
    assert.deepEqual(rawPayload, PDF)
    assert.equal((await get(url.replace('.pdf', '.txt'), editor.headers)).statusCode, 404)
    assert.equal((await get(url, { ...editor.headers, 'if-none-match': headers.etag })).statusCode, 304)
  })

  test('are for those who may read a document that shows them', async () => {
    const { url } = (await upload('secret.pdf')).json()
    assert.equal((await get(url)).statusCode, 404)
    const { id } = await write('POST', '/api/docs/', {
      title: 'Held',
      markdown: `[secret](${url})`,
      visibility: 'members',
    })
    const member = await built.person('reader')
    assert.deepEqual([(await get(url)).statusCode, (await get(url, member.headers)).statusCode], [404, 200])
    await write('PUT', `/api/docs/${id}`, { markdown: 'Nothing.' })
    assert.equal((await get(url, member.headers)).statusCode, 404)
  })

  test('are blocks with name and size, in Markdown, on the page and in search', async () => {
    const { url } = (await upload('harbour-plan.pdf')).json()
    const markdown = `[harbour-plan.pdf](${url} "14 bytes")\n`
    const { id, blocks } = await write('POST', '/api/docs/', { title: 'Plans', markdown })
    const props = { url, name: 'harbour-plan.pdf', caption: '14 bytes' }
    assert.deepEqual([blocks.length, blocks[0].type, blocks[0].props], [1, 'file', props])
    assert.equal((await get(`/api/docs/${id}/markdown`)).body, markdown)
    assert.match(
      (await get('/read/plans')).body,
      /<p class="file" dir="auto"><a href="[^"]+">harbour-plan.pdf<\/a> <span class="caption">14 bytes</,
    )
    assert.deepEqual((await get('/read/search.json?q=harbour-plan.pdf')).json()[0].path, '/read/plans')
  })

  test('come with a folder, and go back to one', async () => {
    const folder = folderOf(t, {
      'docs/page.md': '# Page\n\nSee [the spec](./spec.yaml) and [none](none.yaml).\n\n[Plan](../files/plan.pdf)\n',
      'docs/spec.yaml': 'a: 1\n',
      'files/plan.pdf': PDF,
      'docs/unused.csv': 'a,b\n',
      'docs/bad.pdf': 'words',
      'docs/other.md': '# Other\n\n[bad](bad.pdf)\n',
    })
    const report = await importFolder(built, COMMAND_LINE, folder)
    assert.deepEqual({ files: report.files, created: report.created }, { files: 2, created: 2 })
    assert.deepEqual(report.skipped.map(({ path, reason }) => `${path}: ${reason}`).sort(), [
      'docs/bad.pdf: the content is not that of a .pdf file',
      'docs/unused.csv: a file that no document links to',
    ])
    assert.deepEqual(
      report.warnings.map(({ reason }) => reason.split(',')[0]),
      ['broken link: bad.pdf is not in this import', 'broken link: none.yaml is not in this import'],
    )
    const page = (await get('/read/docs-page')).body
    assert.match(
      page,
      /<a href="\/files\/[0-9a-f]{32}\/spec.yaml">the spec<\/a>[\s\S]*<p class="file"[^>]*><a [^>]*>Plan<\/a> <span class="caption">14 bytes/,
    )

    const target = folderOf(t)
    await exportFolder(built, target, { force: true })
    const text = readFileSync(join(target, 'docs/docs-page.md'), 'utf8')
    const [, file = ''] = /\[Plan\]\(\.\.\/(files\/[0-9a-f]{32}\/plan\.pdf) "14 bytes"\)/.exec(text) ?? []
    assert.deepEqual(readFileSync(join(target, file)), PDF)
    assert.equal((await importFolder(built, COMMAND_LINE, target)).updated, 0)
  })

  test('that no document shows are removed after a month', async () => {
    const { url } = (await upload('forgotten.pdf')).json()
    clock.advance(31 * DAY)
    assert.ok((await forgetUploads(built, new AbortController().signal)) > 0)
    assert.equal((await get(url, editor.headers)).statusCode, 404)
    const [plan] = (await get('/read/plans')).body.match(/\/files\/[^"]+/) ?? []
    assert.equal((await get(plan!)).statusCode, 200)
  })
})
