// Taking one's data along and leaving, by the person and by an administrator; and what the audit trail then shows.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { assertAccessible, panelSuite, test } from './browser.ts'
import { apiOf } from './sample.ts'

const EVE = { email: 'eve@example.com', password: 'correct horse battery', display_name: 'Eve' }

panelSuite('leaving', (panel) => {
  test('a person downloads their data and deletes the account', async () => {
    const page = await panel().open()
    await page.request.post('/auth/register', { data: EVE })
    await page.goto('/panel/settings/profile')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).press('Enter')
    const data = JSON.parse(readFileSync((await (await saved).path())!, 'utf8'))
    assert.equal(data.account.email, EVE.email)
    await page.getByRole('button', { name: 'Delete account' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await assertAccessible(page, 'deleting the account')
    await dialog.getByRole('button', { name: 'Delete account' }).press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('an administrator deletes someone else', async () => {
    const { page, open } = panel()
    const other = await open()
    await other.request.post('/auth/register', { data: EVE })
    await page.goto('/panel/settings/users')
    await page.getByRole('button', { name: `Actions for ${EVE.email}` }).click()
    await page.getByRole('menuitem', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('button', { name: `Actions for ${EVE.email}` }).waitFor({ state: 'detached' })
    await other.goto('/panel/')
    assert.equal((await apiOf(other)('GET', '/auth/me')).status, 401)
  })

  test('the audit trail is narrowed, and exported as it is narrowed', async () => {
    const { page } = panel()
    await page.goto('/panel/settings/audit')
    await page.getByRole('cell', { name: 'Signed in' }).first().waitFor()
    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Users' }).click()
    await page.getByRole('cell', { name: 'Signed in' }).first().waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('cell', { name: 'Account deleted' }).count(), 2)
    await assertAccessible(page, 'a narrowed audit trail')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const lines = readFileSync((await (await saved).path())!, 'utf8')
      .trim()
      .split('\n')
    assert.ok(lines.every((line) => JSON.parse(line).action.startsWith('user.')))
  })

  test('the audit trail shows who did what to a document, also after a reload', async () => {
    const { page, api } = panel()
    const { body } = await api('POST', '/api/docs/', { title: 'Zebra crossings', markdown: 'One.' })
    await api('PUT', `/api/docs/${body.id}`, { markdown: 'Two.' })
    await page.goto('/panel/settings/audit')
    await page.getByRole('combobox', { name: 'Target' }).fill('zebra')
    await page.getByRole('option', { name: 'Zebra crossings' }).click()
    await page.getByRole('cell', { name: 'Signed in' }).first().waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('cell', { name: 'Published text changed' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Zebra crossings' }).count(), 2)
    await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
    await page.getByText('No matching entries.').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
