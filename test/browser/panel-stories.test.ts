// Whole stories: a page is written, published, found again and reviewed, with the keyboard alone, and on a phone.

import assert from 'node:assert/strict'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'

panelSuite('a page from the first word to the site', (panel) => {
  let page: PanelPage
  before(() => {
    ;({ page } = panel())
  })

  /** tabTo presses Tab until something of that name has the focus. */
  const tabTo = async (name: RegExp, key = 'Tab') => {
    for (let pressed = 0; pressed < 60; pressed++) {
      const focused = await page.evaluate<string>(
        "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
      )
      if (name.test(focused.trim())) return
      await page.keyboard.press(key)
    }
    assert.fail(`no Tab leads to ${name}`)
  }

  test('with the keyboard alone: written with blocks, saved and published', async () => {
    await page.goto('/panel/')
    await page.getByRole('link', { name: 'Documents' }).waitFor()
    await page.keyboard.press('Control+k')
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first()
      .waitFor()
    await page.keyboard.type('New doc')
    await page.getByRole('option', { name: 'New document' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New document' }).getByLabel('Title').waitFor()
    await page.keyboard.type('Keyboard story')
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor:focus').waitFor()
    await page.keyboard.type('First words. ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/callout')
    await page.getByRole('option', { name: /Callout/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Mind')
    await page.keyboard.press('Enter')
    await page.keyboard.type('the gap.')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await tabTo(/^Publish/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Version 1', { exact: true }).waitFor()
    const visitor = await panel().open()
    await visitor.goto('/read/keyboard-story')
    await visitor.getByText('the gap.').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('with the keyboard alone: found again and changed', async () => {
    await page.goto('/panel/')
    await page.getByRole('link', { name: 'Documents' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Keyboard st')
    await page.getByRole('option', { name: /^Keyboard story/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor').waitFor()
    await tabTo(/^Document content$/)
    await page.keyboard.press('Control+h')
    await page.getByRole('textbox', { name: 'Find' }).waitFor()
    await page.keyboard.type('First')
    await page.getByText('1 of 1 match').waitFor()
    await tabTo(/^Replace with$/)
    await page.keyboard.type('Better')
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor').getByText('Better words.').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(page.faults, [])
  })

  test('on a phone: written, published, found', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).click()
    const dialog = page.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Title').fill('Phone story')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor').click()
    await page.keyboard.type('Typed with thumbs.')
    await page.getByRole('button', { name: 'Outline' }).click()
    await assertAccessible(page, 'the editor on a phone')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    await page.getByText('v1', { exact: true }).waitFor()
    await page.goto('/panel/documents')
    await page.getByRole('textbox', { name: 'Search documents' }).fill('thumbs')
    await page.getByRole('link', { name: 'Phone story' }).click()
    await page.locator('.bn-editor').getByText('Typed with thumbs.').waitFor()
    assert.deepEqual(page.faults, [])
  })

  /** propose makes a page under review and a change of it that waits. */
  const propose = async (title: string): Promise<string> => {
    const { api } = panel()
    const { body: document } = await api('POST', '/api/docs/', { title, markdown: 'As it was.', visibility: 'public' })
    await api('PUT', `/api/docs/${document.id}/publishing`, { publishing: 'review', by_others: false })
    await api('POST', '/api/admin/proposals', { document_id: document.id, change: { markdown: 'As it is now.' } })
    return `/read/${document.slug}`
  }
  const assertPublished = async (path: string) => {
    const visitor = await panel().open()
    await visitor.goto(path)
    await visitor.getByText('As it is now.').waitFor()
    await visitor.context().close()
    assert.deepEqual(page.faults, [])
  }

  test('with the keyboard alone: reviewed', async () => {
    await page.setViewportSize({ width: 1280, height: 860 })
    const path = await propose('Keyboard review')
    await page.goto('/panel/proposals')
    await page.getByRole('link', { name: 'Keyboard review' }).first().waitFor()
    await tabTo(/^Keyboard review/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve all' }).waitFor()
    await page.keyboard.press('n')
    await page.locator('[data-part]:focus').waitFor()
    await page.keyboard.press('a')
    await page.locator('[data-part][data-state=applied]').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
    await tabTo(/^Publish$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Published', { exact: true }).first().waitFor()
    await assertPublished(path)
  })

  test('on a phone: reviewed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const path = await propose('Phone review')
    await page.goto('/panel/proposals')
    await page.getByRole('link', { name: 'Phone review' }).first().click()
    await page.getByRole('button', { name: 'Approve all' }).click()
    await assertAccessible(page, 'a proposal on a phone')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).first().waitFor()
    await assertPublished(path)
  })
})
