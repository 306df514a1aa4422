// In the panel: taking a document back from readers, and leading an old address to it.

import assert from 'node:assert/strict'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

panelSuite('publishing and redirects in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  test('a document is unpublished by its switch, and marked in the list', async () => {
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Price list', markdown: 'Soon.' })
    await page.goto(`/panel/documents/${body.id}`)
    await page.getByRole('checkbox', { name: 'Published' }).uncheck({ force: true })
    await page.getByText('Only editors can see this page.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 2').first().waitFor()
    await assertAccessible(page, 'an unpublished document')
    await page.goto('/panel/documents')
    await page
      .getByRole('row', { name: /Price list/ })
      .getByText('unpublished')
      .waitFor()
    assert.equal((await api('GET', `/api/admin/docs/${body.id}`)).body.published, false)
  })

  test('a redirect is added, changed and deleted in the settings', async () => {
    await page.goto('/panel/settings/redirects')
    await page.getByRole('button', { name: 'New redirect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Old address').fill('/old/prices')
    await dialog.getByLabel('Leads to').fill('https://elsewhere.example/')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/path of this site that begins/i).waitFor()
    await dialog.getByLabel('Leads to').fill('/read/search?q=prices')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: '/old/prices', exact: true }).waitFor()
    await assertAccessible(page, 'redirects')
    await page.getByRole('button', { name: 'Edit /old/prices' }).click()
    await dialog.getByLabel('Everything below it, too').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '/old/prices/…', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete /old/prices' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No redirects').waitFor()
  })
})
