// In the panel: from a draft to a page and back, by review where a rule asks for it, its versions, and old addresses that lead to it.

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

withWorker(panelSuite)('publishing in the panel', (panel) => {
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
  const make = async (title: string, markdown: string): Promise<{ id: number; slug: string }> =>
    (await api('POST', '/api/docs/', { title, markdown })).body as never
  const button = (name: string) => page.getByRole('button', { name, exact: true })

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
    const { id } = await make('Twice', 'One.')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'One.', ' Mine.')
    await saveDraft(page)
    await api('PUT', `/api/admin/docs/${id}`, { markdown: 'One. Theirs.' })
    await page.getByText('The published version has changed').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /published version has changed/ })
    await dialog.locator('del').first().waitFor()
    await assertAccessible(page, 'a draft and what was published since')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Version 3', { exact: true }).waitFor()
    assert.match(JSON.stringify((await api('GET', `/api/admin/docs/${id}`)).body.blocks), /One\. Mine\./)
  })

  test('redirects are added, filtered, show which pages still link to them, and are deleted together', async () => {
    for (const name of ['one', 'two'])
      await api('POST', '/api/redirects', { from: `/bulk/${name}`, to: '/read/search' })
    await make('Links to the old', 'See [one](/bulk/one).')
    await page.goto('/panel/settings/redirects')
    await button('New redirect').click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Old address').fill('/bulk/three')
    await form.getByLabel('Redirects to').fill('https://elsewhere.example/')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByText(/path of this site that begins/i).waitFor()
    await form.getByLabel('Redirects to').fill('/read/search?q=prices')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: '/bulk/three', exact: true }).waitFor()
    await page.getByRole('button', { name: '1 page' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Links to the old' }).waitFor()
    await page.keyboard.press('Escape')
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
    assert.equal(await page.locator('[data-part]').count(), 1)
  })

  test('versions are compared, and an older one is restored and undone by the message', async () => {
    const { id } = await make('Compared', 'The first text.')
    for (const end of ['Theirs.', 'Mine.'])
      await api('PUT', `/api/admin/docs/${id}`, { markdown: `The first text. ${end}` })
    await page.goto(`/panel/documents/${id}/revisions`)
    // What each version changed; compared with the current one; just the content. The choice is in the address.
    await page.getByRole('link', { name: /Version 3.*Ada Novak.*Current/ }).waitFor()
    await page.getByText('Version 2 compared with version 3').waitFor()
    await page.getByRole('link', { name: /Version 2/ }).click()
    await page.getByText('Version 1 compared with version 2').waitFor()
    await page.locator('ins', { hasText: 'Theirs' }).waitFor()
    await assertAccessible(page, 'revisions')
    await page.getByText('Compare with current').click()
    await page.locator('del', { hasText: 'Theirs' }).waitFor()
    await page.reload()
    await page.getByText('Version 2 compared with the current version').waitFor()
    await page.getByText('Content', { exact: true }).click()
    await page.locator('ins').first().waitFor({ state: 'detached' })
    assert.match(page.url(), /\?revision=\d+&view=content$/)

    await button('Restore and publish').click()
    await page.getByText('It is published at once.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored and published.').waitFor()
    const words = async () => JSON.stringify((await api('GET', '/api/docs/compared')).body.blocks)
    assert.match(await words(), /Theirs/)
    await button('Undo').click()
    await page.getByText('Undone. The page says what it said before.').waitFor()
    assert.match(await words(), /Mine/)
    assert.deepEqual(page.faults, [])
  })
})
