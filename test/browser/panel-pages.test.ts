// The panel's pages in a real browser: moves by drag and keyboard, every page by axe-core, and what a reader may see.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { EVERY_BLOCK } from '../every-block.ts'
import { until } from '../until.ts'
import {
  assertAccessible,
  before,
  type Panel,
  type PanelPage,
  type PanelService,
  panelSuite,
  publish,
  saveDraft,
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
import { type ApiCall, apiOf } from './sample.ts'

withWorker(panelSuite)('pages of the panel', (panel) => {
  let service: PanelService
  let admin: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(async () => {
    ;({ service, page: admin, api, open } = panel())
    await api('POST', '/api/admin/docs/', { title: 'Rotating certificates', markdown: 'On the first Monday.' })
  })

  /** order is the tree as names, a category with children as a pair. */
  const order = async () => {
    const { body } = await api('GET', '/api/admin/categories/tree')
    const names = (nodes: { name: string; children: never[] }[]): unknown[] =>
      nodes.map((node) => (node.children.length > 0 ? [node.name, names(node.children)] : node.name))
    return names(body as unknown as { name: string; children: never[] }[])
  }
  /** becomes waits for the order, because a move is shown before it is saved. */
  const becomes = (wanted: unknown[]) =>
    until(
      `the order is ${JSON.stringify(wanted)}`,
      async () => JSON.stringify(await order()) === JSON.stringify(wanted),
    )
  const row = (name: string) => admin.getByRole('treeitem', { name: new RegExp(`^${name} `) })
  const category = async (name: string, parent_id?: number) =>
    (await api('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })).body.id

  test('a category moves among its neighbours, and into the one above, by keyboard', async () => {
    const page = admin
    for (const name of ['Top', 'Alpha', 'Beta', 'Gamma']) await category(name)
    await page.goto('/panel/categories')
    await row('Gamma').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await becomes(['Top', 'Alpha', 'Gamma', 'Beta'])
    await page.keyboard.press('Alt+ArrowRight')
    await becomes(['Top', ['Alpha', ['Gamma']], 'Beta'])
  })

  test('a category is dragged before another, and into it', async () => {
    const page = admin
    await row('Beta').dragTo(row('Top'), { targetPosition: { x: 200, y: 3 } })
    await becomes(['Beta', 'Top', ['Alpha', ['Gamma']]])
    await row('Gamma').dragTo(row('Beta'))
    await becomes([['Beta', ['Gamma']], 'Top', 'Alpha'])
    await assertAccessible(page, 'categories')
  })

  test('a category that holds another is deleted once it is said where that goes', async () => {
    const page = admin
    await category('Held', await category('Holds'))
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Holds' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('It contains 1 category.').waitFor()
    await assertAccessible(page, 'a category with content is deleted')
    assert.equal(await page.getByRole('radio', { name: 'Move the content to another category' }).isChecked(), true)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted “Holds”.').waitFor()
    await page.getByRole('treeitem', { name: 'Held 0 documents' }).waitFor()
    assert.equal(await page.getByRole('treeitem', { name: 'Holds' }).count(), 0)
  })

  test('a new document begins in the category that it was asked for in', async () => {
    const page = admin
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Beta' }).click()
    await page.getByRole('menuitem', { name: 'New document' }).click()
    await page.getByRole('dialog', { name: 'New document' }).getByLabel('Title').fill('In Beta')
    assert.equal(await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).inputValue(), 'Beta')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor').waitFor()
  })

  test('a deletion that was refused says why', async () => {
    const page = admin
    const id = await category('Contested')
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Contested' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await category('Meanwhile', id)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /categor/ })
      .waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await assertAccessible(page, 'a question whose answer was refused')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('lists, pipeline, processes and settings are reachable by keyboard and free of faults', async () => {
    const page = admin
    await page.goto('/panel/')
    await page.getByText('Documents by status').waitFor()
    await page.keyboard.press('Control+k')
    // Typed before the palette is there, and none of it is lost.
    await page.keyboard.type('proc')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await assertAccessible(page, 'palette')
    const typed = page.getByRole('combobox', { name: 'Search or jump to' })
    await until('what was typed is there', async () => (await typed.inputValue()) === 'proc')
    await page.keyboard.press('Enter')
    await page.locator('[data-proc]').first().waitFor()
    await assertAccessible(page, 'processes')
    await page.getByRole('button', { name: 'Log of worker-1' }).click()
    await page.getByRole('log').waitFor()
    await page.keyboard.press('Escape')

    await page.goto('/panel/documents')
    await page.locator('[data-document]').first().waitFor()
    await assertAccessible(page, 'documents')
    await page.goto('/panel/pipeline')
    await page.getByRole('heading', { name: /Backlog/ }).waitFor()
    await assertAccessible(page, 'pipeline')

    await page.goto('/panel/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name', { exact: true }).fill('build')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^gly_k_/)
      .waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    for (const section of ['Profile', 'API tokens', 'Users', 'Audit trail', 'Service']) {
      await page.getByRole('tab', { name: section }).click()
      await page.getByRole('tabpanel', { name: section }).getByRole('heading').first().waitFor()
      await assertAccessible(page, section)
    }
    assert.deepEqual(page.faults, [])
  })

  const focused = (name: string) => admin.locator(':focus').and(admin.getByRole('button', { name })).waitFor()

  test('what is typed into a field before its script is here is not lost', async () => {
    const page = admin
    const id = await category('Monitoring')
    await page.route('**/CategorySelect*.js', async (route) => {
      await sleep(300)
      await route.continue()
    })
    await page.goto('/panel/pipeline')
    await page.getByRole('combobox', { name: 'Category' }).focus()
    await page.keyboard.type('monitoring', { delay: 60 })
    await page.getByRole('combobox', { name: 'Category', expanded: true }).waitFor()
    assert.equal(await page.locator(':focus').inputValue(), 'monitoring')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/pipeline?category=${id}`)
    await page.unroute('**/CategorySelect*.js')
  })

  test('a menu and a dialog give the keyboard back to their button', async () => {
    const page = admin
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'On demand' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Revisions' }).waitFor()
    await page.keyboard.press('Escape')
    await focused('More actions')
    await page.getByRole('button', { name: 'Generate a draft' }).press('Enter')
    await page.getByLabel('Notes', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await focused('Generate a draft')
  })

  test('tags, roles and people are chosen by keyboard', async () => {
    const page = admin
    const { body: document } = await api('POST', '/api/admin/docs/', {
      title: 'Chosen',
      markdown: 'Text.',
      tags: ['first'],
    })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('textbox', { name: 'Tags' }).focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('second,Second,third')
    await page.getByRole('combobox', { name: 'Who can read this' }).selectOption('restricted')
    await page.getByRole('checkbox', { name: 'Readers' }).check()
    await page.getByRole('combobox', { name: 'People' }).focus()
    await page.keyboard.type('ada')
    await page.getByRole('option', { name: 'Ada Novak' }).click()
    await page.keyboard.press('Escape')
    await assertAccessible(page, 'a restricted document')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText(/^Version \d+$/)
      .first()
      .waitFor()
    const { body } = await api('GET', `/api/admin/docs/${document.id}`)
    assert.deepEqual(body.tags, ['second', 'third'])
    assert.deepEqual(body.access, { roles: ['reader'], users: [1] })
  })

  test('a change of role gives the keyboard back to its button', async () => {
    const page = admin
    await fetch(`${service.url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'promoted@example.com', password: 'someone has a password' }),
    })
    await page.goto('/panel/settings/users')
    await page.getByRole('button', { name: 'Role of promoted@example.com: reader' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'editor' }).click()
    await focused('Role of promoted@example.com: editor')
    assert.deepEqual(page.faults, [])
  })

  test('the keyboard stands where writing begins', async () => {
    const page = admin
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).first().click()
    await page.getByLabel('Title').fill('To be written')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor:focus').waitFor()
    await page.keyboard.type('At once.')
    await saveDraft(page)

    const picture = { type: 'image', props: { url: '/galley.svg', name: 'A picture' } }
    for (const blocks of [[picture, { type: 'paragraph', content: 'Below.' }], [picture]]) {
      const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Begins with a picture', blocks })
      await page.goto(`/panel/documents/${document.id}`)
      await page.locator('.bn-editor img').waitFor()
      assert.equal(await page.locator('.bn-editor .ProseMirror-selectednode').count(), 0)
      await page.getByText('Version 1', { exact: true }).waitFor()
    }

    const phone = await open({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 800 },
    })
    await phone.goto('/panel/')
    await phone.getByRole('button', { name: 'Open menu' }).click()
    await phone.getByRole('button', { name: 'Close menu' }).waitFor()
    await phone.keyboard.press('Escape')
    await phone
      .locator(':focus')
      .and(phone.getByRole('button', { name: 'Open menu' }))
      .waitFor()
    await phone.context().close()
    assert.deepEqual(page.faults, [])
  })

  test('every kind of block stands in the editor without a fault, light and dark', async () => {
    const page = admin
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Every block', blocks: EVERY_BLOCK })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('combobox', { name: 'Code language' }).first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`[data-mantine-color-scheme=${colorScheme}] .bn-editor`).first().waitFor()
      await assertAccessible(page, `editor with every block, ${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    assert.deepEqual(page.faults, [])
  })

  test('an editor that breaks takes nothing with it', async () => {
    const page = await open({ storageState: await admin.context().storageState() })
    const { body: document } = await api('POST', '/api/admin/docs/', {
      title: 'Odd',
      blocks: [
        { type: 'paragraph', content: [{ type: 'text', text: 'A style from elsewhere', styles: { sparkle: true } }] },
        { type: 'paragraph', content: 'Plain' },
      ],
    })
    await page.goto(`/panel/documents/${document.id}`)
    await writeAfter(page, 'Plain', ' and typed')
    await page.waitForFunction(
      (id) => localStorage.getItem(`galley.kept.1.document:${id}`)?.includes('typed'),
      document.id,
    )

    await page.route('**/BlockEditor*.js', (route) => route.abort())
    await page.reload()
    await page.getByText("The editor couldn't be loaded").waitFor()
    await page.getByText('Plain and typed').waitFor()
    await assertAccessible(page, 'without the editor')
    await page.unroute('**/BlockEditor*.js')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.locator('.bn-editor').getByText('Plain and typed').waitFor()
    await publish(page, 2)
    const { body } = await apiOf(page)('GET', `/api/admin/docs/${document.id}`)
    const text = JSON.stringify(body.blocks)
    assert.match(text, /"sparkle":true/)
    assert.match(text, /Plain and typed/)
    await page.context().close()
  })

  test('signing in from the public site leads back to the page that was closed', async () => {
    const { body } = await api('POST', '/api/admin/docs/', {
      title: 'For members',
      markdown: 'Only for those signed in.',
      visibility: 'members',
    })
    const account = { email: 'member@example.com', password: 'a member has a password' }
    await fetch(`${service.url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    const page = await open()
    await page.goto(`/read/${body.slug}`)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email or username').fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'For members' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/read/${body.slug}`)
    await page.goto('/panel/?next=https://example.com/')
    await page.getByRole('heading', { name: /^Good/ }).waitFor()
    await page.context().close()
  })

  test('a reader sees what is for readers, and no page of the editors', async () => {
    const page = await open({ colorScheme: 'dark', viewport: { width: 390, height: 800 } })
    await page.goto('/panel/')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill('reader@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('another long password')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: /^Good/ }).waitFor()
    await assertAccessible(page, 'home of a reader, dark, phone')
    await page.getByRole('button', { name: 'Open menu' }).click()
    assert.deepEqual(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents(), [
      'Home',
      'Inbox',
      'Documents',
      'Settings',
      'Public site',
    ])
    for (const path of ['categories', 'pipeline', 'processes', 'documents/1', 'pipeline/jobs/1']) {
      await page.goto(`/panel/${path}`)
      await page.getByRole('heading', { name: /This page requires the (editor|admin) role/ }).waitFor()
    }
    // Where someone sent them the editors' address, there is a way to the page.
    const { body: document } = await api('GET', '/api/docs/rotating-certificates')
    await page.goto(`/panel/documents/${document.id}`)
    const read = page.getByRole('link', { name: 'View on site' })
    assert.equal(await read.getAttribute('href'), '/read/rotating-certificates')
    await page.goto('/panel/documents')
    await page.getByRole('link', { name: 'Rotating certificates' }).waitFor()
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
      true,
      'nothing is wider than the phone',
    )
  })
})
