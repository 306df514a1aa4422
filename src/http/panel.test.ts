// The panel's files as they are served: the page for every address, hashed files forever, nothing outside the folder.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import pino from 'pino'
import { buildDeps } from '../../test/build.ts'
import { createKernel } from './kernel.ts'
import { panelRoutes } from './panel.ts'

async function panelApp(t: TestContext, built = true) {
  const folder = mkdtempSync(join(tmpdir(), 'galley-panel-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  if (built) {
    mkdirSync(join(folder, 'dist/assets'), { recursive: true })
    writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>panel</title>')
    writeFileSync(join(folder, 'dist/assets/index-abc.js'), 'export {}')
    writeFileSync(join(folder, 'secret.txt'), 'secret')
  }
  const deps = await buildDeps(t)
  const app = createKernel({ ...deps, log: pino({ level: 'silent' }) }, () => 'invalid')
  panelRoutes(app, async (page) => page, join(folder, 'dist'))
  t.after(() => app.close())
  await app.ready()
  return app
}

describe('GET /panel/*', () => {
  test('every address without a file is the page, under a policy without inline script', async (t) => {
    const app = await panelApp(t)
    for (const url of ['/panel/', '/panel/documents', '/panel/documents/7', '/panel/settings/tokens?x=1']) {
      const response = await app.inject({ url })
      assert.equal(response.statusCode, 200, url)
      assert.match(response.body, /<title>panel/)
      assert.equal(response.headers['cache-control'], 'no-cache')
      assert.match(String(response.headers['content-security-policy']), /script-src 'self';/)
    }
    assert.equal((await app.inject({ url: '/panel' })).headers.location, '/panel/')
  })

  test('a hashed file may be kept for ever', async (t) => {
    const app = await panelApp(t)
    const response = await app.inject({ url: '/panel/assets/index-abc.js' })
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(response.headers['content-type']), /javascript/)
  })

  test('a missing file is 404, and nothing outside the folder is read', async (t) => {
    const app = await panelApp(t)
    for (const url of [
      '/panel/assets/none.js',
      '/panel/../secret.txt',
      '/panel/%2e%2e/secret.txt',
      '/panel/..%2fsecret.txt',
    ]) {
      const response = await app.inject({ url })
      assert.equal(response.statusCode, 404, url)
      assert.ok(JSON.parse(response.body).detail, url)
    }
  })

  test('a panel that is not built says how to build it', async (t) => {
    const app = await panelApp(t, false)
    const response = await app.inject({ url: '/panel/' })
    assert.equal(response.statusCode, 404)
    assert.match(response.body, /not built/)
  })
})
