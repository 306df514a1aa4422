// A page goes through the editor and back: opened, discarded, followed and saved, nothing of its Markdown changes that nobody
// changed. What is in the page was each lost or fatal once.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '../../src/blocks/markdown/to-markdown.ts'
import { MINUTE } from '../../src/time.ts'
import { until } from '../until.ts'
import { before, type PanelPage, panelSuite, publish, saveDraft, test, writeAfter } from './browser.ts'
import { editAtRandom } from './editing.ts'
import type { ApiCall } from './sample.ts'

const CORPUS = join(import.meta.dirname, '../../src/blocks/corpus')
/** 40 steps, or GALLEY_TEST_MINUTES of them; what they find is found again by its seed. */
const STEPS = 40
const { GALLEY_TEST_MINUTES: minutes, GALLEY_TEST_SEED: seed = '1' } = process.env

const PAGE = `Begin with [\`defineConfig\`](/read/config), **bold \`code\`**, *~~struck \`code\`~~* and [a *slanted* link](/read/x "Its tooltip").

**required**\\
**type:** \`string\`\\
**default:** [\`none\`](/read/none)

[![A picture](/read/assets/icon.svg)](https://example.com/)

| Option | Type |
| - | - |
| [\`base\`](/read/base) | \`string\`<br>or *nothing* |

Last line.
`

panelSuite('a page in the editor', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const editor = () => page.locator('.bn-editor')
  const open = async (title: string) => {
    const { body } = await api('POST', '/api/admin/docs/', { title, markdown: PAGE })
    await page.goto(`/panel/documents/${body.id}`)
    await editor().getByText('Last line.').waitFor()
    return body
  }
  const saved = async (id: number) => {
    const { status, body } = await api('GET', `/api/docs/${id}/working-copy`)
    const stored = status === 200 ? body : (await api('GET', `/api/admin/docs/${id}`)).body
    return blocksToMarkdown(stored.blocks as Block[])
  }

  test('keeps every byte that nobody typed over', async () => {
    const { id } = await open('Untouched')
    assert.equal(await saved(id), PAGE)
    await writeAfter(page, 'Last line.', ' More.')
    await writeAfter(page, 'Begin with', ' End.')
    await saveDraft(page)
    const expected = PAGE.replace('tooltip").', 'tooltip"). End.').replace('Last line.', 'Last line. More.')
    assert.equal(await saved(id), expected)
    assert.deepEqual(page.faults, [])
  })

  test('is unchanged once everything typed is undone', async () => {
    await open('Undone')
    await writeAfter(page, 'Begin with', ' Typed.')
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.reload()
    await editor().getByText('Last line.').waitFor()
    assert.equal(await page.getByText('Unsaved changes').count(), 0)
  })

  test('can be written on after changes are discarded', async () => {
    const { id } = await open('Discarded')
    await writeAfter(page, 'Last line.', ' Dropped.')
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'More ways to publish' }).click()
    await page.getByRole('menuitem', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await until('the typed words are gone', async () => (await editor().getByText('Dropped.').count()) === 0)
    await writeAfter(page, 'Last line.', ' Kept.')
    await saveDraft(page)
    assert.equal(await saved(id), PAGE.replace('Last line.', 'Last line. Kept.'))
    await page.reload()
    await editor().getByText('Last line. Kept.').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('follows what someone else publishes, and keeps its links', async () => {
    const { id } = await open('Followed')
    await api('PUT', `/api/admin/docs/${id}`, { markdown: PAGE.replace('Last line.', 'Their line.') })
    await editor().getByText('Their line.').waitFor()
    await writeAfter(page, 'Their line.', ' Mine.')
    await publish(page, 3)
    assert.equal(await saved(id), PAGE.replace('Last line.', 'Their line. Mine.'))
    assert.deepEqual(page.faults, [])
  })

  test('edited at random, loses no text, changes nothing that nobody touched, and claims no changes that nobody made', async () => {
    const ids: number[] = []
    for (const file of readdirSync(CORPUS)) {
      const markdown = readFileSync(join(CORPUS, file), 'utf8')
      ids.push((await api('POST', '/api/admin/docs/', { title: file, markdown })).body.id)
    }
    const end = performance.now() + Number(minutes) * MINUTE
    await editAtRandom(page, ids, Number(seed), (steps) => (minutes ? performance.now() > end : steps >= STEPS))
  })
})
