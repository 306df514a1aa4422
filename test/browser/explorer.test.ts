// The explorer in a real browser: authorised by password or with a pasted token, which nothing keeps, on a desktop and on a phone.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Built, build, type TestPerson } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelPage, type PanelService, test } from './browser.ts'

/** SWAGGERS_OWN are rules (none of them serious) that Swagger UI's own markup breaks. */
const SWAGGERS_OWN = ['heading-order', 'landmark-unique', 'region']

describe('the explorer', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService
  let app: Built['app']
  let editor: TestPerson

  before(async () => {
    const built = await build(t, { engine: 'sqlite' })
    app = built.app
    editor = await built.person('editor')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    service = { url, folder: built.config.dataDir, stop: async () => {} }
    browser = await openBrowser(t)
  })

  async function openExplorer(options = {}, hash = ''): Promise<PanelPage> {
    const page = await openPage(browser, service, options)
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(service.url))
        page.faults.push(`asked ${request.url()}`)
    })
    await page.goto(`/docs${hash}`)
    await page.locator('.opblock-tag').first().waitFor()
    return page
  }

  /** sendMe sends GET /auth/me, which the address of the page names, until the response has `wanted`. */
  async function sendMe(page: PanelPage, wanted: string): Promise<void> {
    const operation = page.locator('.opblock-get.is-open')
    const execute = operation.getByRole('button', { name: 'Execute' })
    if (!(await execute.isVisible())) await operation.getByRole('button', { name: 'Try it out' }).click()
    await execute.click()
    await operation.locator('.live-responses-table').getByText(wanted).first().waitFor()
  }

  test('signs in with a password, or takes a token, and keeps neither', async () => {
    const account = { email: 'anna@example.com', password: 'a long enough one' }
    assert.equal((await app.inject({ method: 'POST', url: '/auth/register', payload: account })).statusCode, 200)
    const { paths } = (await app.inject('/openapi.json')).json()
    const page = await openExplorer({}, `#/auth/${paths['/auth/me'].get.operationId}`)
    await sendMe(page, 'Not authenticated')
    const open = page.locator('.btn.authorize.unlocked')
    const dialog = page.locator('.modal-ux')
    await open.click()
    await dialog.getByLabel('username:').fill(account.email)
    await dialog.getByLabel('password:').fill(account.password)
    await dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
    await dialog.getByText('Logout').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await sendMe(page, account.email)

    await page.context().clearCookies()
    await page.reload()
    await sendMe(page, 'Not authenticated')
    const token = String(editor.headers.authorization).replace('Bearer ', '')
    await open.click()
    await dialog.getByLabel('auth-bearer-value').fill(token)
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByText('Logout').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await sendMe(page, editor.email)
    const storage = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    assert.ok(!storage.includes(token) && !storage.includes(account.password))
    await page.reload()
    await sendMe(page, 'Not authenticated')
    // Swagger UI complains of the underscores in our operations' names, and opens them.
    assert.deepEqual(
      page.faults.filter((fault) => !/escaping deep link/.test(fault)),
      [],
    )
  })

  for (const [where, options] of Object.entries({
    'on a desktop': { colorScheme: 'light' as const },
    'on a phone in the dark': { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
  }))
    test(`is accessible ${where}, and no wider than the screen`, async () => {
      const page = await openExplorer(options)
      await page.locator('.opblock-tag').nth(2).click()
      for (const nth of [0, 3]) await page.locator('.opblock-summary-control').nth(nth).click()
      await assertAccessible(page, `the explorer ${where}`, SWAGGERS_OWN)
      const width = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
      assert.ok(width[0]! <= width[1]!, `${width[0]} > ${width[1]}`)
      assert.deepEqual(page.faults, [])
    })
})
