// Evidence in the browser: what needs a look in the panel, sources beside the editor, and marks on the page.

import assert from 'node:assert/strict'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

panelSuite('evidence', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  /** quoting makes a source and a document that says the same, with the source attached. */
  async function quoting(title: string, days: number) {
    const markdown = `${title} is kept for ${days} days.`
    const source = (await api('POST', '/api/docs/', { title: `${title} rules`, markdown })).body as { id: number }
    const made = (await api('POST', '/api/docs/', { title, markdown })).body as { id: number; blocks: { id: string }[] }
    const attached = { block_id: made.blocks[0]!.id, kind: 'document', id: source.id, quote: markdown }
    await api('POST', `/api/docs/${made.id}/evidence`, attached)
    const change = (to: number) =>
      api('PUT', `/api/docs/${source.id}`, { markdown: `${title} is kept for ${to} days.` })
    return { id: made.id, change }
  }

  test('a changed source needs a look; its new wording is taken with one click, others kept together', async () => {
    await page.goto('/panel/documents/stale')
    await page.getByText('Everything is up to date').waitFor()
    for (const title of ['Mail', 'Logs', 'Chat']) await (await quoting(title, 30)).change(45)
    await page.goto('/panel/')
    await page.getByRole('link', { name: /Needs a look/ }).click()
    await page.getByText('Mail rules said').waitFor()
    assert.equal(await page.locator('del', { hasText: '30' }).count(), 3)
    await assertAccessible(page, 'needs a look')

    await page.getByRole('button', { name: 'Take the new wording: Mail' }).click()
    await page.getByText('1 passage updated.').waitFor()
    await page.getByText('Mail rules said').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Keep, mark as checked: selected' }).click()
    await page.getByText('Everything is up to date').waitFor()
    assert.match(JSON.stringify((await api('GET', '/api/docs/mail')).body), /kept for 45 days/)
  })

  test('the editor lists sources, and the page marks the paragraph that has one', async () => {
    const { id } = await quoting('Audit', 10)
    await page.goto(`/panel/documents/${id}`)
    const card = page.getByRole('region', { name: 'Sources' })
    assert.match((await card.getByRole('link', { name: 'Audit rules' }).getAttribute('href'))!, /#:~:text=Audit/)

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
})
