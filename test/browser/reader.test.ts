// The reader in a real browser: reading, finding, colours, small screens, no script, and who sees what.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { build } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { seedDemoSite } from '../demo-site.ts'
import { EVERY_BLOCK } from '../every-block.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelService, test } from './browser.ts'

const KINDS = {
  home: '/',
  document: '/read/quick-start',
  drafted: '/read/rollbacks',
  everything: '/read/everything',
  category: '/read/category/running-services',
  tag: '/read/tag/deployment',
  search: '/read/search?q=deployment',
  missing: '/read/nothing-of-that-name',
}

describe('the reader', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService
  let write: (method: 'POST' | 'DELETE', url: string, body?: object) => Promise<{ id?: number }>

  before(async () => {
    const site = await build(t, { engine: 'sqlite', env: { GALLEY_SITE_NAME: 'Harbour docs' } })
    const writer = await seedDemoSite(site)
    const payload = { title: 'Everything', blocks: EVERY_BLOCK }
    await site.app.inject({ method: 'POST', url: '/api/docs/', headers: writer.headers, payload })
    write = async (method, url, body) => {
      const response = await site.app.inject({ method, url, headers: writer.headers, ...(body && { payload: body }) })
      return response.body === '' ? {} : response.json()
    }
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    service = { url, folder: site.config.dataDir, stop: async () => {} }
    browser = await openBrowser(t)
  })

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, service, options)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(path)
    return Object.assign(page, { asked })
  }

  test('from the front page to a document, along its neighbours and its contents', async () => {
    const page = await open('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Quick start/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor()
    const toc = page.getByRole('navigation', { name: 'On this page' })
    await toc.getByRole('link', { name: 'Deploy', exact: true }).click()
    await toc.locator('[aria-current]', { hasText: 'Deploy' }).waitFor()
    assert.match(page.url(), /#deploy$/)
    await page
      .getByRole('navigation', { name: 'Previous and next' })
      .getByRole('link', { name: /Concepts/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor()
    const sidebar = page.getByRole('navigation', { name: 'Documentation' })
    assert.equal(await sidebar.locator('[aria-current="page"]').textContent(), 'Concepts')
    await sidebar.getByRole('link', { name: 'Reference' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reference' }).waitFor()
    assert.deepEqual(page.faults, [])
    assert.deepEqual(
      page.asked.filter((url) => !url.startsWith(service.url)),
      [],
    )
    await page.context().close()
  })

  test('search by keyboard: slash or Ctrl-K, arrows, enter, escape', async () => {
    const page = await open('/read/concepts')
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    await field.fill('rollb')
    const options = page.getByRole('option')
    await options.first().waitFor()
    assert.equal(await options.first().getAttribute('aria-selected'), 'true')
    assert.ok((await options.first().locator('mark').count()) > 0)
    await assertAccessible(page, 'search')
    await page.keyboard.press('ArrowDown')
    assert.equal(await options.nth(1).getAttribute('aria-selected'), 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await field.fill('rollbacks')
    await options.first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Rollbacks' }).waitFor()
    await page.keyboard.press('/')
    await field.fill('<img onerror=zzqqzz>')
    await page.getByText('No results for “<img').waitFor()
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

  test('light and dark: by the system, by the switch, and remembered', async () => {
    const page = await open('/read/quick-start', { colorScheme: 'light' })
    const ground = () =>
      page.evaluate(() => {
        const { document, getComputedStyle } = globalThis as never as {
          document: { body: object }
          getComputedStyle: (element: object) => { backgroundColor: string }
        }
        return getComputedStyle(document.body).backgroundColor
      })
    assert.equal(await ground(), 'rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Dark mode' }).click()
    assert.equal(await ground(), 'rgb(29, 31, 37)')
    await page.goto('/read/concepts')
    assert.equal(await ground(), 'rgb(29, 31, 37)')
    assert.equal(await page.getByRole('button', { name: 'Dark mode' }).getAttribute('aria-pressed'), 'true')
    await page.context().close()
    const dark = await open('/', { colorScheme: 'dark' })
    assert.equal(await dark.getByRole('button', { name: 'Dark mode' }).getAttribute('aria-pressed'), 'true')
    await dark.context().close()
  })

  test('code is copied as it was written', async () => {
    const page = await open('/read/rollbacks', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() =>
      (
        globalThis as never as { navigator: { clipboard: { readText: () => Promise<string> } } }
      ).navigator.clipboard.readText(),
    )
    assert.equal(copied, 'harbour history orders\nharbour rollback orders --to 2026.2')
    await page.context().close()
  })

  test('fits a phone, with the menu a press away', async () => {
    const page = await open('/', { viewport: { width: 360, height: 740 } })
    for (const path of Object.values(KINDS)) {
      await page.goto(path)
      const [inner, outer] = await page.evaluate(() => {
        const { document } = globalThis as never as {
          document: { documentElement: { scrollWidth: number; clientWidth: number } }
        }
        return [document.documentElement.scrollWidth, document.documentElement.clientWidth]
      })
      assert.equal(inner, outer, path)
    }
    await page.goto('/read/quick-start')
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Concepts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor()
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Documentation' }).waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('without script everything can be read and found', async () => {
    const page = await open('/', { javaScriptEnabled: false, viewport: { width: 390, height: 800 } })
    await page.getByLabel('Search the documentation').fill('rollback')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Rollbacks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rollbacks' }).waitFor()
    await page.getByText('Based on team notes, approved by Ada Berg').waitFor()
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Scaling' }).click()
    await page.getByRole('heading', { level: 1, name: 'Scaling' }).waitFor()
    assert.equal(await page.locator('.theme-switch').isVisible(), false)
    await page.context().close()
  })

  test('tabs with the same labels switch together, and the next page remembers', async () => {
    const tab = (label: string) => `:::tab[${label}]\nWith ${label} NTH.\n:::\n`
    const tabs = `::::tabs\n${tab('npm')}${tab('pnpm')}::::\n\n`
    const other = tabs.replaceAll('pnpm', 'yarn')
    const markdown =
      tabs.replaceAll('NTH', 'first') + tabs.replaceAll('NTH', 'second') + other.replaceAll('NTH', 'third')
    for (const title of ['Tabs here', 'Tabs there']) await write('POST', '/api/docs/', { title, markdown })
    const page = await open('/read/tabs-here')
    const shown = async () => (await page.locator('.tabs .panel:visible').allInnerTexts()).map((text) => text.trim())
    assert.deepEqual(await shown(), ['With npm first.', 'With npm second.', 'With npm third.'])
    await page.locator('.tabs').nth(1).getByText('pnpm', { exact: true }).click()
    const both = ['With pnpm first.', 'With pnpm second.', 'With npm third.']
    assert.deepEqual(await shown(), both)
    await page.goto('/read/tabs-there')
    assert.deepEqual(await shown(), both)
    await page.context().close()
  })

  test('a picture that is shown smaller than it is opens in its full size, by keyboard, too', async () => {
    const wide =
      '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="400"><rect width="4000" height="400"/></svg>'
    const page = await openPage(browser, service)
    await page.route('**/wide.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: wide }))
    const blocks = [{ type: 'image', props: { url: '/wide.svg', name: 'A harbour' } }]
    await write('POST', '/api/docs/', { title: 'Wide', blocks })
    await page.goto('/read/wide')
    const image = page.getByRole('button', { name: 'Enlarge: A harbour' })
    await image.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'A harbour' })
    await dialog.waitFor()
    await assertAccessible(page, 'a picture in its full size')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Enlarge: A harbour')
    await page.context().close()
  })

  test('n and p lead to the neighbours of a page', async () => {
    const page = await open('/read/quick-start')
    const next = await page.locator('.neighbours [rel=next]').getAttribute('href')
    await page.keyboard.press('n')
    await page.waitForURL(`**${next}`)
    await page.keyboard.press('p')
    await page.waitForURL('**/read/quick-start')
    await page.context().close()
  })

  test('paper shows what is folded, and every tab with its label', async () => {
    const page = await open('/read/everything')
    assert.equal(await page.getByText('Another way.').isVisible(), false)
    await page.emulateMedia({ media: 'print' })
    for (const words of ['npm install', 'Another way.', 'Until someone opens it.', 'pnpm'])
      assert.ok(await page.getByText(words, { exact: true }).first().isVisible(), words)
    assert.equal(await page.locator('.top').isVisible(), false)
  })

  test('axe finds nothing on any kind of page, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('/', { colorScheme, reducedMotion: 'reduce' })
      for (const [kind, path] of Object.entries(KINDS)) {
        await page.goto(path)
        await assertAccessible(page, `${kind}, ${colorScheme}`)
      }
      await page.context().close()
    }
  })
})
