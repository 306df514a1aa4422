// The explorer in a real browser: requests sent with a pasted token, which nothing keeps, by keyboard and on a phone.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Browser } from 'playwright-core'
import { build, type TestPerson } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelService, test } from './browser.ts'

describe('the explorer', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService
  let editor: TestPerson

  before(async () => {
    const { app, config, person } = await build(t, { engine: 'sqlite' })
    editor = await person('editor')
    service = { url: await app.listen({ port: 0, host: '127.0.0.1' }), folder: config.dataDir, stop: async () => {} }
    browser = await openBrowser(t)
  })

  test('finds an operation, sends it with a token, and keeps the token nowhere', async () => {
    const page = await openPage(browser, service)
    await page.goto('/docs')
    const token = String(editor.headers.authorization).replace('Bearer ', '')
    await page.getByLabel('API token').fill(token)
    await page.getByLabel('Filter operations').fill('auth/me get')
    const operation = page.locator('details.operation:visible', { hasText: '/auth/me' }).first()
    await operation.locator('summary').press('Enter')
    await operation.getByRole('button', { name: 'Send request' }).click()
    await operation.getByText(/^200 /).waitFor()
    assert.match((await operation.locator('.result pre').textContent()) ?? '', /"role": "editor"/)
    const storage = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    assert.ok(!storage.includes(token))
    await page.reload()
    assert.equal(await page.getByLabel('API token').inputValue(), '')
  })

  test('says why a request was refused, and leads to schemas', async () => {
    const page = await openPage(browser, service)
    await page.goto('/docs')
    const search = page.locator('details.operation', { has: page.locator('[data-path="/api/docs/search"]') })
    await search.locator('summary').click()
    await search.getByLabel('q').fill('x')
    await search.getByRole('button', { name: 'Send request' }).click()
    await search.getByText(/^401 /).waitFor()
    await search.getByRole('link', { name: 'DocumentListOut' }).first().click()
    await page.locator('details#schema-DocumentListOut[open]').waitFor()
  })

  for (const [where, options] of Object.entries({
    'on a desktop': { colorScheme: 'light' as const },
    'on a phone in the dark': { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  }))
    test(`is accessible ${where}, and no wider than the screen`, async () => {
      const page = await openPage(browser, service, options)
      await page.goto('/docs')
      for (const nth of [0, 3, 20]) await page.locator('details.operation').nth(nth).locator('summary').click()
      // The rest is more of the same, and axe takes half a minute for all of it.
      await page.evaluate(
        "document.querySelectorAll('.operation:not([open]):nth-of-type(n + 8)').forEach((one) => one.remove())",
      )
      await assertAccessible(page, `the explorer ${where}`)
      const width = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
      assert.ok(width[0]! <= width[1]!, `${width[0]} > ${width[1]}`)
    })
})
