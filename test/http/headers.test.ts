// The headers that protect a browser, on every kind of response.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from '../build.ts'

test('every kind of response has a policy, and says that nobody else may open or load it', async (t) => {
  const env = { GALLEY_SECURITY_CONTACT: 'mailto:security@example.com' }
  const { app, person } = await build(t, { env })
  const { headers } = await person('editor')
  const payload = Buffer.from('<svg><title>x</title></svg>')
  const picture = (await app.inject({ method: 'POST', url: '/api/pictures', headers, payload })).json().url
  for (const url of [
    ...['/api/time', '/nothing/here', '/read/nothing', '/', '/docs', '/docs/oauth2-redirect'],
    ...['/read/assets/explorer.css', '/openapi.json', '/healthz', '/metrics', '/sitemap.xml', '/robots.txt', '/panel/'],
    ...['/.well-known/security.txt'],
    picture,
  ]) {
    const response = await app.inject({ url, headers })
    const policy = String(response.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/, url)
    assert.ok(!/script-src[^;]*'unsafe/.test(policy), url)
    assert.equal(response.headers['cross-origin-opener-policy'], 'same-origin', url)
    const resource = url === picture ? 'cross-origin' : 'same-origin'
    assert.equal(response.headers['cross-origin-resource-policy'], resource, url)
    assert.ok(response.headers['permissions-policy'], url)
    assert.equal(response.headers['x-content-type-options'], 'nosniff', url)
  }
  const text = (await app.inject('/.well-known/security.txt')).body
  assert.match(text, /^Contact: mailto:security@example\.com\nExpires: \S+Z\n$/)
})

test('security.txt is not there without a contact', async (t) => {
  const { app } = await build(t)
  assert.equal((await app.inject('/.well-known/security.txt')).statusCode, 404)
})
