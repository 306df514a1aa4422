// Two machines in one panel: processes are chosen by their node's name and logs read wherever they are, and who has a page open
// is seen across them.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ENGINES, freshPostgres } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import {
  assertAccessible,
  before,
  openBrowser,
  openPage,
  type PanelPage,
  startService,
  test,
  writeAfter,
} from './browser.ts'
import { apiOf, signUp } from './sample.ts'

if (ENGINES.includes('postgres'))
  describe('the panel over two nodes', () => {
    const t = suiteCleaner()
    let page: PanelPage
    let other: PanelPage
    before(async () => {
      const env = { DATABASE_URL: await freshPostgres(t), GALLEY_WORKERS: '1', GALLEY_LOG_LEVEL: 'info' }
      const here = await startService(t, { ...env, GALLEY_NODE: 'north' })
      const there = await startService(t, { ...env, GALLEY_NODE: 'south' })
      const browser = await openBrowser(t)
      page = await openPage(browser, here)
      other = await openPage(browser, there)
      await signUp(page)
    })

    test('processes are narrowed to a node, and the log of another machine is shown', async () => {
      await page.goto('/panel/processes')
      const rows = page.locator('[data-proc]')
      const worker = rows.filter({ hasText: 'south' }).filter({ hasText: 'worker' })
      await worker.getByText('running').waitFor()
      await rows.filter({ hasText: 'north' }).first().waitFor()
      await page.getByRole('combobox', { name: 'Node' }).selectOption('south')
      await rows.filter({ hasText: 'north' }).first().waitFor({ state: 'detached' })
      await assertAccessible(page, 'processes of a node')
      await worker.getByRole('button', { name: /^Log of/ }).click()
      await page.getByRole('dialog', { name: /^Log: worker-\d on south$/ }).waitFor()
      await page
        .getByRole('log')
        .getByText(/process is up.*node=south/)
        .waitFor()
      assert.deepEqual(page.faults, [])
    })

    test('who has a page open at one node is seen at the other, and so is what they save', async () => {
      const bob = { email: 'bob@example.com', password: 'another long password', display_name: 'Bob' }
      await other.request.post('/auth/register', { data: bob })
      const api = apiOf(page)
      const { body: people } = await api('GET', '/api/admin/people?q=bob')
      const [{ id }] = people as unknown as [{ id: number }]
      await api('PATCH', `/api/admin/users/${id}`, { role: 'editor' })
      const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Shared', markdown: 'One.' })
      await page.goto(`/panel/documents/${document.id}`)
      await page.locator('.bn-editor').waitFor()
      await other.goto(`/panel/documents/${document.id}`)
      await page.getByRole('img', { name: 'Bob has this page open' }).waitFor()
      await other.getByRole('img', { name: 'Ada Novak has this page open' }).waitFor()
      await writeAfter(other, 'One.', ' Two.')
      await other.keyboard.press('Control+s')
      await page.locator('.bn-editor').getByText('One. Two.').waitFor()
      await other.goto('/panel/')
      await page.getByRole('img', { name: 'Bob has this page open' }).waitFor({ state: 'detached' })
      assert.deepEqual({ pageFaults: page.faults, otherFaults: other.faults }, { pageFaults: [], otherFaults: [] })
    })
  })
