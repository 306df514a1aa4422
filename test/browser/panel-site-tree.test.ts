// The tree of the site beside the document that is being written, and on a phone over it.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

type TitledNode = { title: string; children: TitledNode[] }

panelSuite('the tree beside the editor', (panel) => {
  let page: PanelPage
  let api: ApiCall
  const ids: Record<string, number> = {}
  before(async () => {
    ;({ page, api } = panel())
    const { body: guides } = await api('POST', '/api/admin/categories/', { name: 'Guides' })
    for (const title of ['Backup', 'Install', 'Upgrade']) {
      const given = { title, markdown: `${title} it.`, category_id: guides.id, published: title !== 'Upgrade' }
      ids[title] = (await api('POST', '/api/admin/docs/', given)).body.id
    }
    await page.goto(`/panel/documents/${ids.Install}`)
    await page.locator('.bn-editor').getByText('Install it.').waitFor()
  })
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) })
  const toggle = () => page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: 'Site' })

  test('shows where the document is, marks drafts, and opens another page without leaving the tree', async () => {
    await toggle().click()
    await page.getByRole('treeitem', { name: 'Upgrade, draft' }).waitFor()
    assert.equal(await row('Install').getByRole('link').getAttribute('aria-current'), 'page')
    await assertAccessible(page, 'the tree beside the editor')
    await page.getByRole('textbox', { name: 'Find a page' }).fill('back')
    await row('Install').waitFor({ state: 'detached' })
    await row('Backup').getByRole('link').click()
    await page.locator('.bn-editor').getByText('Backup it.').waitFor()
    await row('Backup').waitFor()
    await page.reload()
    await row('Install').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('orders pages by keyboard, and begins a new one beside the document', async () => {
    await row('Backup').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await until('the service has the order', async () => {
      const [guides] = (await api('GET', '/api/docs/tree/me')).body as unknown as TitledNode[]
      return guides?.children.map(({ title }) => title).join() === 'Install,Backup,Upgrade'
    })
    await page.getByRole('region', { name: 'Site' }).getByRole('button', { name: 'New' }).click()
    const dialog = page.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Category').and(page.locator('[value="Guides"]')).waitFor()
    await dialog.getByLabel('Title').fill('Restore')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('treeitem', { name: 'Restore, draft' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('is a drawer on a phone, which closes when a page is chosen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = page.getByRole('dialog', { name: 'Site' })
    await drawer.waitFor()
    await assertAccessible(page, 'the tree on a phone')
    await row('Backup').getByRole('link').click()
    await drawer.waitFor({ state: 'detached' })
    await page.locator('.bn-editor').getByText('Backup it.').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
