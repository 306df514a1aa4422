// The markup of public pages: valid, small, loading nothing from elsewhere, and text stays text whatever is in it.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { build, buildDeps } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { seedDemoSite } from '../test/demo-site.ts'
import { EVERY_BLOCK } from '../test/every-block.ts'
import { loadAssets } from './assets.ts'
import { dataBlock, html } from './html.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Matters of spelling, where browsers agree.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'long-title': 'off',
    'no-raw-characters': 'off',
    'require-sri': 'off',
    // A table's scrolling box is a region only where it needs a name.
    'prefer-native-element': 'off',
  },
})

describe('the markup of pages', () => {
  let get: (
    url: string,
  ) => Promise<{ body: string; statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer }>
  let write: (title: string, blocks: object[], more?: object) => Promise<string>
  let writeUnchecked: (slug: string, blocks: object[]) => Promise<void>

  const t = suiteCleaner()

  before(async () => {
    const { app, ...deps } = await build(t, { engine: 'sqlite' })
    const writer = await seedDemoSite(deps)
    get = async (url) => (await app.inject({ url })) as never
    write = async (title, blocks, more = {}) => {
      const payload = { title, blocks, ...more }
      const response = await app.inject({ method: 'POST', url: '/api/docs/', headers: writer.headers, payload })
      assert.equal(response.statusCode, 201, response.body)
      return response.json().slug
    }
    writeUnchecked = (slug, blocks) =>
      deps.db.inTransaction(async (tx) => {
        const document = tx.selectFrom('documents').select('id').where('slug', '=', slug)
        const stored = JSON.stringify(blocks)
        await tx.updateTable('revisions').set({ blocks: stored }).where('document_id', '=', document).execute()
        await tx.updateTable('texts').set({ html: '' }).where('document_id', '=', document).execute()
      })
  })

  test('is valid HTML on every kind of page', async () => {
    const everything = await write('Everything', EVERY_BLOCK)
    const paths = [
      '/',
      '/read/quick-start',
      '/read/rollbacks',
      `/read/${everything}`,
      '/read/category/running-services',
      '/read/search?q=deploy',
      '/read/search',
      '/read/nothing-here',
    ]
    for (const path of paths) {
      const report = await validator.validateString((await get(path)).body)
      const found = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${path}:${line} ${ruleId}: ${message}`),
      )
      assert.deepEqual(found, [])
    }
  })

  test('is valid on a site without a document, and on a page in trouble', async (t) => {
    const { app, db } = await build(t, { engine: 'sqlite' })
    const empty = await app.inject({ url: '/' })
    assert.match(empty.body, /Nothing has been published yet/)
    await db.close()
    const trouble = await app.inject({ url: '/read/x', headers: { accept: 'text/html' } })
    for (const { body } of [empty, trouble]) {
      const { results } = await validator.validateString(body)
      assert.deepEqual(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        [],
      )
    }
  })

  test('asks for nothing from elsewhere and holds no inline script or style', async () => {
    for (const path of ['/', '/read/quick-start', '/read/search?q=x', '/read/category/reference', '/read/missing']) {
      const { body, headers } = await get(path)
      assert.match(
        String(headers['content-security-policy']),
        /default-src 'none'; script-src 'self'; style-src 'self'/,
      )
      assert.doesNotMatch(body, /\sstyle=|<style|\son[a-z]+=/i)
      assert.doesNotMatch(body, /<script(?![^>]*\bsrc="\/read\/assets\/)(?!\s+type="application\/ld\+json")/)
      for (const [, address] of body.matchAll(
        /<(?:script|img|link rel="(?:stylesheet|icon)")[^>]*?(?:src|href)="([^"]+)"/g,
      ))
        assert.ok(address?.startsWith('/read/assets/'), String(address))
    }
  })

  test('script and style sheet are small, and may be kept for ever', async () => {
    const { body } = await get('/')
    const files = [...body.matchAll(/"(\/read\/assets\/[^"]+\.(?:css|js))"/g)].map((match) => match[1]!)
    assert.equal(files.filter((file) => file.endsWith('.css')).length, 2)
    let script = 0
    for (const file of files) {
      const { rawPayload, headers, statusCode } = await get(file)
      assert.equal(statusCode, 200)
      assert.match(String(headers['cache-control']), /immutable/)
      const size = gzipSync(rawPayload).length
      if (file.endsWith('.js')) script += size
      else assert.ok(size < 15_000, `${file} has ${size} bytes`)
    }
    const earlier = await get(files[0]!.replace(/-[\w-]{10}\./, '-0123456789.'))
    assert.equal(earlier.statusCode, 200)
    assert.doesNotMatch(String(earlier.headers['cache-control']), /immutable/)
    assert.ok(script < 15_000, `scripts have ${script} bytes`)
  })

  test('hostile titles, contents and queries are shown as text', async () => {
    const evil = '<script>alert(1)</script><img src=x onerror=alert(2)> \u202egnol </title>'
    const link = (href: string) => ({ type: 'link', href, content: [{ type: 'text', text: 'press', styles: {} }] })
    const slug = await write(
      evil,
      [
        { id: 'a', type: 'heading', props: { level: 2 }, content: evil, children: [] },
        { id: 'b', type: 'paragraph', props: {}, content: [{ type: 'text', text: evil, styles: {} }], children: [] },
        { id: 'c', type: 'codeBlock', props: { language: '"><script>' }, content: evil, children: [] },
        { id: 'd', type: 'codeBlock', props: { language: 'html' }, content: evil, children: [] },
        {
          id: 'e',
          type: 'image',
          props: { url: 'https://example.com/a.png', name: evil, caption: evil },
          children: [],
        },
      ],
      { summary: evil, tags: ['"><svg onload=alert(3)>'] },
    )
    for (const path of [
      `/read/${slug}`,
      '/',
      `/read/search?q=${encodeURIComponent(evil)}`,
      `/read/${encodeURIComponent(evil)}`,
    ]) {
      const { body } = await get(path)
      assert.doesNotMatch(body, /<script>|<img src=x|<svg onload|\u202e/, path)
      const report = await validator.validateString(body)
      assert.equal(report.valid, true, JSON.stringify(report.results[0]?.messages.slice(0, 2)))
    }
    for (const href of ['javascript:alert(1)', 'data:text/html,x', ' java\nscript:alert(1)', 'vbscript:x']) {
      const blocks = [{ id: 'a', type: 'paragraph', props: {}, content: [link(href)], children: [] }]
      await assert.rejects(write('Links', blocks), /201/, 'the API refuses it')
      await writeUnchecked(slug, blocks)
      const { body } = await get(`/read/${slug}`)
      assert.match(body, /press/)
      assert.doesNotMatch(body, /href="\s*(?:java|data|vb)/i, 'and a page would not show it')
    }
  })

  test('addresses that no page has are friendly, whatever stands in them', async () => {
    for (const path of [
      '/read/%00',
      '/read/a/b/c',
      '/read/..%2f..%2fetc',
      '/read/assets/../routes.ts',
      '/read/assets/x.css',
      '/read/nothing?x=%ff',
      '/read/nothing%20%22%3E',
    ]) {
      const { statusCode, body } = await get(path)
      assert.equal(statusCode, 404, path)
      assert.ok(body.includes('Page not found') || body.includes('Not Found'), path)
    }
  })
})

describe('the logo', () => {
  test('is a path on this site, or a picture in the data folder, and nothing else', async (t) => {
    const { config } = await buildDeps(t)
    const logo = (siteLogo: string) => loadAssets({ ...config, siteLogo })
    writeFileSync(join(config.dataDir, 'mark.png'), 'picture')
    assert.equal(logo('/read/assets/icon.svg').logo, '/read/assets/icon.svg')
    const { logo: address, files } = logo('mark.png')
    assert.match(address, /^\/read\/assets\/logo-[\w-]+\.png$/)
    assert.equal(files.get(address.slice('/read/assets/'.length))?.type, 'image/png')
    assert.match(
      loadAssets({ ...config, siteLogoDark: 'mark.png' }).logoDark,
      /^\/read\/assets\/logo-dark-[\w-]+\.png$/,
    )
    for (const other of ['//evil.example/x.png', 'https://evil.example/x.png', '../galley.db', 'galley.db', 'none.svg'])
      assert.equal(logo(other).logo, '', other)
  })
})

describe('the parts', () => {
  test('html`` escapes everything that is not markup', () => {
    assert.equal(
      html`<p title="${'"'}">${'<b>'}${html`<i>${'&'}</i>`}${[1, null, false, 'x']}</p>`.text,
      '<p title="&quot;">&lt;b&gt;<i>&amp;</i>1x</p>',
    )
  })

  test('a data block can not end its element', () => {
    assert.ok(!dataBlock({ a: '</script><!--' }).text.includes('<'))
  })
})
