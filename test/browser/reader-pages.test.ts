// What visitors do with the pages of the reader: copying and printing them, choosing how they look, and reading without a network.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { type Built, build } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { seedDemoSite } from '../demo-site.ts'
import { until } from '../until.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelPage, test } from './browser.ts'

describe('a page of the reader', () => {
  const t = suiteCleaner()
  let site: Built
  let writer: Awaited<ReturnType<typeof seedDemoSite>>
  let open: (path: string, options?: BrowserContextOptions) => Promise<PanelPage>
  before(async () => {
    site = await build(t, { engine: 'sqlite', env: { GALLEY_SITE_OFFLINE: 'on' } })
    writer = await seedDemoSite(site)
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await openBrowser(t)
    open = async (path, options) => {
      const page = await openPage(browser, { url, folder: site.config.dataDir, stop: async () => {} }, options)
      await page.goto(path)
      return page
    }
  })

  test('is copied as Markdown from its menu, which closes like any other', async () => {
    const page = await open('/read/quick-start', { permissions: ['clipboard-read', 'clipboard-write'] })
    const menu = page.locator('.facts .page-menu')
    await menu.getByText('Copy or print').click()
    await assertAccessible(page, 'menu')
    await menu.getByRole('button', { name: 'Copy as Markdown' }).click()
    await menu.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied, (await site.app.inject({ url: '/read/quick-start.md' })).body)
    await page.keyboard.press('Escape')
    assert.equal(await menu.getAttribute('open'), null)
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

  test('leads to its Markdown and its print view without script', async () => {
    const page = await open('/read/quick-start', { javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    await page.getByText('Copy or print').click()
    assert.ok(await page.getByRole('link', { name: 'View as Markdown' }).isVisible())
    await page.getByRole('link', { name: 'Print view' }).click()
    await page.getByRole('heading', { name: 'Contents' }).waitFor()
    await page.context().close()
  })

  test('prints as a category, accessible to all', async () => {
    const page = await open('/read/category/getting-started/print')
    await assertAccessible(page, 'print view')
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Concepts' }).click()
    assert.match(page.url(), /#d\d+$/)
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

  test('has the size of text and the width that were chosen, before it is painted', async () => {
    const page = await open('/read/quick-start', { viewport: { width: 1600, height: 800 } })
    const sizes = () =>
      page.evaluate<[string, number]>(
        "[getComputedStyle(document.documentElement).fontSize, document.querySelector('main').clientWidth]",
      )
    const [size, width] = await sizes()
    await page.locator('.reading summary').click()
    await assertAccessible(page, 'reading menu')
    await page.getByRole('button', { name: 'Larger text' }).click()
    await page.getByRole('button', { name: 'Wide page' }).click()
    await page.goto('/read/concepts')
    const [larger, wider] = await sizes()
    assert.ok(Number.parseFloat(larger) > Number.parseFloat(size) && wider > width, `${larger} ${wider}`)
    await page.locator('.reading summary').click()
    await page.getByRole('button', { name: 'Smaller text' }).click()
    await page.getByRole('button', { name: 'Wide page', pressed: true }).click()
    assert.deepEqual(await sizes(), [size, width])
    assert.deepEqual(await page.context().cookies(), [])
    await page.context().close()
  })

  const cachedPaths = (page: PanelPage) =>
    page.evaluate<string[]>(`caches.open('galley-offline').then((cache) => cache.keys())
      .then((all) => all.map(({ url }) => new URL(url).pathname).filter((path) => !path.includes('assets')).sort())`)

  test('is read without a network once it was read, and goes when it was withdrawn', async () => {
    const { headers } = writer
    const payload = { title: 'Fleeting', markdown: 'Text.' }
    const document = (await site.app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json()
    const page = await open('/read/fleeting')
    await until('the first page is kept', async () => (await cachedPaths(page)).length === 1)
    await page.goto('/read/quick-start')
    await until('the second is kept', async () => (await cachedPaths(page)).length === 2)
    await page.goto('/')
    await until('the front page is kept', async () => (await cachedPaths(page)).join().startsWith('/,'))
    await page.context().setOffline(true)
    await page.goto('/read/fleeting')
    await page.getByRole('heading', { level: 1, name: 'Fleeting' }).waitFor()
    assert.equal(await page.evaluate('getComputedStyle(document.body).marginTop'), '0px', 'with its style')
    await page.goto('/')
    await page.getByRole('link', { name: 'Fleeting' }).first().waitFor()
    await page.context().setOffline(false)
    await site.app.inject({ method: 'DELETE', url: `/api/docs/${document.id}`, headers })
    await page.goto('/read/fleeting')
    await until('it is gone', async () => (await cachedPaths(page)).join() === '/,/read/quick-start')
    await page.context().close()
  })

  test('is not kept where it was made for someone who is signed in', async () => {
    const { token } = await site.person('reader', 'Rita')
    const page = await open('/read/quick-start')
    await until('it is kept for a visitor', async () => (await cachedPaths(page)).length === 1)
    await page.context().addCookies([{ name: 'auth_token', value: token, url: page.url() }])
    for (const path of ['/read/machine-room', '/read/concepts']) await page.goto(path)
    await page.getByText('Rita').first().waitFor()
    assert.deepEqual(await cachedPaths(page), ['/read/quick-start'])
    await page.context().clearCookies()
    await page.goto('/panel/')
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await until('where one signs in again, nothing is left', async () => (await cachedPaths(page)).length === 0)
    await page.context().close()
  })
})
