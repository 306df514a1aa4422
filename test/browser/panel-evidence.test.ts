// Evidence in the browser: what needs a look in the panel, sources beside the editor, and marks on the page.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import type { ApiCall } from './sample.ts'

type Styled = { getComputedStyle: (block: unknown, part: string) => { content: string } }

withWorker(panelSuite)('evidence', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  /** quoting makes a source and a document that says the same, with the source attached. */
  async function quoting(title: string, days: number) {
    const markdown = `${title} is kept for ${days} days.`
    const source = (await api('POST', '/api/docs/', { title: `${title} rules`, markdown })).body as { id: number }
    const document = (await api('POST', '/api/docs/', { title, markdown })).body as {
      id: number
      blocks: { id: string }[]
    }
    const attached = { block_id: document.blocks[0]!.id, kind: 'document', id: source.id, quote: markdown }
    await api('POST', `/api/docs/${document.id}/evidence`, attached)
    const change = (to: number) =>
      api('PUT', `/api/docs/${source.id}`, { markdown: `${title} is kept for ${to} days.` })
    return { id: document.id, change }
  }

  test('a changed source needs a look; its new wording is taken with one click, others kept together', async () => {
    await page.goto('/panel/documents/stale')
    await page.getByText(/Every passage is up to date/).waitFor()
    for (const title of ['Mail', 'Logs', 'Chat']) await (await quoting(title, 30)).change(45)
    await page.goto('/panel/')
    await page.getByRole('link', { name: /Needs a look/ }).click()
    await page.getByText('Mail rules said').waitFor()
    assert.match((await page.getByRole('link', { name: 'Edit: Mail' }).getAttribute('href'))!, /#block=/)
    assert.equal(await page.locator('del', { hasText: '30' }).count(), 3)
    await assertAccessible(page, 'passages under review')
    for (const key of ['n', 'n', 'p']) await page.keyboard.press(key)
    await page.locator('[data-stop]:focus', { hasText: 'Mail rules said' }).waitFor()

    await page.getByRole('button', { name: 'Use the new wording: Mail' }).click()
    await page.getByText('1 passage updated.').waitFor()
    await page.getByText('Mail rules said').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Keep and mark as checked: selected' }).click()
    await page.getByText(/Every passage is up to date/).waitFor()
    assert.match(JSON.stringify((await api('GET', '/api/docs/mail')).body), /kept for 45 days/)
  })

  test('a source is added to the paragraph with the cursor, refused where it says otherwise, and removed', async () => {
    const markdown = 'First words.\n\nLogs go after 10 days.'
    await api('POST', '/api/docs/', { title: 'Retention', markdown: 'We delete logs after 10 days.' })
    const { id } = (await api('POST', '/api/docs/', { title: 'Handbook', markdown })).body
    await page.goto(`/panel/documents/${id}`)
    const card = page.getByRole('region', { name: 'Sources' })
    assert.equal(await card.getByRole('button', { name: 'Add' }).isDisabled(), true)
    await page.locator('.bn-editor').getByText('Logs go after').click()
    await card.getByRole('button', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a source' })
    await dialog.getByText('For: Logs go after 10 days.').waitFor()
    await dialog.getByRole('combobox', { name: 'Document' }).fill('Reten')
    await page.getByRole('option', { name: 'Retention' }).click()
    await dialog.getByRole('textbox', { name: 'Quote' }).fill('We delete logs after 11 days.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText(/does not say this/).waitFor()
    await dialog.getByRole('textbox', { name: 'Quote' }).fill('We delete logs after 10 days.')
    await assertAccessible(page, 'the dialog of a source')
    await dialog.getByRole('button', { name: 'Add' }).click()
    const link = card.getByRole('link', { name: 'Retention' })
    assert.match((await link.getAttribute('href'))!, /\/read\/retention#:~:text=We%20delete/)
    const mark = (line: string) =>
      page
        .locator('.bn-editor .bn-block', { hasText: line })
        .evaluate((block) => (globalThis as unknown as Styled).getComputedStyle(block, '::after').content)
    assert.deepEqual(
      { markFirstWords: await mark('First words.'), markLogsGoAfter: await mark('Logs go after') },
      { markFirstWords: 'none', markLogsGoAfter: '"1"' },
    )

    await card.getByRole('button', { name: 'Remove source: Retention' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await link.waitFor({ state: 'detached' })
  })

  test('web pages and texts are attached; what a draft had from notes is shown to readers when an editor says so', async () => {
    const { id } = (await api('POST', '/api/docs/', { title: 'Backups' })).body
    const { iteration_id } = (
      await api('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes: 'Backups are kept for 30 days.' })
    ).body
    await until(
      'the draft is there',
      async () => (await api('POST', `/api/pipeline/docs/iterations/${iteration_id}/approve`)).status === 200,
    )
    await page.goto(`/panel/documents/${id}`)
    const card = page.getByRole('region', { name: 'Sources' })
    await card
      .getByRole('button', { name: /Show to readers/ })
      .first()
      .click()
    await card
      .getByRole('button', { name: /Hide from readers/ })
      .first()
      .waitFor()
    await page.locator('.bn-editor').getByText('30 days').first().click()
    await card.getByRole('button', { name: 'Add' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a source' })
    await dialog.getByText('Web page').click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://example.com/policy')
    await dialog.getByRole('textbox', { name: 'Quote' }).fill('Thirty days.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    const link = card.getByRole('link', { name: 'example.com' })
    assert.equal(await link.getAttribute('href'), 'https://example.com/policy#:~:text=Thirty%20days.')
    await page.goto('/read/backups')
    await page.locator('#sources').getByText('Thirty days.').waitFor({ state: 'attached' })
    await page.locator('#sources').getByText('Backups are kept for 30 days.').first().waitFor({ state: 'attached' })
  })

  test('the editor opens at the block that the address names', async () => {
    const markdown = Array.from({ length: 60 }, (_, n) => `Line ${n}.`).join('\n\n')
    const document = (await api('POST', '/api/docs/', { title: 'Long', markdown })).body as {
      id: number
      blocks?: { id: string }[]
    }
    await page.goto(`/panel/documents/${document.id}#block=${document.blocks![50]!.id}`)
    await until('the cursor is there', () =>
      page.evaluate<boolean>('getSelection().anchorNode?.textContent === "Line 50."'),
    )
    const { y, height } = (await page.locator('.bn-editor').getByText('Line 50.').boundingBox())!
    assert.ok(y > 0 && y + height < 860, `in sight: ${y}`)
  })

  test('the editor lists sources, and the page marks the paragraph that has one', async () => {
    const { id } = await quoting('Audit', 10)
    await page.goto(`/panel/documents/${id}`)
    const card = page.getByRole('region', { name: 'Sources' })
    assert.match((await card.getByRole('link', { name: 'Audit rules' }).getAttribute('href'))!, /#:~:text=Audit/)

    await card.getByRole('button', { name: 'Mark all as checked' }).click()
    await page.getByText('Marked as checked.').waitFor()

    await page.goto('/read/audit')
    const mark = page.getByRole('button', { name: 'Source 1' })
    assert.equal(await mark.isVisible(), false)
    await page.getByRole('button', { name: 'Sources' }).click()
    await mark.focus()
    await page.keyboard.press('Enter')
    await page.locator('.source-card').getByRole('link', { name: 'Audit rules' }).waitFor()
    await assertAccessible(page, 'a page with sources')
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.source-card').isVisible(), false)
  })

  test('without script the notes are at the end, and the link opens them', async () => {
    await quoting('Plain', 10)
    const plain = await panel().open({ javaScriptEnabled: false })
    await plain.goto('/read/plain')
    await plain.getByRole('link', { name: 'Sources' }).click()
    await plain.locator('#sources').getByText('Plain is kept for 10 days.').first().waitFor()
  })
})
