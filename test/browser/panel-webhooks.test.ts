// Webhooks in the panel: added with a secret that is shown once, tested, looked into, paused, renewed and deleted.

import assert from 'node:assert/strict'
import { assertAccessible, type Panel, panelSuite, test } from './browser.ts'

const choose = async ({ page }: Panel, action: string) => {
  await page.getByRole('button', { name: 'Actions for Chat' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

panelSuite('webhooks', (panel) => {
  test('one is added, and its secret is shown', async () => {
    const { page } = panel()
    await page.goto('/panel/settings/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/galley')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chat')
    await assertAccessible(page, 'a new webhook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'Chat' }).getByText('Active').waitFor()
    await assertAccessible(page, 'webhooks')
  })

  test('a test message is shown with its request and response', async () => {
    const { page } = panel()
    await choose(panel(), 'Send a test message')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'webhook.test', exact: true }).click()
    await dialog.getByText('"type": "webhook.test"').waitFor()
    await assertAccessible(page, 'deliveries')
    await page.keyboard.press('Escape')
  })

  test('it is paused, gets a new secret, and is deleted', async () => {
    const { page } = panel()
    await choose(panel(), 'Pause')
    await page.getByRole('row').filter({ hasText: 'Chat' }).getByText('Paused').waitFor()
    await choose(panel(), 'New secret')
    await page.getByRole('button', { name: 'Create secret' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await choose(panel(), 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
