// Processes of two machines in one panel: each node's are chosen by its name, and a log is read wherever it is.

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ENGINES, freshPostgres } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelPage, startService, test } from './browser.ts'
import { signUp } from './sample.ts'

if (ENGINES.includes('postgres'))
  describe('the panel over two nodes', () => {
    const t = suiteCleaner()
    let page: PanelPage
    before(async () => {
      const env = { DATABASE_URL: await freshPostgres(t), GALLEY_WORKERS: '1', GALLEY_LOG_LEVEL: 'info' }
      const here = await startService(t, { ...env, GALLEY_NODE: 'north' })
      await startService(t, { ...env, GALLEY_NODE: 'south' })
      page = await openPage(await openBrowser(t), here)
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
  })
