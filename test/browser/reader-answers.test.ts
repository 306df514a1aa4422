// Asking in the search dialog of the site: the answer, its source, an honest no, and a source that has changed.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { build } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { evidenceOn } from '../evidence.ts'
import { until } from '../until.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelService, test } from './browser.ts'

const LONG = Array.from({ length: 60 }, (_, nth) => `Paragraph ${nth} is about something else entirely.`).join('\n\n')

/** Scripts of the page are texts: here nothing knows of windows. */
const IN_SIGHT = `[...document.querySelectorAll('article p')].some((one) => {
  const { top, bottom } = one.getBoundingClientRect()
  return one.textContent.includes('They are kept for 30 days.') && top >= 0 && bottom <= innerHeight
})`
const FITS = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'

describe('asking on the site', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService

  before(async () => {
    const site = await build(t, { engine: 'sqlite' })
    const on = await evidenceOn(site)
    const rules = await on.make({ title: 'Rules', markdown: 'Parcels are returned within 14 days.' })
    const id = await on.make({ title: 'Parcels', markdown: 'A parcel may be returned within 14 days of its delivery.' })
    await on.make({
      title: 'Backups',
      markdown: `${LONG}\n\n## Retention\n\nBackups are written every night. They are kept for 30 days.\n\n${LONG}`,
    })
    await on.make({ title: 'Themes', markdown: 'Colours and logo are set by an admin.' })
    await on.quote(id, rules, 'Parcels are returned within 14 days.')
    await on.call('PUT', `/api/docs/${rules}`, { markdown: 'Nothing is taken back.' })
    const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
    service = { url, folder: site.config.dataDir, stop: async () => {} }
    browser = await openBrowser(t)
  })

  const ask = async (question: string, options: BrowserContextOptions = {}) => {
    const page = await openPage(browser, service, options)
    await page.goto('/')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').pressSequentially(question)
    return Object.assign(page, { dialog })
  }

  test('the dialog shows the sentence, and its link opens the page there', async () => {
    const page = await ask('how long are backups kept?')
    const answer = page.dialog.getByRole('region', { name: 'From the documentation' })
    await answer.getByText('They are kept for 30 days.').waitFor()
    await assertAccessible(page, 'the dialog with an answer')
    await answer.getByRole('link', { name: /^Backups/ }).click()
    await page.waitForURL(/\/read\/backups#retention/)
    await until('the sentence is in sight', () => page.evaluate<boolean>(IN_SIGHT))
    assert.deepEqual(page.faults, [])
  })

  test('by keyboard alone: Tab leads to the source, and feedback is thanked for', async () => {
    const page = await ask('how long are backups kept?')
    const source = page.dialog.getByRole('link', { name: /^Backups ›/ })
    await source.waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), await source.getAttribute('href'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.dialog.getByText('Thank you.').waitFor()
  })

  test('an answer whose source has changed says so', async () => {
    const page = await ask('within how many days may a parcel be returned?')
    await page.dialog.getByText('Its source has changed since.').waitFor()
  })

  test('what the documentation does not say is said, on a phone too', async () => {
    const page = await ask('what is the price of a coffee with milk?', { viewport: { width: 390, height: 844 } })
    await page.dialog.getByText('The documentation does not say').waitFor()
    assert.ok(await page.evaluate(FITS))
  })

  test('without a script, the page of results has the answer', async () => {
    const page = await openPage(browser, service, { javaScriptEnabled: false })
    await page.goto('/read/search?q=how+long+are+backups+kept%3F')
    await page.getByRole('region', { name: 'From the documentation' }).getByText('They are kept for 30 days.').waitFor()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.waitForURL(/\/read\/search\?q=/)
  })
})
