// Word files and saved pages: what of them becomes a document, through the command line and through the API.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { type Built, build, onEngines, type TestPerson } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { docxOf, zipOf } from '../../../test/docx.ts'
import { folderOf } from '../../../test/folder.ts'
import { readSaved } from './read-saved.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MEBIBYTE = 1024 ** 2
const pictureOf = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)])
const CONFLUENCE = `<html><head><title>Team : How we deploy</title><style>x</style></head><body>
<div id="breadcrumb-section">Team / Runbooks</div><h1 id="title-heading"><span id="title-text"> Team : How we deploy </span></h1>
<div id="main-content"><p>First <strong>build</strong>.</p><!-- secret --><script>alert(1)</script>
<ul><li>One</li><li>Two</li></ul><table><tr><th>a</th></tr><tr><td>1</td></tr></table><pre>x  = 1</pre>
<p><a href="javascript:alert(1)">bad</a> <a href="other.html">other</a></p></div><footer>Exported</footer></body></html>`
const textOf = async (bytes: Buffer) => {
  const { title, blocks } = await readSaved(bytes)
  return `${title}\n${blocksToMarkdown(blocks)}`
}

describe('readSaved', () => {
  test('a page of Confluence is its text, without what is around it', async () => {
    const text = await textOf(Buffer.from(CONFLUENCE))
    assert.match(text, /^How we deploy\nFirst \*\*build\*\*\.\n\n- One\n- Two\n\n\| a +\|/)
    assert.doesNotMatch(text, /secret|alert|Runbooks|Exported|javascript/)
  })

  test('macros of Confluence are callouts and code', async () => {
    const note = '<p class="title">Mind</p><div class="confluence-information-macro-body"><p>The <b>gap</b>.</p></div>'
    const code = '<pre data-syntaxhighlighter-params="brush: bash; gutter: false">make &lt;x&gt;</pre>'
    const macro = `<div class="confluence-information-macro confluence-information-macro-note">${note}</div>`
    const page = `<div id="main-content"><h1>A</h1><div><p>B</p>${macro}<p>C</p></div><div>${code}</div></div>`
    const text = 'A\nB\n\n:::warning[Mind]\nThe **gap**.\n:::\n\nC\n\n```bash\nmake <x>\n```\n'
    assert.equal(await textOf(Buffer.from(page)), text)
  })

  test('a page of a site is what its main part says', async () => {
    const page = '<title>Site</title><nav>Menu</nav><main><h1>Guide</h1><h2>Part</h2><p>Text.</p><nav>More</nav></main>'
    assert.equal(await textOf(Buffer.from(page)), 'Guide\n## Part\n\nText.\n')
  })

  test('a Word file has headings, text and pictures', async () => {
    const { title, blocks, pictures } = await readSaved(
      docxOf([['Heading1', 'Plan'], 'We go.', ['Heading2', 'When']], PNG),
    )
    assert.deepEqual({ title, picturesLength: pictures.length }, { title: 'Plan', picturesLength: 1 })
    assert.equal(blocksToMarkdown(blocks), 'We go.\n\n## When\n\n![A drawing](/pictures/pending-0)\n')
  })

  test('a picture that is shown often is there once', async () => {
    const { pictures, blocks } = await readSaved(docxOf(['We go.'], pictureOf(20 * MEBIBYTE), { times: 16 }))
    assert.deepEqual(
      { picturesLength: pictures.length, blocksLength: blocks.filter(({ type }) => type === 'image').length },
      { picturesLength: 1, blocksLength: 16 },
    )
  })

  test('the title of a Word file is its title, and deleted text and equations are no text', async () => {
    const deleted = 'We go.</w:t></w:r><w:del><w:r><w:delText>Or not.</w:delText></w:r></w:del><w:r><w:t>'
    const equation = `Area: </w:t></w:r><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"/><w:r><w:t>.`
    const { title, blocks, lost } = await readSaved(
      docxOf([['Title', 'Plan'], ['Quote', 'Said.'], deleted, equation, ['Heading1', 'When']]),
    )
    assert.deepEqual({ title, lost }, { title: 'Plan', lost: ['oMath'] })
    assert.equal(blocksToMarkdown(blocks), '> Said.\n\nWe go.\n\nArea: .\n\n# When\n')
  })

  const REFUSED: [string, Buffer, RegExp][] = [
    ['another archive', zipOf({ 'a.txt': 'x' }), /not a Word file/],
    ['an archive that unpacks to much', zipOf({ '_rels/.rels': Buffer.alloc(101 * MEBIBYTE) }), /more than 100 MiB/],
    ['pictures that unpack to much', docxOf(['x'], pictureOf(41 * MEBIBYTE)), /more than 40 MiB of pictures/],
    ['a directory that claims to have no parts', docxOf(['x'], undefined, { count: 0 }), /not a Word file/],
    ['the beginning of an archive', docxOf(['x']).subarray(0, 200), /not a Word file/],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00]), /not UTF-8/],
    ['nothing', Buffer.from(''), /no text/],
  ]
  for (const [what, bytes, reason] of REFUSED) test(`refuses ${what}`, () => assert.rejects(readSaved(bytes), reason))
})

onEngines('Word files and saved pages', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let editor: TestPerson
  before(async () => {
    deps = await build(t, { engine })
    editor = await deps.person('editor')
  })
  const send = (payload: Buffer, headers: object = editor.headers) =>
    deps.app.inject({
      method: 'POST',
      url: '/api/docs/preview/file',
      headers: { 'content-type': 'text/html', ...headers },
      payload,
    })
  const get = async (slug: string) =>
    (await deps.app.inject({ url: `/api/docs/${slug}`, headers: editor.headers })).json()

  test('a folder of saved pages is imported, with links between them', async () => {
    const folder = folderOf(t, { 'deploy.html': CONFLUENCE, 'other.html': '<body><h1>Other</h1><p>x</p></body>' })
    const report = await importFolder(deps, COMMAND_LINE, folder)
    assert.deepEqual({ created: report.created, failed: report.failed }, { created: 2, failed: [] })
    const { title, blocks } = await get('deploy')
    assert.equal(title, 'How we deploy')
    assert.match(JSON.stringify(blocks), /"href":"\/read\/other"/)
  })

  test('beside Markdown a page in HTML is reported as not imported, another file in HTML is left out', async () => {
    const folder = folderOf(t, {
      'read.md': '# Read\n',
      'page.html': '---\ntitle: A page\n---\n<p>x</p>',
      'part.html': '<p>x</p>',
    })
    const { failed, skipped } = await importFolder(deps, COMMAND_LINE, folder)
    assert.deepEqual(
      { failed: failed.map(({ path }) => path), skipped: skipped.map(({ path }) => path) },
      { failed: ['page.html'], skipped: ['part.html'] },
    )
  })

  test('one file of a folder is imported by itself, its pictures with it', async () => {
    const folder = folderOf(t, { 'plan.docx': docxOf([['Heading1', 'Plan'], 'We go.'], PNG), 'readme.md': '# No\n' })
    const report = await importFolder(deps, COMMAND_LINE, join(folder, 'plan.docx'))
    assert.deepEqual(
      { created: report.created, pictures: report.pictures, skipped: report.skipped },
      { created: 1, pictures: 1, skipped: [] },
    )
    assert.match(JSON.stringify((await get('plan')).blocks), /"url":"\/pictures\/[0-9a-f]{32}\.png"/)
  })

  describe('POST /api/docs/preview/file', () => {
    test('is for editors', async () => {
      const reader = await deps.person('reader')
      assert.equal((await send(docxOf(['x']), reader.headers)).statusCode, 403)
    })

    test('refuses what it can not read', async () => {
      for (const bytes of [zipOf({ a: 'x' }), Buffer.from('')]) {
        const response = await send(bytes)
        assert.equal(response.statusCode, 422)
        assert.deepEqual(response.json().detail[0].loc, ['body'])
      }
    })

    test('leaves out a picture that is too large to be uploaded', async () => {
      const response = await send(docxOf(['We go.'], pictureOf(11 * MEBIBYTE), { times: 3 }))
      assert.equal(response.statusCode, 200, response.body)
      assert.deepEqual(
        response.json().blocks.map(({ type }: { type: string }) => type),
        ['paragraph'],
      )
    })

    test('refuses what nests too deeply or has too many paragraphs', async () => {
      for (const bytes of [
        Buffer.from('<div>'.repeat(200_000)),
        docxOf(Array.from({ length: 20_000 }, () => 'We go.')),
      ])
        assert.equal((await send(bytes)).statusCode, 422)
    })

    test('gives title and blocks, with pictures that can be shown', async () => {
      const { fields, blocks } = (await send(docxOf([['Heading1', 'Plan'], 'We go.'], PNG))).json()
      assert.equal(fields.title, 'Plan')
      assert.match(blocks.at(-1).props.url, /^\/pictures\/[0-9a-f]{32}\.png$/)
      const { headers } = editor
      assert.equal((await deps.app.inject({ url: blocks.at(-1).props.url, headers })).statusCode, 200)
    })
  })
})
