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

  test('what is restored, moved or deleted under review is said to wait', async () => {
    const { id } = await make('Lathe', 'It turns.')
    await api('PUT', `/api/docs/${id}`, { markdown: 'It spins.' })
    await api('PUT', `/api/docs/${id}/publishing`, { publishing: 'review' })
    const toast = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    const waits = 'Proposed: someone has to approve it.'
    await page.goto(`/panel/documents/${id}/revisions`)
    await page.getByRole('link', { name: /Version 1/ }).click()
    await button('Restore and publish').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await toast(waits)

    await page.goto(`/panel/documents/${id}`)
    await page.getByRole('combobox', { name: 'Who can read this' }).selectOption('members')
    await button('Save').click()
    await toast('Saved.')
    await page.reload()
    await page.getByRole('combobox', { name: 'Who can read this' }).selectOption('public')
    await button('Save').click()
    await toast('Saved. The changed settings wait for approval.')

    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(waits)
    const { body: now } = await api('GET', `/api/admin/docs/${id}`)
    assert.deepEqual({ title: now.title, visibility: now.visibility }, { title: 'Lathe', visibility: 'members' })
  })

  test('a merged proposal says what it did, and one that others have to approve that they have to', async () => {
    const { id } = await make('Press', 'It presses.')
    await api('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', approvals: 2, by_others: false })
    const change = { published: false }
    const { body } = await api('POST', '/api/admin/proposals', { document_id: id, change })
    await page.goto(`/panel/proposals/${(body as { id: number }).id}`)
    await button('Approve all').click()
    await page.getByText('Approved. Others have to approve it, too.').waitFor()
    await api('PUT', `/api/docs/${id}/publishing`, { publishing: 'direct' })
    await page.reload()
    await button('Unpublish').click()
    await page.getByText('Unpublished. Only editors can see this page.').waitFor()
    await page.getByText('Unpublished', { exact: true }).waitFor()

    await api('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', by_others: false })
    const again = await api('POST', '/api/admin/proposals', { document_id: id, change: { markdown: 'It prints.' } })
    await page.goto(`/panel/proposals/${again.body.id}`)
    await button('Approve all').click()
    await page.getByText('Approved. Not published yet.').waitFor()
  })
})
