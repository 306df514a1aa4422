// What the panel says of documents, categories and jobs is so, and what it offers can be done.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openPage, type Service, skipReason, startService, suiteCleaner } from './browser.ts'
import { apiOf, signUp } from './sample.ts'

type PanelPage = Awaited<ReturnType<typeof openPage>>

describe('what the panel says', { skip: skipReason }, () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: Service
  let page: PanelPage
  let api: ReturnType<typeof apiOf>

  before(async () => {
    ;[browser, service] = await Promise.all([openBrowser(t), startService(t)])
    page = await openPage(browser, service)
    await signUp(page)
    api = apiOf(page)
  })

  test('an imported file is as closed as its front matter says, and one that cannot be read stays out', async () => {
    const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })
    const choose = page.getByLabel('Markdown files')
    await page.goto('/panel/documents')
    await choose.setInputFiles(file('odd.md', '---\nvisibility: secret\n---\n\nText.\n'))
    await page.getByText('odd.md was not imported').waitFor()
    await page.getByText(/visibility is “secret”/).waitFor()
    await choose.setInputFiles(
      file('start.md', '---\ntitle: Start page\nslug: start\nvisibility: members\n---\n\nText.\n'),
    )
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    const { body } = await api('GET', '/api/docs/start')
    assert.deepEqual([body.title, body.visibility], ['Start page', 'members'])
    assert.equal((await fetch(`${service.url}/api/docs/start`)).status, 401)
    const { body: all } = await api('GET', '/api/admin/docs/')
    assert.equal((all as unknown as unknown[]).length, 1)
  })
  test('what a category limits says so, in the list, in the tree and on the page', async () => {
    const { body: closed } = await api('POST', '/api/admin/categories/', { name: 'Internal', visibility: 'members' })
    const { body: inside } = await api('POST', '/api/admin/categories/', { name: 'Runbooks', parent_id: closed.id })
    const { body: made } = await api('POST', '/api/admin/docs/', { title: 'Failover', category_id: inside.id })
    const byCategory = 'For everyone signed in, by its category'
    await page.goto('/panel/documents')
    await page.locator(`[data-document="${made.id}"]`).getByRole('img', { name: byCategory }).waitFor()
    await page.goto('/panel/categories')
    await page.locator(`[data-category="${inside.id}"]`).getByRole('img', { name: byCategory }).waitFor()
    await page.goto(`/panel/documents/${made.id}`)
    const hint = page.getByText('Its category “Internal” limits this to members.')
    await hint.waitFor()
    await page.getByRole('combobox', { name: 'Who may read' }).selectOption('members')
    await hint.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 2').waitFor()
  })

  test('who changed a document is who changed it, not who made it', async () => {
    const bob = { email: 'bob@example.com', password: 'another long password', display_name: 'Bob' }
    const other = await openPage(browser, service)
    await other.request.post('/auth/register', { data: bob })
    const { body: people } = await api('GET', '/api/admin/people?q=bob')
    const [{ id }] = people as unknown as [{ id: number }]
    await api('PATCH', `/api/admin/users/${id}`, { role: 'editor' })
    await other.goto('/panel/')
    const { body: made } = await api('POST', '/api/admin/docs/', { title: 'Shared', markdown: 'One.' })
    await apiOf(other)('PUT', `/api/docs/${made.id}`, { markdown: 'Two.' })
    await page.goto(`/panel/documents/${made.id}`)
    const facts = page.getByRole('complementary', { name: 'About this document' })
    await facts.getByText(/^Changed just now · by Bob$/).waitFor()
    await facts.getByText(/^Created just now · by Ada Novak$/).waitFor()
    await api('PUT', `/api/docs/${made.id}`, { tags: ['moved'] })
    await page.reload()
    await facts.getByText(/^Text saved just now · by Bob$/).waitFor()
    await facts.getByText(/^Changed just now$/).waitFor()
    await other.context().close()
  })
})
