// The lists of the panel: documents by category and many at once, the tree, the trash, and what visitors searched in vain.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

type Node = { type: string; title: string; children: Node[] }

panelSuite('the list of documents', (panel) => {
  let page: PanelPage
  let api: ApiCall
  const ids: Record<string, number> = {}
  before(async () => {
    ;({ page, api } = panel())
    const category = async (name: string, parent_id?: number) =>
      (await api('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })).body.id
    ids.guides = await category('Guides')
    ids.deployment = await category('Deployment', ids.guides)
    const documents = {
      Overview: ids.guides,
      'Blue and green': ids.deployment,
      Rolling: ids.deployment,
      Loose: undefined,
    }
    for (const [title, category_id] of Object.entries(documents))
      ids[title] = (await api('POST', '/api/admin/docs/', { title, category_id, markdown: 'Said.' })).body.id
  })

  /** shows waits until exactly these documents are in the list. */
  const shows = (...titles: string[]) =>
    until(`the list shows ${titles.join(', ')}`, async () => {
      const shown = await page.locator('[data-document] a').allTextContents()
      return JSON.stringify(shown.sort()) === JSON.stringify(titles.sort())
    })
  const filter = () => page.getByRole('combobox', { name: 'Filter by category' })
  /** filtersBy waits, because the field and its categories follow the page. */
  const filtersBy = (path: string) =>
    until(`the list is filtered by ${path}`, async () => (await filter().inputValue()) === path)
  const begin = async (what: string) => {
    await page
      .getByRole('group', { name: 'Selected documents' })
      .getByRole('button', { name: what, exact: true })
      .click()
    return page.getByRole('dialog')
  }

  test('is narrowed to a category, which stays with the tabs, the search and the address', async () => {
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Guides' }).click()
    await page.getByRole('menuitem', { name: 'View documents' }).click()
    await page.waitForURL(`**/documents?category=${ids.guides}`)
    await shows('Overview', 'Blue and green', 'Rolling')
    await filtersBy('Guides')
    await page.getByRole('tab', { name: 'All 3' }).waitFor()

    await filter().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('deploy')
    await page.getByRole('option', { name: 'Guides › Deployment' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows('Blue and green', 'Rolling')
    await page.getByRole('textbox', { name: 'Search documents' }).fill('said')
    await page.waitForURL(`**/documents?category=${ids.deployment}&q=said`)
    await page.getByRole('tab', { name: 'With content 2' }).click()
    await page.getByText('No matches').waitFor()
    await page.getByRole('textbox', { name: 'Search documents' }).fill('green')
    await shows('Blue and green')
    await assertAccessible(page, 'a filtered list')
    await page.reload()
    await shows('Blue and green')
    await filtersBy('Guides › Deployment')
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByRole('dialog').getByLabel('Category').and(page.locator('[value="Guides › Deployment"]')).waitFor()
    await page.keyboard.press('Escape')
  })

  test('deletes many, tells which were refused and why, and brings them back', async () => {
    await page.goto('/panel/documents')
    for (const title of ['Overview', 'Rolling', 'Loose'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    const dialog = await begin('Delete')
    await dialog.getByText(/can be restored with their revisions for \d+ days\. Their jobs/).waitFor()
    await api('DELETE', `/api/admin/docs/${ids.Loose}`)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('2 of 3 documents done.').waitFor()
    await dialog.getByText('Loose: Document not found').waitFor()
    await assertAccessible(page, 'what was refused')
    await dialog.getByRole('button', { name: 'Skip these' }).click()
    await page.getByText('1 selected').waitFor()
    await shows('Blue and green')
    await page.getByText('Deleted 2 documents.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 documents.').waitFor()
    await shows('Overview', 'Blue and green', 'Rolling')
  })

  test('everything that matches the filter is selected and tagged, and it is undone', async () => {
    const { body: many } = await api('POST', '/api/admin/categories/', { name: 'Many' })
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        api('POST', '/api/admin/docs/', { title: `Page ${index}`, category_id: many.id, tags: ['old'] }),
      ),
    )
    // In one request: one for each would come to the limit of requests.
    const tagsOfAll = async () => {
      const { body } = await api('GET', `/api/admin/docs/?category_id=${many.id}&limit=100`)
      return [...new Set((body as unknown as { tags: string[] }[]).map(({ tags }) => String(tags)))]
    }
    await page.goto(`/panel/documents?category=${many.id}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 60' }).click()
    await page.getByText('60 selected').waitFor()
    const dialog = await begin('Tags')
    await dialog.getByLabel('Tags', { exact: true }).fill('new')
    await page.keyboard.press('Enter')
    await assertAccessible(page, 'tags of many')
    await dialog.getByRole('button', { name: 'Add tags' }).click()
    await page.getByText('Tagged 60 documents.').waitFor()
    assert.deepEqual(await tagsOfAll(), ['old,new'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 60 documents.').waitFor()
    assert.deepEqual(await tagsOfAll(), ['old'])
    assert.deepEqual(page.faults, [])
  })

  test('what visitors searched in vain begins a document, or is dismissed', async () => {
    for (const q of ['flux capacitor', 'flux capacitor', 'flux capacitor', 'warp drive'])
      await page.request.get('/read/search.json', { params: { q } })
    const listed = async () => ((await api('GET', '/api/admin/missed-searches')).body as unknown as unknown[]).length
    await until('the searches are counted', async () => (await listed()) === 2)
    await page.goto('/panel/documents')
    await page.getByRole('link', { name: 'Searches without results' }).click()
    const rows = page.getByRole('row')
    await rows.filter({ hasText: 'flux capacitor' }).waitFor()
    assert.match(await rows.nth(1).innerText(), /flux capacitor[\s\S]*\b3\b/)
    await assertAccessible(page, 'searches without results')
    await page.getByRole('button', { name: 'Dismiss: warp drive' }).click()
    await rows.filter({ hasText: 'warp drive' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New document: flux capacitor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/panel\/documents\/\d+/)
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Flux capacitor')
  })
})

panelSuite('the tree in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  const ids: Record<string, number> = {}
  before(async () => {
    ;({ page, api } = panel())
    const category = async (name: string, parent_id?: number) =>
      (await api('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })).body.id as number
    const guides = await category('Guides')
    await category('Advanced', guides)
    for (const [title, category_id] of [
      ['Install', guides],
      ['Upgrade', guides],
      ['Backup', guides],
      ['Welcome', undefined],
    ] as const)
      ids[title] = (await api('POST', '/api/admin/docs/', { title, markdown: `${title} it.`, category_id })).body.id
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
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

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

  test('documents and categories move by keyboard, a search finds both, and Enter opens a document', async () => {
    await row('Backup').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await becomes('Guides(Advanced(Install) Upgrade) Backup Welcome')
    await page.keyboard.press('Alt+ArrowRight')
    await becomes('Guides(Advanced(Install) Upgrade Backup) Welcome')
    await row('Install').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await becomes('Guides(Advanced() Install Upgrade Backup) Welcome')
    await page.getByText('Install is now before Upgrade in Guides.').waitFor({ state: 'attached' })
    await row('Advanced').focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await becomes('Guides(Install Upgrade Backup) Advanced() Welcome')
    await row('Advanced').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await becomes('Advanced() Guides(Install Upgrade Backup) Welcome')
    await page.getByRole('textbox', { name: 'Find a category or document' }).fill('upg')
    await row('Backup').waitFor({ state: 'detached' })
    await row('Guides').waitFor()
    await row('Upgrade').focus()
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor').getByText('Upgrade it.').waitFor()
  })

  test('stands beside the editor, too, and on a phone it is a drawer', async () => {
    await page.goto(`/panel/documents/${ids.Install}`)
    await page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: 'Site' }).click()
    await row('Install').waitFor()
    assert.equal(await row('Install').getByRole('link').getAttribute('aria-current'), 'page')
    await assertAccessible(page, 'the tree beside the editor')
    await row('Backup').getByRole('link').click()
    await page.locator('.bn-editor').getByText('Backup it.').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = page.getByRole('dialog', { name: 'Site' })
    await drawer.waitFor()
    await assertAccessible(page, 'the tree on a phone')
    await row('Install').getByRole('link').click()
    await drawer.waitFor({ state: 'detached' })
    await page.locator('.bn-editor').getByText('Install it.').waitFor()
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.deepEqual(page.faults, [])
  })

  test('a document is deleted, and brought back by the message or from the trash, or deleted for good', async () => {
    const remove = async () => {
      await page.goto('/panel/documents')
      await press('Actions for Welcome')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/can be restored with its revisions for \d+ days\. Its jobs/).waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Deleted “Welcome”.').waitFor()
    }
    await remove()
    await press('Undo')
    await page.getByText('Restored “Welcome”.').waitFor()
    await remove()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Restore Welcome' }).waitFor()
    await assertAccessible(page, 'trash')
    await press('Restore Welcome')
    await page.getByText('The trash is empty').waitFor()
    assert.equal((await api('GET', '/api/docs/welcome')).status, 200)
    await remove()
    await page.goto('/panel/documents/trash')
    await press('Delete permanently: Welcome')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('The trash is empty').waitFor()
    assert.deepEqual((await api('GET', '/api/admin/docs/trash')).body, [])
  })

  test('a category says all that goes with it, and what comes back without it can be made public again', async () => {
    const statusFor = async (slug: string) => (await fetch(`${panel().service.url}/read/${slug}`)).status
    const { body: top } = await api('POST', '/api/admin/categories/', { name: 'Handbook', visibility: 'public' })
    const { body: inner } = await api('POST', '/api/admin/categories/', { name: 'Chapter', parent_id: top.id })
    for (const title of ['First', 'Second'])
      await api('POST', '/api/docs/', { title, category_id: inner.id, markdown: 'Text.', visibility: 'public' })
    await page.goto('/panel/categories')
    await press('Actions for Handbook')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('It contains 1 category and 2 documents.').waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Move the content to another category' }).isChecked(), true)
    await page.getByRole('radio', { name: 'Move everything to the trash' }).check()
    await assertAccessible(page, 'a category with content is deleted')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted “Handbook”.').waitFor()

    await page.goto('/panel/documents/trash')
    await page.getByText('Its category is gone: it comes back without one, restricted.').first().waitFor()
    await press('Restore First')
    await page.getByText('Restored “First” without a category, restricted.').waitFor()
    assert.notEqual(await statusFor('first'), 200)
    await press('Make it public again')
    await page.getByText('It is public again.').waitFor()
    assert.equal(await statusFor('first'), 200)
    await press('Restore Handbook with its content')
    await page.getByText('Restored “Handbook” with its content.').waitFor()
    await page.getByRole('button', { name: 'Restore Second' }).waitFor({ state: 'detached' })
    assert.equal((await api('GET', '/api/docs/second')).body.category_id, inner.id)
  })
})
