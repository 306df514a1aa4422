// Importing in the panel: a folder becomes drafts that nobody else sees, and is undone; files say what can't be kept and why.

import assert from 'node:assert/strict'
import { suiteCleaner } from '../cleaner.ts'
import { folderOf } from '../folder.ts'
import { assertAccessible, before, type Panel, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import type { ApiCall } from './sample.ts'

const FILES = {
  'handbook/start.md': '# Start here\n\nSee [the guide](guides/install.md).\n',
  'handbook/guides/install.md': '# Install it\n\nKingfisher words, and [nothing](none.md).\n',
  'handbook/guides/odd.md': '---\nvisibility: secret\n---\n\nText.\n',
}

withWorker(panelSuite)('importing', (panel: () => Panel) => {
  const t = suiteCleaner()
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })
  const statusFor = async (path: string) => (await fetch(`${panel().service.url}${path}`)).status
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })

  test('a folder becomes drafts that nobody else sees, and is undone', async () => {
    await api('POST', '/api/admin/categories/', { name: 'Manuals' })
    await page.goto('/panel/documents')
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByText('No imports yet').waitFor()
    await assertAccessible(page, 'before the first import')
    await page.getByLabel('Folder', { exact: true }).setInputFiles(`${folderOf(t, FILES)}/handbook`)
    await page.getByText('2 new pages, with 1 new category').waitFor()
    await page.getByText('visibility must be one of').waitFor()
    await assertAccessible(page, 'a preview')
    await page.getByRole('combobox', { name: 'Import into' }).fill('manu')
    await page.getByRole('option', { name: 'Manuals' }).click()
    await press('Import 2 pages')
    await page.getByText(/^Imported 2 new pages, with 1 new category/).waitFor()
    await assertAccessible(page, 'an import that is done')
    assert.equal((await api('GET', '/api/docs/manuals-start')).body.published, false)
    const read = ['/read/manuals-start', '/read/manuals-guides-install', '/api/docs/manuals-start']
    assert.deepEqual(await Promise.all(read.map(statusFor)), [404, 404, 401])
    const found = await fetch(`${panel().service.url}/read/search.json?q=kingfisher`)
    assert.deepEqual(await found.json(), [])

    await press('Undo import')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('The import was undone: 2 pages deleted.').waitFor()
    assert.equal((await api('GET', '/api/docs/manuals-start')).status, 404)
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByRole('row', { name: /handbook.*Undone/ }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('files are published if asked for, as closed as they say', async () => {
    await page.goto('/panel/documents/import')
    const markdown = '---\ntitle: Members only\nslug: closed\nvisibility: members\n---\n\nText.\n'
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles([file('closed.md', markdown), file('open.md', 'Words.\n')])
    await page.getByText('2 new pages').first().waitFor()
    await page.getByRole('radio', { name: 'Publish at once' }).check()
    await press('Import 2 pages')
    await page.getByText('Imported 2 new pages.').waitFor()
    assert.deepEqual(
      { statusForReadOpen: await statusFor('/read/open'), statusForApiDocsClosed: await statusFor('/api/docs/closed') },
      { statusForReadOpen: 200, statusForApiDocsClosed: 401 },
    )
    await page.getByRole('link', { name: 'Members only' }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
  })

  test('what is no zip file is refused in words, and leaves nothing behind', async () => {
    await page.goto('/panel/documents/import')
    await page.getByLabel('Files', { exact: true }).setInputFiles(file('site.zip', 'This is no zip file.'))
    await page.getByText('The upload is not a zip file, or only a part of one').waitFor()
    await assertAccessible(page, 'an upload that can’t be read')
  })
})
