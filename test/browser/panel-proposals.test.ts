// In the panel: a change under review, from the editor to the page that readers see.

import assert from 'node:assert/strict'
import { assertAccessible, before, type Panel, type PanelPage, panelSuite, test, writeAfter } from './browser.ts'
import type { ApiCall } from './sample.ts'

panelSuite('proposals in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })
  const make = async (title: string, markdown: string): Promise<{ id: number; slug: string }> =>
    (await api('POST', '/api/docs/', { title, markdown })).body as never
  const part = (text: string) => page.locator('[data-part]', { hasText: text })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  test('a change is proposed, discussed, sent back, approved part by part, and published', async () => {
    const { id, slug } = await make('Kiln', 'The kiln is on.\n\nIt heats for an hour.')
    await page.goto(`/panel/documents/${id}`)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Review rule' }).click()
    const rule = page.getByRole('dialog')
    await rule.getByLabel('Changes').click()
    await page.getByRole('option', { name: 'Publish after review' }).click()
    await assertAccessible(page, 'a rule')
    await rule.getByRole('button', { name: 'Save' }).click()
    await rule.waitFor({ state: 'detached' })

    await writeAfter(page, 'The kiln is on.', ' It glows.')
    await writeAfter(page, 'It heats for an hour.', ' Sometimes two.')
    await button('Propose').click()
    const dialog = page.getByRole('dialog', { name: 'Propose this change' })
    await dialog.getByLabel('Title').fill('What it does')
    await dialog.getByLabel('Reason').fill('Seen this morning.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByRole('heading', { name: 'What it does' }).waitFor()
    await assertAccessible(page, 'a proposal')

    await page.getByLabel('Comment').fill('How hot?')
    await button('Request changes').click()
    await button('Submit for review').click()
    await button('Approve all').waitFor()
    await page.keyboard.press('n')
    await page.locator('[data-part]:focus').waitFor()
    await page.keyboard.press('a')
    await page.locator('[data-part][data-state=applied]').waitFor()
    await page.locator('[data-part][data-state=proposed]').getByRole('button', { name: 'Reject' }).click()
    await button('Publish').click()
    await page.getByText('Published', { exact: true }).first().waitFor()
    const guest = await open()
    await guest.goto(`/read/${slug}`)
    assert.match((await guest.locator('main').textContent()) ?? '', /It glows\.\s*It heats for an hour\.(?! Sometimes)/)
    assert.deepEqual(page.faults, [])
  })

  test('both texts are shown where the document changed the same block', async () => {
    const { id } = await make('Fan', 'It is slow.')
    const { body } = await api('POST', '/api/admin/proposals', { document_id: id, change: { markdown: 'It is fast.' } })
    await api('PUT', `/api/docs/${id}`, { markdown: 'It is loud.' })
    await page.goto('/panel/proposals')
    await page.getByRole('link', { name: 'Fan' }).first().click()
    const conflict = page.locator('[data-conflict]')
    await conflict.getByText('It is fast.').waitFor()
    await conflict.getByText('It is loud.').waitFor()
    await assertAccessible(page, 'a conflict')
    await conflict.getByText('Proposed', { exact: true }).last().click()
    await button('Save choices').click()
    await conflict.waitFor({ state: 'detached' })
    await button('Publish').click()
    await page.getByText('Published', { exact: true }).first().waitFor()
    const { body: now } = await api('GET', `/api/admin/proposals/${(body as { id: number }).id}`)
    assert.equal(now.state, 'merged')
    assert.equal(await part('').count(), 1)
  })
})
