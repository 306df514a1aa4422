// Searches without results: counted by their words, one click to write about them, and nothing counted where that is off.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, type Panel, panelSuite, test } from './browser.ts'

const MISSED = '/panel/documents/missed-searches'

/** search asks as visitors do on the site, and waits until what they missed is written. */
async function search({ page, api }: Panel, queries: string[]): Promise<void> {
  for (const q of queries) await page.request.get('/read/search.json', { params: { q } })
  const listed = async () => ((await api('GET', '/api/admin/missed-searches')).body as unknown as unknown[]).length
  await until('the searches are counted', async () => (await listed()) >= new Set(queries).size)
}

panelSuite('searches without results', (panel) => {
  test('are listed with how often, the most frequent first', async () => {
    const { page } = panel()
    await search(panel(), ['flux capacitor', 'flux capacitor', 'flux capacitor', 'warp drive'])
    await page.goto('/panel/documents')
    await page.getByRole('link', { name: 'Searches without results' }).click()
    const rows = page.getByRole('row')
    await rows.filter({ hasText: 'flux capacitor' }).waitFor()
    assert.match(await rows.nth(1).innerText(), /flux capacitor[\s\S]*\b3\b/)
    assert.match(await rows.nth(2).innerText(), /warp drive[\s\S]*\b1\b/)
    await assertAccessible(page, 'searches without results')
  })

  test('a click begins a document with the words as its title', async () => {
    const { page } = panel()
    await page.goto(MISSED)
    await page.getByRole('button', { name: 'New document: flux capacitor' }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'Flux capacitor')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/panel\/documents\/\d+/)
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Flux capacitor')
  })

  test('a click begins a draft about the words', async () => {
    const { page, api } = panel()
    await page.goto(MISSED)
    await page.getByRole('button', { name: 'Generate a draft: warp drive' }).click()
    await page.getByText('Queued “Warp drive” for drafting.').waitFor()
    await page.waitForURL(/\/panel\/documents\/\d+/)
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)![0])
    assert.equal((await api('GET', '/api/pipeline/docs/status/1')).body.document_id, id)
    assert.deepEqual(page.faults, [])
  })

  test('what is dismissed leaves the list', async () => {
    const { page } = panel()
    await page.goto(MISSED)
    await page.getByRole('button', { name: 'Dismiss: warp drive' }).click()
    await page.getByRole('row').filter({ hasText: 'warp drive' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('row').filter({ hasText: 'flux capacitor' }).count(), 1)
  })
})

panelSuite(
  'searches without results, not counted',
  (panel) => {
    test('nothing is listed, and the page names the setting', async () => {
      const { page, api } = panel()
      await page.request.get('/read/search.json', { params: { q: 'flux capacitor' } })
      await page.goto(MISSED)
      await page.getByText('GALLEY_KEEP_MISSED_SEARCHES_DAYS').waitFor()
      assert.deepEqual((await api('GET', '/api/admin/missed-searches')).body, [])
    })
  },
  { GALLEY_KEEP_MISSED_SEARCHES_DAYS: '0' },
)
