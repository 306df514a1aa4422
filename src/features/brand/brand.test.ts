// The brand: who may change it, what it takes, and that pages, mails and other nodes show it at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '#app.ts'
import { openDb } from '#engine/db/open.ts'
import { forgetUploads } from '#features/documents/uploads/maintenance.ts'
import { DAY } from '#time.ts'
import { type Built, build, onEngines, TestClock, type TestPerson } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { until } from '../../../test/until.ts'

const PATH = '/api/admin/brand'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const change = ({ app }: Pick<Built, 'app'>, { headers }: Pick<TestPerson, 'headers'>, payload: object) =>
  app.inject({ method: 'PATCH', url: PATH, headers, payload })
const pageOf = async ({ app }: Pick<Built, 'app'>, url = '/') => (await app.inject({ url })).body

async function uploadLogo({ app }: Pick<Built, 'app'>, { headers }: Pick<TestPerson, 'headers'>): Promise<string> {
  const sent = { ...headers, 'content-type': 'image/png' }
  return (await app.inject({ method: 'POST', url: '/api/pictures', headers: sent, payload: PNG })).json().url
}

onEngines('PATCH /api/admin/brand', (engine) => {
  test('bad values are refused by field, and nothing is written', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    for (const [payload, loc] of [
      [{ accent: 'green' }, ['body', 'accent']],
      [{ name: '' }, ['body', 'name']],
      [{ logo: 'https://elsewhere.example/x.png' }, ['body', 'logo']],
      [{ icon: `/pictures/${'0'.repeat(32)}.png` }, ['body', 'icon']],
      [{ links: [{ label: 'Home', url: 'javascript:alert(1)' }] }, ['body', 'links', 0, 'url']],
      [{ links: [{ label: 'Home', url: 'evil.example' }] }, ['body', 'links', 0, 'url']],
    ] as const) {
      const refused = await change(site, admin, { footer: 'Written', ...payload })
      assert.equal(refused.statusCode, 422, JSON.stringify(payload))
      assert.deepEqual(refused.json().detail[0].loc, loc)
    }
    assert.equal((await site.app.inject({ url: PATH, headers: admin.headers })).json().footer, null)
  })

  test('what the environment sets can be seen and not changed', async (t) => {
    const site = await build(t, { engine, env: { GALLEY_SITE_NAME: 'Harbour', GALLEY_SITE_ACCENT: '#0B6E99' } })
    const admin = await site.person('admin')
    const { name, fixed, accent_light } = (await site.app.inject({ url: PATH, headers: admin.headers })).json()
    assert.deepEqual([name, fixed, accent_light], ['Harbour', ['name', 'accent'], '#0b6e99'])
    const refused = await change(site, admin, { name: 'Other' })
    assert.equal(refused.statusCode, 422)
    assert.match(refused.json().detail[0].msg, /GALLEY_SITE_NAME/)
    assert.equal((await change(site, admin, { footer: 'Ours' })).json().name, 'Harbour')
  })

  test('a change is in the explorer, which is one page for everyone', async (t) => {
    const site = await build(t, { engine })
    assert.match(await pageOf(site, '/docs'), /<title>API explorer · Galley<\/title>/)
    await change(site, await site.person('admin'), { name: 'Harbour' })
    assert.match(await pageOf(site, '/docs'), /<title>API explorer · Harbour<\/title>/)
  })

  test('a change is on the next page, in the feed, in the panel and in the audit trail', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    assert.match(await pageOf(site), /<title>Galley<\/title>/)
    assert.match(await pageOf(site, '/feed.xml'), /<title>Galley</)
    const links = [{ label: 'Shop & co', url: 'https://shop.example/?a=1&b=2' }]
    const changed = await change(site, admin, { name: 'Harbour <docs>', accent: '#FFCC00', scheme: 'dark', links })
    assert.equal(changed.statusCode, 200)
    const page = await pageOf(site)
    assert.match(page, /<title>Harbour &lt;docs&gt;<\/title>/)
    assert.match(page, /<html lang="en" data-theme="dark">/)
    assert.match(page, /<a href="https:\/\/shop\.example\/\?a=1&amp;b=2">Shop &amp; co<\/a>/)
    assert.match(await pageOf(site, '/feed.xml'), /<title>Harbour &lt;docs&gt;</)
    const [colours] = /\/read\/assets\/accent-ffcc00-[\w-]{10}\.css/.exec(page)!
    const sheet = await site.app.inject({ url: colours })
    assert.match(sheet.body, new RegExp(`--accent-light:${changed.json().accent_light};`))
    assert.match(String(sheet.headers['cache-control']), /immutable/)
    const audit = await site.app.inject({ url: '/api/admin/audit?action=brand.changed', headers: admin.headers })
    assert.equal(audit.json().items[0].detail.name, 'Harbour <docs>')
  })

  test('null goes back to the default', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    await change(site, admin, { name: 'Harbour', accent: '#0b6e99', scheme: 'light' })
    const { name, accent, scheme } = (await change(site, admin, { name: null, accent: null, scheme: 'auto' })).json()
    assert.deepEqual({ name, accent, scheme }, { name: 'Galley', accent: '#3f50bd', scheme: 'auto' })
  })

  test('another node shows a change within a second', async (t) => {
    const site = await build(t, { engine })
    const other = await openDb(site.config)
    lastFirst(t).after(() => other.close())
    const elsewhere = buildApp({ ...site, db: other })
    lastFirst(t).after(() => elsewhere.close())
    assert.match(await pageOf({ app: elsewhere }), /<title>Galley</)
    await change(site, await site.person('admin'), { name: 'Harbour' })
    await until('the other node shows it', async () => /<title>Harbour</.test(await pageOf({ app: elsewhere })))
  })
})

onEngines('the logo', (engine) => {
  test('is an uploaded picture, which everyone may have while it is the logo', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    const logo = await uploadLogo(site, admin)
    assert.equal((await site.app.inject({ url: logo })).statusCode, 404)
    assert.equal((await change(site, admin, { logo, icon: logo })).json().logo, logo)
    const sent = await site.app.inject({ url: logo })
    assert.equal(sent.statusCode, 200)
    assert.match(String(sent.headers['content-security-policy']), /sandbox/)
    const page = await pageOf(site)
    assert.ok(page.includes(`<img src="${logo}"`) && page.includes(`<link rel="icon" href="${logo}">`))
    await change(site, admin, { logo: null, icon: null })
    assert.equal((await site.app.inject({ url: logo })).statusCode, 404)
  })

  test('of dark pages is another picture, and the same where there is none', async (t) => {
    const site = await build(t, { engine })
    const admin = await site.person('admin')
    const logo = await uploadLogo(site, admin)
    await change(site, admin, { logo_dark: logo })
    assert.equal((await site.app.inject({ url: logo })).statusCode, 200)
    const tag = (rest: string) => `<img src="${logo}" alt="" height="28"${rest}>`
    assert.ok(
      (await pageOf(site)).includes(`<a class="brand" href="/">${tag(' class="on-dark" loading="lazy"')}<span>`),
    )
    await change(site, admin, { logo, logo_dark: null })
    assert.ok((await pageOf(site)).includes(`<a class="brand" href="/">${tag('')}<span>`))
  })

  test('is never removed as something that no document shows', async (t) => {
    const clock = new TestClock()
    const site = await build(t, { engine, clock })
    const admin = await site.person('admin')
    const logo = await uploadLogo(site, admin)
    await change(site, admin, { logo })
    clock.advance(400 * DAY)
    const forget = () => forgetUploads(site, new AbortController().signal)
    assert.equal(await forget(), 0)
    assert.equal((await site.app.inject({ url: logo })).statusCode, 200)
  })
})
