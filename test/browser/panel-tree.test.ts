// Documents and categories in one tree, ordered with the mouse and with the keyboard.

import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

type Node = { type: string; title: string; children: Node[] }

panelSuite('the tree in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(async () => {
    ;({ page, api } = panel())
    const category = async (name: string, parent_id?: number) =>
      (await api('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })).body.id as number
    const guides = await category('Guides')
    await category('Advanced', guides)
    for (const title of ['Install', 'Upgrade', 'Backup'])
      await api('POST', '/api/admin/docs/', { title, markdown: 'Text.', category_id: guides })
    await api('POST', '/api/admin/docs/', { title: 'Welcome', markdown: 'Text.' })
  })

  /** becomes waits for the order as the service has it: a move is shown before it is saved. */
  const becomes = (wanted: string) =>
    until(`the tree is ${wanted}`, async () => {
      const shown = (nodes: Node[]): string =>
        nodes
          .map(({ title, type, children }) => (type === 'category' ? `${title}(${shown(children)})` : title))
          .join(' ')
      return shown((await api('GET', '/api/docs/tree/me')).body as unknown as Node[]) === wanted
    })
  const row = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) })

  test('a document is dragged before another, into a category, and out of all', async () => {
    await page.goto('/panel/categories')
    await row('Install').waitFor()
    await becomes('Guides(Advanced() Backup Install Upgrade) Welcome')
    await assertAccessible(page, 'the tree')
    await row('Upgrade').dragTo(row('Backup'), { targetPosition: { x: 200, y: 4 } })
    await becomes('Guides(Advanced() Upgrade Backup Install) Welcome')
    await row('Install').dragTo(row('Advanced'))
    await becomes('Guides(Advanced(Install) Upgrade Backup) Welcome')
    await row('Backup').dragTo(row('Welcome'), { targetPosition: { x: 200, y: 36 } })
    await becomes('Guides(Advanced(Install) Upgrade) Welcome Backup')
  })

  test('a document moves by keyboard, and Enter opens it', async () => {
    await row('Backup').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await becomes('Guides(Advanced(Install) Upgrade) Backup Welcome')
    await page.keyboard.press('Alt+ArrowRight')
    await becomes('Guides(Advanced(Install) Upgrade Backup) Welcome')
    await row('Install').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await becomes('Guides(Advanced() Install Upgrade Backup) Welcome')
    await page.getByText('Install is now before Upgrade in Guides.').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor').waitFor()
  })

  test('a page goes before a category by keyboard, and visitors see it there', async () => {
    await page.goto('/panel/categories')
    await row('Welcome').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Welcome is now before Guides at the top level.').waitFor({ state: 'attached' })
    const first = page.getByRole('treeitem').first()
    await first.filter({ hasText: 'Welcome' }).waitFor()
    await until('visitors see it', async () => {
      const tree = (await api('GET', '/api/admin/categories/tree')).body as unknown as { slot: number | null }[]
      return tree[0]?.slot === 1
    })
    await page.keyboard.press('Alt+ArrowDown')
    await first.filter({ hasText: 'Guides' }).waitFor()
  })

  test('a search finds both, with the way to them', async () => {
    await page.goto('/panel/categories')
    await page.getByRole('textbox', { name: 'Find a category or document' }).fill('upg')
    await row('Backup').waitFor({ state: 'detached' })
    await row('Upgrade').waitFor()
    await row('Guides').waitFor()
  })

  test('a category is deleted with its content moved up, or put into the trash and restored from there', async () => {
    const remove = async (name: string, choice: RegExp) => {
      await page.goto('/panel/categories')
      await row(name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` })
      await dialog.getByRole('radio', { name: choice }).check()
      await assertAccessible(page, `deleting ${name}`)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`Deleted “${name}”.`).waitFor()
    }
    await api('POST', '/api/admin/categories/', { name: 'Extras' })
    await page.goto('/panel/categories')
    await row('Welcome').dragTo(row('Extras'))
    await becomes('Guides(Advanced() Install Upgrade Backup) Extras(Welcome)')
    await remove('Extras', /Move the content/)
    await becomes('Guides(Advanced() Install Upgrade Backup) Welcome')
    await remove('Guides', /to the trash/)
    await becomes('Welcome')
    await page.goto('/panel/documents/trash')
    await page.getByRole('button', { name: 'Restore Upgrade' }).click()
    await page.getByText('Restored “Upgrade” without a category, restricted.').waitFor()
    await becomes('Welcome Upgrade')
  })
})
