// In the panel: from a draft to a page and back, and leading an old address to it.

import assert from 'node:assert/strict'
import {
  assertAccessible,
  before,
  type Panel,
  type PanelPage,
  panelSuite,
  publish,
  saveDraft,
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
import type { ApiCall } from './sample.ts'

withWorker(panelSuite)('publishing and redirects in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })

  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More ways to publish' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    // It fades away, and is still in the page meanwhile.
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  const idOf = () => Number(page.url().split('/').at(-1))

  test('what is typed right before "Publish" is pressed is published', async () => {
    const { body } = await api('POST', '/api/admin/docs/?publish=false', { title: 'Last word', markdown: 'Begun.' })
    await page.goto(`/panel/documents/${body.id}`)
    await writeAfter(page, 'Begun.', '')
    // The key and the click come before the page is drawn with the key, as they do on a slow machine.
    await page.evaluate(`{
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => /^Publish/.test(textContent))
      document.execCommand('insertText', false, ' Ended.')
      Promise.resolve().then(() => button.click())
    }`)
    await page.getByText('Version 1', { exact: true }).waitFor()
    const { body: now } = await api('GET', `/api/admin/docs/${body.id}`)
    assert.match(JSON.stringify(now.blocks), /Begun\. Ended\./)
    assert.deepEqual(page.faults, [])
  })

  test('a page is written, previewed, published and taken back', async () => {
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).first().click()
    await page.getByLabel('Title').fill('Price list')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor:focus').waitFor()
    await page.keyboard.type('From May on.')
    await saveDraft(page)
    const guest = await open()
    assert.equal((await guest.goto('/read/price-list'))?.status(), 404)
    await menu('Preview link')
    const dialog = page.getByRole('dialog', { name: 'Preview link' })
    const link = await dialog.locator('pre').textContent()
    await assertAccessible(page, 'a preview link')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await guest.goto(link!)
    await guest.getByText('From May on.').waitFor()
    await assertAccessible(guest, 'a preview')
    await publish(page, 1)
    assert.equal((await guest.goto('/read/price-list'))?.status(), 200)

    await writeAfter(page, 'From May on.', ' Or June.')
    await saveDraft(page)
    await guest.reload()
    assert.equal(await guest.getByText('Or June.').count(), 0)
    await menu('Unpublish')
    await page.getByTitle('Only editors can see this page').waitFor()
    assert.equal((await guest.goto('/read/price-list'))?.status(), 404)
    await assertAccessible(page, 'an unpublished document')
    assert.deepEqual(page.faults, [])
  })

  test('a page is published at its time', async () => {
    const { body } = await api('POST', '/api/admin/docs/?publish=false', { title: 'At dawn', markdown: 'Light.' })
    await page.goto(`/panel/documents/${body.id}`)
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await menu('Publish at…')
    const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
    await dialog.getByRole('button', { name: 'Schedule' }).waitFor()
    await assertAccessible(page, 'when to publish')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText(/^Scheduled for /).waitFor()
    await assertAccessible(page, 'a scheduled document')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/^Scheduled for /).waitFor({ state: 'detached' })
    const at = new Date(Date.now() + 1500).toISOString()
    await api('POST', `/api/docs/${body.id}/schedule`, { at })
    // The scheduler publishes it, and the open page follows.
    await page.getByText('Version 1', { exact: true }).waitFor()
    assert.equal((await api('GET', `/api/admin/docs/${body.id}`)).body.published, true)
    // What was published first is version 1, and what was there before is a draft.
    await page.goto(`/panel/documents/${body.id}/revisions`)
    await page.getByText('Draft 1 compared with version 1.').waitFor()
    await page.getByRole('link', { name: /Draft 1/ }).click()
    await page.getByRole('button', { name: 'Restore and publish' }).click()
    await page.getByRole('dialog', { name: 'Restore draft 1?' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('what was published since a draft was begun is compared with it', async () => {
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Twice', markdown: 'One.' })
    await page.goto(`/panel/documents/${body.id}`)
    await writeAfter(page, 'One.', ' Mine.')
    await saveDraft(page)
    await api('PUT', `/api/admin/docs/${body.id}`, { markdown: 'One. Theirs.' })
    await page.getByText('The published version has changed').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /published version has changed/ })
    await dialog.locator('del').first().waitFor()
    await assertAccessible(page, 'a draft and what was published since')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Version 3', { exact: true }).waitFor()
    assert.match(JSON.stringify((await api('GET', `/api/admin/docs/${idOf()}`)).body.blocks), /One\. Mine\./)
  })

  test('a redirect is added, changed and deleted in the settings', async () => {
    await page.goto('/panel/settings/redirects')
    await page.getByRole('button', { name: 'New redirect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Old address').fill('/old/prices')
    await dialog.getByLabel('Redirects to').fill('https://elsewhere.example/')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText(/path of this site that begins/i).waitFor()
    await dialog.getByLabel('Redirects to').fill('/read/search?q=prices')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: '/old/prices', exact: true }).waitFor()
    await assertAccessible(page, 'redirects')
    await page.getByRole('button', { name: 'Edit /old/prices' }).click()
    await dialog.getByLabel('Redirect everything below it, too').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '/old/prices/…', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete /old/prices' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No redirects').waitFor()
  })

  test('redirects are filtered, show which pages still link to them, and are deleted together', async () => {
    for (const name of ['one', 'two', 'three'])
      await api('POST', '/api/redirects', { from: `/bulk/${name}`, to: '/read/search' })
    await api('POST', '/api/docs/', { title: 'Links to the old', markdown: 'See [one](/bulk/one).' })
    await page.goto('/panel/settings/redirects')
    await page.getByRole('button', { name: '1 page' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Links to the old' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Use', { exact: true }).selectOption('30')
    await page.getByText('No matches').waitFor()
    await page.getByLabel('Use', { exact: true }).selectOption('')
    await page.getByLabel('Created by').selectOption('hand')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    await page.getByRole('checkbox', { name: 'Select /bulk/two' }).uncheck()
    await assertAccessible(page, 'selected redirects')
    await page.getByRole('group', { name: 'Selected redirects' }).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 redirects?' })
    await dialog.getByText(/For 1, pages of this site still link/).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('cell', { name: '/bulk/one', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '/bulk/two', exact: true }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
  })
})
