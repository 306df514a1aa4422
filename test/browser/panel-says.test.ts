// What the panel says of documents, categories and jobs is true, and what it offers can be done.

import assert from 'node:assert/strict'
import {
  assertAccessible,
  before,
  type Panel,
  type PanelPage,
  panelSuite,
  publish,
  test,
  withWorker,
} from './browser.ts'
import { ADMIN, type ApiCall, apiOf } from './sample.ts'

/** drawingIn is a small picture of one colour, in base 64. */
const drawingIn = (fill: string): string =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${fill}"/></svg>`,
  ).toString('base64')

withWorker(panelSuite)('what the panel says', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })

  test('a file that is no text is refused by name, and one that is too long says that it was cut', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'From files' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add text' }).waitFor()
    const give = (name: string, buffer: Buffer) =>
      dialog.getByLabel('Files as material').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await give('offer.docx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0x08]))
    await page.getByText("Couldn't add offer.docx").waitFor()
    await give('latin.txt', Buffer.from('Gr\u00fc\u00dfe', 'latin1'))
    await page.getByText("Couldn't add latin.txt").waitFor()
    assert.equal(await dialog.getByLabel('Text', { exact: true }).count(), 0)
    await give('long.txt', Buffer.from('Grüße. '.repeat(30_000)))
    await dialog.getByText(/the first 200,000 of 210,000 characters/).waitFor()
    assert.equal(await dialog.getByLabel('Title of material 1').inputValue(), 'long.txt')
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
    await page.getByRole('row', { name: /Typed/ }).getByText('Draft', { exact: true }).waitFor()
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

  test('a document is opened though the dialog that made it was closed before the answer', async () => {
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).click()
    const dialog = page.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Title').fill('Made meanwhile')
    await page.route('**/api/admin/docs/', async (route) => {
      const response = await route.fetch()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await route.fulfill({ response })
    })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Made meanwhile' }).waitFor({ state: 'attached' })
    await page.unroute('**/api/admin/docs/')
  })

  test('who changed a document is who changed it, not who made it', async () => {
    const bob = { email: 'bob@example.com', password: 'another long password', display_name: 'Bob' }
    const other = await open()
    await other.request.post('/auth/register', { data: bob })
    const { body: people } = await api('GET', '/api/admin/people?q=bob')
    const [{ id }] = people as unknown as [{ id: number }]
    await api('PATCH', `/api/admin/users/${id}`, { role: 'editor' })
    await other.goto('/panel/')
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Shared', markdown: 'One.' })
    await apiOf(other)('PUT', `/api/docs/${document.id}`, { markdown: 'Two.' })
    await page.goto(`/panel/documents/${document.id}`)
    const facts = page.getByRole('complementary', { name: 'About this document' })
    await facts.getByText(/^Updated just now by Bob$/).waitFor()
    await facts.getByText(/^Created just now by Ada Novak$/).waitFor()
    await api('PUT', `/api/docs/${document.id}`, { tags: ['moved'] })
    await page.reload()
    await facts.getByText(/^Content saved just now by Bob$/).waitFor()
    await facts.getByText(/^Updated just now$/).waitFor()
    await other.context().close()
  })
  test('a queue without a worker says so, and a stopped worker does not promise to come back', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Waiting' })
    await page.goto('/panel/processes')
    const worker = page.locator('[data-proc]').filter({ hasText: 'worker-1' })
    await page.getByRole('button', { name: 'Stop worker-1' }).click()
    await worker.getByText('stays stopped until started').waitFor()
    assert.equal(await worker.getByText('restarts automatically').count(), 0)
    const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', {
      document_id: document.id,
      notes: 'Some notes.',
    })
    for (const path of [`/panel/pipeline/jobs/${job.job_id}`, '/panel/pipeline']) {
      await page.goto(path)
      await page.getByText('No worker is running').waitFor()
      await page.getByRole('alert').getByRole('link', { name: 'Processes' }).waitFor()
    }
    await page.getByRole('alert').getByRole('link', { name: 'Processes' }).click()
    await page.getByRole('button', { name: 'Start worker-1' }).click()
    await page.goto('/panel/pipeline')
    await page.getByText('The queue is empty.').waitFor()
    assert.equal(await page.getByText('No worker is running').count(), 0)
  })

  test('an approval that cannot go through names why, and offers nothing', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Changed', markdown: 'As it was.' })
    const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', {
      document_id: document.id,
      notes: 'Some notes.',
    })
    await page.goto(`/panel/pipeline/jobs/${job.job_id}`)
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await approve.waitFor()
    await api('PUT', `/api/admin/docs/${document.id}`, { markdown: 'Changed by hand meanwhile.' })
    await approve.click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByRole('button', { name: 'Approve and publish' }).click()
    await dialog.getByText("Couldn't approve").waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('[data-blocking]').waitFor()
    await approve.click()
    await dialog.getByText('1 action blocks approval').waitFor()
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /document/i })
      .waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Approve and publish' }).isDisabled())
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
  test('tabs are named after their page, and an empty bucket says what it would hold', async () => {
    const titles: [string, string][] = [
      ['/panel/', 'Home · Galley'],
      ['/panel/settings/audit', 'Audit trail · Settings · Galley'],
      ['/panel/settings', 'Profile · Settings · Galley'],
    ]
    for (const [path, title] of titles) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.title(), title)
    }
    await page.goto('/panel/documents?bucket=failed')
    await page.getByText('No failed drafts').waitFor()
    assert.equal(await page.getByText('Write one, or generate').count(), 0)
  })

  test('a long address leaves room for the other columns, and a table that scrolls is reached by keyboard', async () => {
    const email = 'someone.with.a.very.long.address@department.subsidiary.example-corporation.com'
    const data = { email, password: 'a long enough password' }
    const other = await open()
    await other.request.post('/auth/register', { data })
    await other.context().close()
    await page.goto('/panel/settings/audit')
    await page.getByRole('cell', { name: email }).first().waitFor()
    assert.ok(await page.getByRole('columnheader', { name: 'Details' }).isVisible())
    // One of usual length fits on one line.
    const heightOf = (text: string) =>
      page
        .getByRole('cell', { name: text, exact: true })
        .first()
        .locator('div')
        .evaluate((box) => (box as unknown as { clientHeight: number }).clientHeight)
    assert.ok((await heightOf(ADMIN.email)) < (await heightOf(email)))
    const table = page.getByRole('region', { name: 'Table' })
    assert.equal(await table.count(), 0)
    await page.setViewportSize({ width: 800, height: 800 })
    await page.goto('/panel/processes')
    await page.locator('[data-proc]').first().waitFor()
    await page.setViewportSize({ width: 780, height: 800 })
    await table.waitFor()
    assert.equal(await table.getAttribute('tabindex'), '0')
    await page.setViewportSize({ width: 1280, height: 860 })
    await table.waitFor({ state: 'detached' })
  })
  test('what the audit trail names leads to its page', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Noted', markdown: 'As it was.' })
    await api('PUT', `/api/admin/docs/${document.id}`, { visibility: 'members' })
    const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, notes: 'Notes.' })
    await api('POST', `/api/pipeline/docs/job/${job.job_id}/cancel`)
    await page.goto('/panel/settings/audit')
    await page.getByRole('link', { name: `document:${document.id}`, exact: true }).waitFor()
    await page.getByRole('link', { name: `job:${job.job_id}`, exact: true }).click()
    await page.waitForURL(`**/panel/pipeline/jobs/${job.job_id}`)
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
  test('pictures and files that are pasted, dropped or chosen are kept and shown, or refused with a word', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Pictures', markdown: 'Text.' })
    const editor = page.locator('.bn-editor')
    const shown = editor.locator('img[src^="/pictures/"]')
    const give = (event: string, carrier: string, files: [bytes: string, name: string, type: string][], text = '') =>
      page.evaluate(`{
        const data = new DataTransfer()
        for (const [bytes, name, type] of ${JSON.stringify(files)})
          data.items.add(new File([Uint8Array.fromBase64(bytes)], name, { type }))
        if (${JSON.stringify(text)}) data.setData('text/plain', ${JSON.stringify(text)})
        const place = document.querySelector('.bn-editor [data-id]')
        place.dispatchEvent(
          new ${event}('${event === 'DragEvent' ? 'drop' : 'paste'}', { bubbles: true, cancelable: true, ${carrier}: data }),
        )
      }`)
    const [red, blue] = [drawingIn('#d33'), drawingIn('#33d')]
    await page.goto(`/panel/documents/${document.id}`)
    await editor.getByText('Text.').click()
    await give('ClipboardEvent', 'clipboardData', [[red, 'red.svg', 'image/svg+xml']])
    await shown.waitFor()
    await give('DragEvent', 'dataTransfer', [
      [blue, 'blue.svg', 'image/svg+xml'],
      [red, 'again.svg', 'image/svg+xml'],
    ])
    await shown.nth(2).waitFor()
    const sources = await shown.evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.map((one) => one.getAttribute('src')),
    )
    assert.equal(new Set(sources).size, 2)

    await give('DragEvent', 'dataTransfer', [['eA==', 'broken.png', 'image/png']])
    await page.getByText("Couldn't add broken.png").waitFor()
    await give('DragEvent', 'dataTransfer', [['eA==', 'notes.pdf', 'application/pdf']])
    await page.getByText('the content is not that of a .pdf file').waitFor()
    await give('DragEvent', 'dataTransfer', [['eA==', 'notes.txt', 'text/plain']])
    await editor.getByText('notes.txt').waitFor()
    await give('ClipboardEvent', 'clipboardData', [['eA==', 'x.png', 'image/png']], 'and more')
    await editor.getByText('and more').waitFor()
    assert.equal(await shown.count(), 3)

    await publish(page, 2)
    const guest = await open()
    await guest.goto(`/read/${document.slug}`)
    const first = guest.locator('article img').first()
    await first.waitFor()
    const width = await first.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
    assert.ok(width > 0, 'everyone sees it')
    const file = guest.waitForEvent('download')
    await guest.getByRole('link', { name: 'notes.txt' }).click()
    assert.equal((await file).suggestedFilename(), 'notes.txt')
    await guest.context().close()
  })
})
