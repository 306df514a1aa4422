// The panel in a real browser, as people use it: from an empty service to a published document.

import assert from 'node:assert/strict'
import {
  assertAccessible,
  before,
  browserSuite,
  type PanelPage,
  publish,
  saveDraft,
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
import { ADMIN, type ApiCall, apiOf, MATERIAL, NOTES } from './sample.ts'

withWorker(browserSuite)('the panel', (site) => {
  let page: PanelPage
  let api: ApiCall
  before(async () => {
    page = await site().open()
    api = apiOf(page)
  })

  test('the first visit makes the administrator', async () => {
    await page.goto('/panel/')
    await page.getByRole('heading', { name: 'Welcome to Galley' }).waitFor()
    await assertAccessible(page, 'set-up')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Your name').fill(ADMIN.display_name)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Create admin account' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await assertAccessible(page, 'home')
  })

  // The next six follow one document: each starts on the page where the one before ended.
  test('the first steps lead to a first category', async () => {
    await page.getByRole('link', { name: 'Create a category' }).click()
    await page.getByRole('button', { name: 'New category' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Runbooks')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('treeitem', { name: /Runbooks/ }).waitFor()
  })

  test('a new document opens in the editor', async () => {
    await page.getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('button', { name: 'New document' }).first().click()
    await page.getByLabel('Title').fill('Rotating certificates')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Runbooks' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Generate a draft' }).waitFor()
    await page.locator('.bn-editor').waitFor()
    await assertAccessible(page, 'editor')
  })

  test('a draft is watched live until it is in review', async () => {
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await page.getByLabel('Notes', { exact: true }).fill(NOTES)
    await page.getByRole('button', { name: 'Add text' }).click()
    await page.getByLabel('Title of material 1').fill(MATERIAL.title)
    await page.getByLabel('Text', { exact: true }).fill(MATERIAL.text)
    await page.getByRole('button', { name: 'Generate draft' }).click()

    // No reload from here on: what follows arrives over the event stream.
    await page.getByText('live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ timeout: 20_000 })
    await page.locator('[data-question]').first().waitFor()
    await assertAccessible(page, 'job in review')
  })

  test('a passage of the draft names where it comes from', async () => {
    await page.locator('[data-origin]').first().hover()
    await page
      .getByText(/From the notes|From a source|Written by the drafter/)
      .first()
      .waitFor()
  })

  test('a redraft uses the answer to a question', async () => {
    const question = page.locator('[data-question]').first()
    await question.getByRole('textbox').fill('The head of platform approves an emergency rotation.')
    await question.getByRole('button', { name: 'Answer' }).click()
    await question.getByRole('button', { name: 'Change' }).waitFor()

    await page.getByRole('button', { name: 'Redraft' }).click()
    await page.getByLabel('Notes', { exact: true }).fill('Say first who is responsible.')
    await page.getByRole('button', { name: 'Start redraft' }).click()
    await page.getByRole('link', { name: /Draft 2/ }).waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ timeout: 20_000 })
    await page.locator('article').getByText('The head of platform approves').first().waitFor()
  })

  test('an approved draft is on the site', async () => {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve this draft?' })
    await dialog.getByText('stays unpublished until you publish it').waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('link', { name: 'Open to publish' }).waitFor()
    const link = page.getByRole('link', { name: 'View on site' })
    await link.waitFor()
    const address = await link.getAttribute('href')
    const read = await page.request.get(address!)
    assert.equal(read.status(), 200)
    assert.match(await read.text(), /Rotating certificates/)
    assert.deepEqual(page.faults, [])
  })

  test('an approval that is refused names what stands in the way, and goes through once that is settled', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Draining', markdown: 'As it was.' })
    const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', {
      document_id: document.id,
      notes: 'Drain one instance at a time. The order of the instances is in [the runbook](/read/no-such-page).',
    })
    await page.goto(`/panel/pipeline/jobs/${job.job_id}`)
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await approve.waitFor({ timeout: 20_000 })
    await api('PUT', `/api/admin/docs/${document.id}`, { markdown: 'Changed by hand meanwhile.' })
    await approve.click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByText('1 action blocks approval').waitFor()
    await dialog.getByRole('button', { name: 'Approve and publish' }).click()
    await dialog.getByRole('alert').getByRole('listitem').first().waitFor()
    await assertAccessible(page, 'refused approval')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // The refusal itself raised a second point: the document is no longer the one that the draft began with.
    const blocking = page.locator('[data-blocking]')
    await blocking.nth(1).waitFor()
    for (let left = await blocking.count(); left > 0; left--) {
      await blocking.first().getByRole('button', { name: 'Mark as resolved' }).click()
      await blocking.nth(left - 1).waitFor({ state: 'detached' })
    }
    await approve.click()
    await dialog.getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByRole('link', { name: 'View on site' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  /** threeVersions makes a document of three versions, whose texts end in nothing, in “Theirs.” and in “Mine.”. */
  const threeVersions = async (title: string) => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title, markdown: 'The first text.' })
    for (const end of ['Theirs.', 'Mine.'])
      await api('PUT', `/api/admin/docs/${document.id}`, { markdown: `The first text. ${end}` })
    return document.id
  }

  test('saving over a newer version shows both, and the choice decides', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Conflict', markdown: 'The first text.' })
    await page.goto(`/panel/documents/${document.id}`)
    await writeAfter(page, 'The first text.', ' Mine.')
    await saveDraft(page)
    await writeAfter(page, 'The first text. Mine.', ' More.')
    const theirs = await api('PUT', `/api/admin/docs/${document.id}?publish=false`, {
      markdown: 'The first text. Theirs.',
    })
    assert.equal(theirs.status, 200)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: /Someone else changed/ })
    await dialog.locator('del').first().waitFor()
    await dialog.locator('ins').first().waitFor()
    await assertAccessible(page, 'conflict')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await publish(page, 2)
    const { body: stored } = await api('GET', `/api/admin/docs/${document.id}`)
    assert.match(JSON.stringify(stored.blocks), /The first text\. Mine\. More\./)
  })

  test('a revision is compared with the one before or with the current one', async () => {
    const id = await threeVersions('Compared')
    await page.goto(`/panel/documents/${id}/revisions`)
    // What each version changed; compared with the current one; just the content. The choice is in the address.
    await page.getByRole('link', { name: /Version 3.*Ada Novak.*Current/ }).waitFor()
    await page.getByText('Version 2 compared with version 3').waitFor()
    await page.getByRole('link', { name: /Version 2/ }).click()
    await page.getByText('Version 1 compared with version 2').waitFor()
    assert.match((await page.locator('nav [aria-current="page"]').last().textContent()) ?? '', /Version 2/)
    await page.locator('ins', { hasText: 'Theirs' }).waitFor()
    await assertAccessible(page, 'revisions')
    await page.getByText('Compare with current').click()
    await page.locator('del', { hasText: 'Theirs' }).waitFor()
    await page.reload()
    await page.getByText('Version 2 compared with the current version').waitFor()
    await page.getByText('Content', { exact: true }).click()
    await page.locator('ins').first().waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Compared' }).waitFor()
    assert.match(page.url(), /\?revision=\d+&view=content$/)
    await page.getByRole('link', { name: /Version 1/ }).click()
    await page.getByText('Changes in this version').click()
    await page.getByText('is the oldest one kept').waitFor()
  })

  test('a link that leads elsewhere and a new look are shown with what they were', async () => {
    const { body } = await api('POST', '/api/admin/docs/', {
      title: 'Leads',
      markdown: 'See [the guide](/guide) first.',
    })
    await api('PUT', `/api/admin/docs/${body.id}`, { markdown: 'See [the guide](https://else.example) **first**.' })
    await page.goto(`/panel/documents/${body.id}/revisions`)
    const link = page.getByText('Link “the guide”:')
    await link.locator('del', { hasText: '/guide' }).waitFor()
    await link.locator('ins', { hasText: 'https://else.example' }).waitFor()
    await page.getByText('Style of “first”:').locator('ins', { hasText: 'bold' }).waitFor()
  })

  test('an older version is restored as the newest', async () => {
    const id = await threeVersions('Restored')
    await page.goto(`/panel/documents/${id}/revisions`)
    await page.getByRole('link', { name: /Version 2/ }).click()
    await page.getByRole('button', { name: 'Restore and publish' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('link', { name: /Version 4.*Current/ }).waitFor()
    const { body: restored } = await api('GET', `/api/admin/docs/${id}`)
    assert.match(JSON.stringify(restored.blocks), /Theirs/)
  })

  test('pasted Markdown becomes blocks, whatever language its code is in', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', {
      title: 'Pasted',
      markdown: '```plantuml\na -> b\n```\n\nLast.',
    })
    await page.goto(`/panel/documents/${document.id}`)
    await writeAfter(page, 'Last.', '\n')
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '# Head\\n\\n- one\\n- two\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\n\`\`\`js\\nlet x = 1\\n\`\`\`')
      document.querySelector('.bn-editor').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await page.locator('.bn-editor').getByText('let x = 1').waitFor()
    await publish(page, 2)
    const { body } = await api('GET', `/api/admin/docs/${document.id}`)
    const blocks = body.blocks as { type: string; props: { language?: string } }[]
    const kinds = blocks.map(({ type, props }) => (props.language ? `${type} ${props.language}` : type))
    for (const kind of ['codeBlock plantuml', 'heading', 'bulletListItem', 'table', 'codeBlock js']) {
      assert.ok(kinds.includes(kind), `${kind} among ${kinds.join(', ')}`)
    }
    assert.deepEqual(page.faults, [])
  })

  test('what was typed survives a reload', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Kept', markdown: 'Stored.' })
    await page.goto(`/panel/documents/${document.id}`)
    await writeAfter(page, 'Stored.', ' Typed.')
    await page.reload()
    await page.locator('.bn-editor').getByText('Stored. Typed.').waitFor()
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
})
