// What visitors do with the pages of the reader: copying and printing them.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { type Built, build } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { seedDemoSite } from '../demo-site.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelPage, test } from './browser.ts'

describe('a page of the reader', () => {
  const t = suiteCleaner()
  let site: Built
  let open: (path: string, options?: BrowserContextOptions) => Promise<PanelPage>
  before(async () => {
    site = await build(t, { engine: 'sqlite' })
    await seedDemoSite(site)
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
})
