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
})
