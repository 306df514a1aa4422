// What administrators set up and clear away: the brand, webhooks, imports, accounts that are deleted, and the audit trail of it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suiteCleaner } from '../cleaner.ts'
import { folderOf } from '../folder.ts'
import { assertAccessible, before, type Panel, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import { type ApiCall, apiOf } from './sample.ts'

const EVE = { email: 'eve@example.com', password: 'correct horse battery', display_name: 'Eve' }

const FILES = {
  'handbook/start.md': '# Start here\n\nSee [the guide](guides/install.md).\n',
  'handbook/guides/install.md': '# Install it\n\nKingfisher words, and [nothing](none.md).\n',
  'handbook/guides/odd.md': '---\nvisibility: secret\n---\n\nText.\n',
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6e99"/></svg>'

withWorker(panelSuite)('settings, imports and accounts', (panel: () => Panel) => {
  const t = suiteCleaner()
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })
  const statusFor = async (path: string) => (await fetch(`${panel().service.url}${path}`)).status
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const accent = () =>
    page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--accent-light').trim()")

  test('a colour that cannot be read is said to be adjusted, and a bad address is refused', async () => {
    await page.goto('/panel/settings/brand')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour docs')
    await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#ffcc00')
    await page.getByText(/^Shown as #\w{6} on light pages/).waitFor()
    await page.getByRole('button', { name: 'Add link' }).click()
    await page.getByLabel('Label of link 1').fill('Support')
    await page.getByLabel('Address of link 1').fill('javascript:alert(1)')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `the brand, ${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Must be an http, https or mailto address/).waitFor()
  })

  test('saved, it is in the panel at once and on the next page of the site', async () => {
    await page.getByLabel('Address of link 1').fill('/read/search')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload logo', exact: true }).click()
    await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
    await page.getByRole('button', { name: 'Remove logo', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The public site shows it now.').waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Harbour docs').waitFor()
    const chosen = await accent()
    assert.notEqual(chosen, '#3f50bd')
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Harbour docs').waitFor()
    assert.equal(await accent(), chosen)
    assert.match(await page.title(), /· Harbour docs$/)

    await page.goto('/')
    assert.equal(await page.title(), 'Harbour docs')
    assert.equal(await accent(), chosen)
    const isDrawn =
      "(({ complete, naturalWidth }) => complete && naturalWidth > 0)(document.querySelector('.brand img'))"
    assert.equal(await page.evaluate(isDrawn), true)
    await page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name: 'Support' }).click()
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await assertAccessible(page, 'the site in its brand')
    assert.deepEqual(page.faults, [])
  })

  test('a webhook is added with a secret that is shown once, tested, looked into, paused and deleted', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Chat' })
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'Actions for Chat' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await page.goto('/panel/settings/webhooks')
    await press('New webhook')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/galley')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chat')
    await assertAccessible(page, 'a new webhook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await press('Done')
    await row.getByText('Active').waitFor()
    await choose('Send a test message')
    await dialog.getByRole('button', { name: 'webhook.test', exact: true }).click()
    await dialog.getByText('"type": "webhook.test"').waitFor()
    await assertAccessible(page, 'deliveries')
    await page.keyboard.press('Escape')
    await choose('Pause')
    await row.getByText('Paused').waitFor()
    await choose('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a folder becomes drafts that nobody else sees, and is undone', async () => {
    await api('POST', '/api/admin/categories/', { name: 'Manuals' })
    await page.goto('/panel/documents')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByText('No imports yet').waitFor()
    await assertAccessible(page, 'before the first import')
    await page.getByLabel('Folder', { exact: true }).setInputFiles(`${folderOf(t, FILES)}/handbook`)
    await page.getByText('2 new pages, with 1 new category').waitFor()
    await page.getByText('visibility must be one of').waitFor()
    await assertAccessible(page, 'a preview')
    await page.getByRole('combobox', { name: 'Import into' }).fill('manu')
    await page.getByRole('option', { name: 'Manuals' }).click()
    await press('Import 2 pages')
    await page.getByText(/^Imported 2 new pages, with 1 new category/).waitFor()
    await assertAccessible(page, 'an import that is done')
    assert.equal((await api('GET', '/api/docs/manuals-start')).body.published, false)
    const read = ['/read/manuals-start', '/read/manuals-guides-install', '/api/docs/manuals-start']
    assert.deepEqual(await Promise.all(read.map(statusFor)), [404, 404, 401])
    const found = await fetch(`${panel().service.url}/read/search.json?q=kingfisher`)
    assert.deepEqual(await found.json(), [])

    await press('Undo import')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('The import was undone: 2 pages deleted.').waitFor()
    assert.equal((await api('GET', '/api/docs/manuals-start')).status, 404)
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByRole('row', { name: /handbook.*Undone/ }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a person downloads their data and deletes the account', async () => {
    const page = await open()
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
