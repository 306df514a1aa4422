// Deleting in the panel, and the ways back: the message that undoes it, and the trash.

import assert from 'node:assert/strict'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

panelSuite('deleting in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  test('is undone by the message, or later from the trash, or made final by an administrator', async () => {
    for (const title of ['Rotating certificates', 'On call'])
      await api('POST', '/api/admin/docs/', { title, markdown: 'On the first Monday.' })

    const remove = async (title: string) => {
      await page.goto('/panel/documents')
      await page.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/can be restored with its revisions for \d+ days\. Its jobs/).waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`Deleted “${title}”.`).waitFor()
    }
    await remove('On call')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored “On call”.').waitFor()
    await page.getByRole('link', { name: 'On call' }).waitFor()

    await remove('Rotating certificates')
    await page.getByRole('link', { name: 'Trash' }).click()
    const back = page.getByRole('button', { name: 'Restore Rotating certificates' })
    await back.waitFor()
    await assertAccessible(page, 'trash')
    await back.click()
    await page.getByText('The trash is empty').waitFor()
    assert.equal((await api('GET', '/api/docs/rotating-certificates')).status, 200)

    await remove('Rotating certificates')
    await page.goto('/panel/documents/trash')
    await page.getByRole('button', { name: 'Delete permanently: Rotating certificates' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('The trash is empty').waitFor()
    const { body } = await api('GET', '/api/admin/docs/trash')
    assert.deepEqual(body, [])
  })
})
