// The sidebar of a large site in a real browser: a closed category is opened in place by mouse and keyboard, and is a link
// without script.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { build } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { seedLargeSite } from '../large-site.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelService, test } from './browser.ts'

describe('the sidebar of a large site', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService

  before(async () => {
    const site = await build(t, { engine: 'sqlite' })
    await seedLargeSite(site)
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    service = { url, folder: site.config.dataDir, stop: async () => {} }
    browser = await openBrowser(t)
  })

  const open = async (options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, service, options)
    await page.goto('/read/category/reference')
    return { page, sidebar: page.getByRole('navigation', { name: 'Documentation' }) }
  }

  test('a category brings its pages when it is opened, and those below it when they are', async () => {
    const { page, sidebar } = await open()
    await sidebar.getByRole('button', { name: 'Pages in Guides' }).click()
    await sidebar.getByRole('link', { name: '20 more' }).first().waitFor()
    assert.match(page.url(), /reference$/)
    const below = sidebar.getByRole('button', { name: 'Pages in Advanced' })
    await below.focus()
    await page.keyboard.press('Space')
    await sidebar.getByRole('link', { name: 'Tuning' }).waitFor()
    await page.locator('summary:focus', { hasText: 'Pages in Advanced' }).waitFor()
    await assertAccessible(page, 'an opened category')
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

  test('without script it leads to its own page, where it is open', async () => {
    const { page, sidebar } = await open({ javaScriptEnabled: false })
    await sidebar.getByRole('link', { name: 'Pages in Guides' }).click()
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
    await sidebar.getByRole('link', { name: 'Advanced', exact: true }).waitFor()
    await page.context().close()
  })
})
