// Five thousand documents at once: selected by the filter, published with progress, and what was refused is named.

import assert from 'node:assert/strict'
import { before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'
import { seedDocuments } from './seed.ts'

const COUNT = 5000

panelSuite('five thousand documents', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(async () => {
    ;({ page, api } = panel())
    await seedDocuments(panel().service.folder, COUNT, { slug: 'bulk', published: false, text: 'Said.' })
  })

  test('are published at once, with progress; one that is gone stops no other', async () => {
    await page.goto('/panel/documents')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 5,000' }).click()
    await page.getByText('5,000 selected').waitFor()
    const { body } = await api('GET', '/api/docs/bulk-2500')
    await api('DELETE', `/api/admin/docs/${body.id}`)
    await page
      .getByRole('group', { name: 'Selected documents' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText(/^[\d,]+ of 5,000 documents$/).waitFor()
    // Others go on reading meanwhile.
    assert.equal((await fetch(`${panel().service.url}/api/time`)).status, 200)
    await dialog.getByText('4,999 of 5,000 documents done. These failed:').waitFor({ timeout: 120_000 })
    await dialog.getByText('Page 2500: Document not found').waitFor()
    await dialog.getByRole('button', { name: 'Skip these' }).click()
    await page.getByText('Published 4,999 documents.').waitFor()
    const list = await api('GET', '/api/admin/docs/?unpublished=true&limit=1')
    assert.deepEqual({ body: list.body, faults: page.faults }, { body: [], faults: [] })
  })
})
