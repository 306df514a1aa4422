// What the panel says of documents, categories and jobs is true, and what it offers can be done.

import assert from 'node:assert/strict'
import { assertAccessible, before, type Panel, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import { type ApiCall, apiOf } from './sample.ts'

withWorker(panelSuite)('what the panel says', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })

  test('home knows of a mention, of a suggestion and of words that were only typed', async () => {
    await page.goto('/panel/')
    await page.getByText("You're all caught up").waitFor()
    const { body: kiln } = await api('POST', '/api/docs/', { title: 'Kiln', markdown: 'The kiln is on.\n\nIt heats.' })
    const { body: typed } = await api('POST', '/api/admin/docs/?publish=false', { title: 'Typed' })
    const ben = await open()
    await ben.goto('/panel/')
    const { body } = await apiOf(ben)('POST', '/auth/register', {
      email: 'ben@example.com',
      password: 'a long password',
    })
    await api('PATCH', `/api/admin/users/${(body.user as unknown as { id: number }).id}`, { role: 'editor' })
    const me = (await api('GET', '/auth/me')).body.id
    const [first, second] = kiln.blocks as { id: string }[]
    const threads = `/api/docs/${kiln.id}/threads`
    await apiOf(ben)('POST', threads, { block_id: first!.id, body: 'See this.', mentions: [me] })
    await apiOf(ben)('POST', threads, { block_id: second!.id, body: 'How long?', change_to: 'It heats for an hour.' })
    const { body: text } = await api('GET', `/api/docs/${typed.id}/autosave`)
    const blocks = [{ type: 'paragraph', content: 'One hundred and thirty-one words.' }]
    const fields = { parent: text.revision, title: 'Typed', summary: null, tags: [], blocks }
    assert.equal((await api('POST', `/api/docs/${typed.id}/autosave`, fields)).status, 200)

    await page.reload()
    await page.getByRole('link', { name: /Inbox.*1 open entry/ }).waitFor()
    await page.getByRole('link', { name: /1 proposed change by others/ }).waitFor()
    assert.equal(await page.getByText("You're all caught up").count(), 0)
    await assertAccessible(page, 'home with what waits')
    const recent = page.locator('ul', { has: page.getByRole('link', { name: 'Kiln' }) }).first()
    await recent.getByRole('link', { name: 'Typed' }).waitFor()
    await page.goto('/panel/documents')
    // The row has its state twice: as a column, and below the title on a phone.
    const state = page.getByRole('row', { name: /Typed/ }).getByText('Draft', { exact: true })
    await state.filter({ visible: true }).waitFor()
    await page.goto(`/panel/documents/${typed.id}`)
    await page.getByRole('complementary', { name: 'About this document' }).getByText('Draft', { exact: true }).waitFor()
  })

  test('what a category limits says so, in the list, in the tree and on the page', async () => {
    const { body: closed } = await api('POST', '/api/admin/categories/', { name: 'Internal', visibility: 'members' })
    const { body: inside } = await api('POST', '/api/admin/categories/', { name: 'Runbooks', parent_id: closed.id })
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Failover', category_id: inside.id })
    const byCategory = 'Members only (set by its category)'
    await page.goto('/panel/documents')
    await page.locator(`[data-document="${document.id}"]`).getByRole('img', { name: byCategory }).waitFor()
    await page.goto('/panel/categories')
    await page.locator(`[data-category="${inside.id}"]`).getByRole('img', { name: byCategory }).waitFor()
    await page.goto(`/panel/documents/${document.id}`)
    const hint = page.getByText('The category “Internal” limits this to members.')
    await hint.waitFor()
    await page.getByRole('combobox', { name: 'Who can read this' }).selectOption('members')
    await hint.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
  })

  test('who may read is asked before there is a text, said on the button, and explained', async () => {
    const who = page.getByRole('combobox', { name: 'Who can read this' })
    const save = (name: string) => page.getByRole('button', { name, exact: true })
    const make = async (title: string, visibility: string) => {
      await page.goto('/panel/documents')
      await page.getByRole('button', { name: 'New document' }).click()
      const dialog = page.getByRole('dialog', { name: 'New document' })
      await dialog.getByLabel('Title').fill(title)
      await dialog.getByText('Anyone can read this without signing in.').waitFor()
      await who.selectOption(visibility)
      if (visibility === 'members')
        await dialog
          .getByText('Everyone with a verified email can read this, and anyone can create an account.')
          .waitFor()
      await assertAccessible(page, `a new document, ${visibility}`)
      await dialog.getByRole('button', { name: 'Create' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.locator('.bn-editor').waitFor()
    }
    await make('For members', 'members')
    await save('Publish for members').waitFor()
    assert.equal(await who.inputValue(), 'members')
    await who.selectOption('restricted')
    await save('Save').click()
    await page.getByText('Saved', { exact: true }).first().waitFor()

    await make('For all', 'public')
    const id = Number(page.url().split('/').at(-1))
    await page.locator('.bn-editor').click()
    await page.keyboard.type('A first line.')
    await save('Publish').click()
    await page.getByText('Version 1').waitFor()
    await page.getByRole('complementary').getByText('Published', { exact: true }).first().waitFor()
    const { body } = await api('GET', `/api/admin/docs/${id}`)
    assert.deepEqual({ visibility: body.visibility, bucket: body.bucket }, { visibility: 'public', bucket: 'approved' })
  })

  test('a pin that is refused was shown at once, and is taken back', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'To pin', markdown: 'Text.' })
    await page.goto('/panel/documents')
    const row = page.locator(`[data-document="${document.id}"]`)
    const pinned = row.getByRole('img', { name: 'Pinned' })
    const pin = async () => {
      await row.getByRole('button', { name: 'Actions for To pin' }).click()
      await page.getByRole('menuitem', { name: 'Pin to top' }).click()
    }
    await page.route('**/pin', async (route) => {
      await pinned.waitFor()
      await route.fulfill({ status: 500, json: { detail: 'Out of order' } })
    })
    await pin()
    await page.getByText("Couldn't change the pin").waitFor()
    await pinned.waitFor({ state: 'detached' })
    await page.unroute('**/pin')
    await pin()
    await pinned.waitFor()
  })
  test('what is not there is called by its name, with a way back', async () => {
    const missing: [string, string, string][] = [
      ['/panel/documents/99999', 'Document not found', 'Documents'],
      ['/panel/documents/99999/revisions', 'Document not found', 'Documents'],
      ['/panel/pipeline/jobs/99999', 'Job not found', 'Pipeline'],
      ['/panel/documents/abc', 'Document not found', 'Documents'],
      ['/panel/pipeline/jobs/abc', 'Job not found', 'Pipeline'],
      ['/panel/nowhere', 'Page not found', 'Back to home'],
    ]
    for (const [path, title, back] of missing) {
      await page.goto(path)
      await page.getByRole('heading', { name: title }).waitFor()
      await page.getByRole('main').getByRole('link', { name: back }).waitFor()
      assert.equal(await page.title(), `${title} · Galley`, path)
    }
  })
  test('a copy is a draft that says the same for the same readers, and a document of its own', async () => {
    const given = {
      title: 'Checklist',
      markdown: 'Step one.',
      tags: ['ops'],
      visibility: 'members',
      summary: 'All steps.',
    }
    const { body: document } = await api('POST', '/api/admin/docs/', given)
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.getByText('Created “Copy of Checklist” as a draft.').waitFor()
    const { body: copy } = await api('GET', '/api/docs/copy-of-checklist')
    const { body: draft } = await api('GET', `/api/docs/${copy.id}/working-copy`)
    const same = (document: typeof copy) => [document.tags, document.summary, document.blocks]
    assert.deepEqual(same(draft), same(document))
    assert.deepEqual(
      { visibility: copy.visibility, published: copy.published },
      { visibility: 'members', published: false },
    )
    assert.notEqual(copy.id, document.id)
    assert.ok(page.url().endsWith(`/documents/${copy.id}`))
  })
})
