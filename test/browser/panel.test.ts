// The panel in a real browser: stories by keyboard and on a phone, every page by axe-core, sessions that end, and what a reader may see.

import assert from 'node:assert/strict'
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
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
import { ADMIN, type ApiCall, apiOf } from './sample.ts'

const LONG = 'Backups_of_the_customer_database_and_how_they_are_restored'
const SETTINGS = [
  'profile',
  'sessions',
  'two-step',
  'tokens',
  'redirects',
  'brand',
  'users',
  'webhooks',
  'audit',
  'service',
]
const LISTS = [
  '',
  'documents',
  'documents/trash',
  'documents/missed-searches',
  'documents/overview',
  'review',
  'categories',
  'pipeline',
]

withWorker(panelSuite)('the panel', (panel) => {
  let service: PanelService
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(async () => {
    ;({ service, page, api, open } = panel())
    await api('POST', '/api/admin/docs/', { title: 'Rotating certificates', markdown: 'On the first Monday.' })
  })

  const register = (account: object) =>
    fetch(`${service.url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
  /** tabTo presses Tab until something of that name has the focus. */
  const tabTo = async (name: RegExp, key = 'Tab') => {
    for (let pressed = 0; pressed < 60; pressed++) {
      const focused = await page.evaluate<string>(
        "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
      )
      if (name.test(focused.trim())) return
      await page.keyboard.press(key)
    }
    assert.fail(`no Tab leads to ${name}`)
  }

  test('with the keyboard alone: written with blocks, saved and published', async () => {
    await page.goto('/panel/')
    await page.getByRole('link', { name: 'Documents' }).waitFor()
    await page.keyboard.press('Control+k')
    // Typed before the palette is there, and none of it is lost.
    await page.keyboard.type('New doc')
    await page.getByRole('option', { name: 'New document' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New document' }).getByLabel('Title').waitFor()
    await page.keyboard.type('Keyboard story')
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor:focus').waitFor()
    await page.keyboard.type('First words. ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/callout')
    await page.getByRole('option', { name: /Callout/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mind')
    await page.keyboard.press('Enter')
    await page.keyboard.type('the gap.')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await tabTo(/^Publish/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Version 1', { exact: true }).waitFor()
    const visitor = await open()
    await visitor.goto('/read/keyboard-story')
    await visitor.getByText('the gap.').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('on a phone: written, published, found', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).click()
    const dialog = page.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Title').fill('Phone story')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor').click()
    await page.keyboard.type('Typed with thumbs.')
    await page.getByRole('button', { name: 'Outline' }).click()
    await assertAccessible(page, 'the editor on a phone')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    await page.getByText('v1', { exact: true }).waitFor()
    await page.goto('/panel/documents')
    await page.getByRole('textbox', { name: 'Search documents' }).fill('thumbs')
    await page.getByRole('link', { name: 'Phone story' }).click()
    await page.locator('.bn-editor').getByText('Typed with thumbs.').waitFor()
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.deepEqual(page.faults, [])
  })

  test('lists, pipeline, processes and settings are reachable by keyboard and free of faults', async () => {
    await page.goto('/panel/')
    await page.getByText('Documents by status').waitFor()
    await page.keyboard.press('Control+k')
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

  test('the keyboard stands where writing begins', async () => {
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).first().click()
    await page.getByLabel('Title').fill('To be written')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor:focus').waitFor()
    const picture = { type: 'image', props: { url: '/galley.svg', name: 'A picture' } }
    const blocks = [picture, { type: 'paragraph', content: 'Below.' }]
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Begins with a picture', blocks })
    await page.goto(`/panel/documents/${document.id}`)
    await page.locator('.bn-editor img').waitFor()
    assert.equal(await page.locator('.bn-editor .ProseMirror-selectednode').count(), 0)
    await page.getByText('Version 1', { exact: true }).waitFor()

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

  test('tags, roles and people are chosen by keyboard', async () => {
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
    assert.deepEqual(body.access, { roles: ['reader'], users: [1], groups: [] })
  })

  test('every kind of block stands in the editor without a fault, light and dark', async () => {
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
    const other = await open({ storageState: await page.context().storageState() })
    const { body: document } = await api('POST', '/api/admin/docs/', {
      title: 'Odd',
      blocks: [
        { type: 'paragraph', content: [{ type: 'text', text: 'A style from elsewhere', styles: { sparkle: true } }] },
        { type: 'paragraph', content: 'Plain' },
      ],
    })
    await other.goto(`/panel/documents/${document.id}`)
    await writeAfter(other, 'Plain', ' and typed')
    await other.waitForFunction(
      (id) => localStorage.getItem(`galley.kept.1.document:${id}`)?.includes('typed'),
      document.id,
    )

    await other.route('**/BlockEditor*.js', (route) => route.abort())
    await other.reload()
    await other.getByText("The editor couldn't be loaded").waitFor()
    await other.getByText('Plain and typed').waitFor()
    await assertAccessible(other, 'without the editor')
    await other.unroute('**/BlockEditor*.js')
    await other.getByRole('button', { name: 'Reload page' }).click()
    await other.locator('.bn-editor').getByText('Plain and typed').waitFor()
    await publish(other, 2)
    const { body } = await apiOf(other)('GET', `/api/admin/docs/${document.id}`)
    const text = JSON.stringify(body.blocks)
    assert.match(text, /"sparkle":true/)
    assert.match(text, /Plain and typed/)
    await other.context().close()
  })

  test('signing in from the public site leads back to the page that was closed', async () => {
    const { body } = await api('POST', '/api/admin/docs/', {
      title: 'For members',
      markdown: 'Only for those signed in.',
      visibility: 'members',
    })
    const account = { email: 'member@example.com', password: 'a member has a password' }
    await register(account)
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

  test('a menu and a dialog give the keyboard back to their button', async () => {
    const focused = (name: string) => page.locator(':focus').and(page.getByRole('button', { name })).waitFor()
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

    await register({ email: 'promoted@example.com', password: 'someone has a password' })
    await page.goto('/panel/settings/users')
    await page.getByRole('button', { name: 'Role of promoted@example.com: reader' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'editor' }).click()
    await focused('Role of promoted@example.com: editor')
    assert.deepEqual(page.faults, [])
  })

  test('a refused token is renewed and the call repeated, without a word to the person', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Renewed', markdown: 'Stored.' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.locator('.bn-editor').waitFor()
    let refused = 0
    await page.route('**/api/docs/*/views*', (route) =>
      refused++ === 0 ? route.fulfill({ status: 401, json: { detail: 'Token expired' } }) : route.continue(),
    )
    const [renewed] = await Promise.all([page.waitForResponse('**/auth/refresh'), page.reload()])
    assert.equal(renewed.status(), 200)
    await page.getByText('views in 30 days').waitFor()
    await page.unroute('**/api/docs/*/views*')
  })

  test('a save that finds the session ended is made after a new sign-in', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Signed out', markdown: 'Stored.' })
    await page.goto(`/panel/documents/${document.id}`)
    await writeAfter(page, 'Stored.', ' Typed.')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const lost = page.getByRole('dialog', { name: 'Your session has ended' })
    await lost.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await lost.getByRole('button', { name: 'Sign in' }).click()
    await lost.waitFor({ state: 'hidden' })
    // The save that was refused is made now, and nothing says any longer that it failed.
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await page.getByText("Couldn't save").waitFor({ state: 'detached' })
  })

  test('no page scrolls sideways', async () => {
    const { body: category } = await api('POST', '/api/admin/categories/', { name: LONG })
    const given = { title: LONG, markdown: `\`${LONG}\``, category_id: category.id }
    const { body: document } = await api('POST', '/api/docs/', given)
    await api('PUT', `/api/docs/${document.id}`, { markdown: LONG })
    await page.route('**/auth/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), email: `${LONG}@example.com` } })
    })
    await page.setViewportSize({ width: 390, height: 844 })
    const wide: string[] = []
    const pages = [...LISTS, `documents/${document.id}`, `documents/${document.id}/revisions`, 'processes', 'nothing']
    for (const path of [...pages, ...SETTINGS.map((section) => `settings/${section}`)]) {
      await page.goto(`/panel/${path}`)
      await page.locator('main').getByRole('heading').first().waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        wide.push(path)
    }
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.unroute('**/auth/me')
    assert.deepEqual(wide, [])
    assert.deepEqual(page.faults, [])
  })
})
