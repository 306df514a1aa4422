// What the panel reports is what the service did, and what was done can be undone where it says so.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { before, type Panel, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import type { ApiCall } from './sample.ts'

withWorker(panelSuite)('what was done', (panel: () => Panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })
  const statusFor = async (slug: string) => (await fetch(`${panel().service.url}/read/${slug}`)).status
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  test('a category whose content was moved comes back without it, and the message says no more', async () => {
    const { body: shelf } = await api('POST', '/api/admin/categories/', { name: 'Shelf' })
    await api('POST', '/api/docs/', { title: 'Moved', category_id: shelf.id, markdown: 'Text.' })
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Shelf' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('radio', { name: 'Move the content to another category' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted “Shelf”.').waitFor()
    await press('Undo')
    await page.getByText('Restored “Shelf”.', { exact: true }).waitFor()
    assert.equal((await api('GET', '/api/docs/moved')).body.category_id, null)
  })

  test('a category says all that goes with it, and what comes back without it can be made public again', async () => {
    const { body: top } = await api('POST', '/api/admin/categories/', { name: 'Handbook', visibility: 'public' })
    const { body: inner } = await api('POST', '/api/admin/categories/', { name: 'Chapter', parent_id: top.id })
    for (const title of ['First', 'Second'])
      await api('POST', '/api/docs/', { title, category_id: inner.id, markdown: 'Text.', visibility: 'public' })
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Handbook' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('It contains 1 category and 2 documents.').waitFor()
    await page.getByText(/the category can be restored with its content, place and access/).waitFor()
    await page.getByRole('radio', { name: 'Move everything to the trash' }).check()
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

    await page.getByText('1 category and 1 document').waitFor()
    await press('Restore Handbook with its content')
    await page.getByText('Restored “Handbook” with its content.').waitFor()
    await page.getByRole('button', { name: 'Restore Second' }).waitFor({ state: 'detached' })
    assert.equal(await statusFor('second'), 200)
    assert.equal((await api('GET', '/api/docs/second')).body.category_id, inner.id)
  })

  test('a restored version is undone by its message', async () => {
    const { body: document } = await api('POST', '/api/docs/', { title: 'History', markdown: 'Old words.' })
    await api('PUT', `/api/docs/${document.id}`, { markdown: 'New words.' })
    await page.goto(`/panel/documents/${document.id}/revisions`)
    await page.getByRole('link', { name: /Version 1/ }).click()
    await press('Restore and publish')
    await page.getByText('It is published at once.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored and published.').waitFor()
    const words = async () => JSON.stringify((await api('GET', '/api/docs/history')).body.blocks)
    assert.match(await words(), /Old words/)
    await press('Undo')
    await page.getByText('Undone. The page says what it said before.').waitFor()
    assert.match(await words(), /New words/)
  })

  test('an approved draft of an unpublished document is not published yet, and the message publishes it', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/?publish=false', {
      title: 'Kiosk',
      visibility: 'public',
    })
    const notes = 'The kiosk opens at nine. It sells maps.'
    const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, notes })
    const state = async () => (await api('GET', `/api/pipeline/docs/job/${job.job_id}`)).body.status
    await until('the draft is ready', async () => (await state()) === 'review')
    await page.goto(`/panel/pipeline/jobs/${job.job_id}`)
    await press('Approve')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved. Not published yet.').waitFor()
    assert.equal(await statusFor('kiosk'), 404)
    await press('Publish now')
    await page.getByText('Published.', { exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'View page' }).getAttribute('href'), '/read/kiosk')
    assert.equal(await statusFor('kiosk'), 200)
  })
})
