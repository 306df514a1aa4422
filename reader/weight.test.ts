// What the first load of a page weighs, compressed and without pictures and diagrams.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from '../test/build.ts'

const MOST = 25 * 1024

test('a page and what it loads weigh at most 25 KiB, in every language of the site', async (t) => {
  const { app, person } = await build(t, { engine: 'sqlite' })
  const { headers } = await person('admin')
  for (const lang of ['en', 'ru', 'ja']) {
    const payload = { title: 'Page', slug: `page-${lang}`, lang, markdown: '# One\n\nText with `code`.\n'.repeat(40) }
    await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
    const { body } = await app.inject({ url: `/read/page-${lang}` })
    const files = [...body.matchAll(/(?:src|href)="(\/read\/assets\/[^"]+\.(?:css|js))"/g)].map(([, file]) => file!)
    assert.equal(files.length, 4)
    const bodies = [body, ...(await Promise.all(files.map(async (url) => (await app.inject({ url })).body)))]
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    const bytes = bodies.reduce((sum, text) => sum + brotliCompressSync(text, { params }).length, 0)
    assert.ok(bytes <= MOST, `${lang}: ${bytes}`)
  }
})
