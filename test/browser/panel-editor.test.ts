// The block editor by keyboard only, where nobody is trapped in a table, nor in the editor; and on a phone.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, saveDraft, test, writeAfter } from './browser.ts'
import type { ApiCall } from './sample.ts'

const TABLE = '| Phase | Time |\n|---|---|\n| drain | last cell |'

panelSuite('the editor by keyboard and on a phone', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const open = async (title: string, markdown: string) => {
    const { body } = await api('POST', '/api/admin/docs/', { title, markdown })
    await page.goto(`/panel/documents/${body.id}`)
    await page.locator('.bn-editor').waitFor()
    return async () => {
      await saveDraft(page)
      const { body: stored } = await api('GET', `/api/docs/${body.id}/working-copy`)
      return stored.blocks as { type: string; content: { rows: unknown[] } }[]
    }
  }
  const intoLastCell = async () => {
    await page.locator('.bn-editor').getByText('last cell').click()
    await page.keyboard.press('End')
    await until('the caret is in the cell', () =>
      page.evaluate<boolean>('getSelection().anchorNode?.textContent === "last cell"'),
    )
  }

  test('Tab in the last cell of a table adds a row and goes there', async () => {
    const save = await open('A row more', `${TABLE}\n\nAfter it.`)
    await intoLastCell()
    await page.keyboard.press('Tab')
    await page.keyboard.type('start')
    await page.keyboard.press('Tab')
    await page.keyboard.type('60 s')
    const [table] = await save()
    assert.equal(table?.content.rows.length, 3)
    assert.match(JSON.stringify(table?.content.rows[2]), /start.*60 s/)
    assert.deepEqual(page.faults, [])
  })

  test('ArrowDown in the last row of a table that ends the text goes below it; so does Ctrl-Enter in any', async () => {
    const save = await open('Below', TABLE)
    await intoLastCell()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Below the table.')
    await page.locator('.bn-editor').getByText('drain').click()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('Right below.')
    const blocks = await save()
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['table', 'paragraph', 'paragraph'],
    )
    assert.match(JSON.stringify(blocks), /Right below\..*Below the table\./)
    assert.deepEqual(page.faults, [])
  })

  test('ArrowDown at the end of code that ends the text goes below it; so does Ctrl-Enter in any', async () => {
    const save = await open('Below code', '```bash\nfirst\nlast\n```')
    const editor = page.locator('.bn-editor')
    // The editor hears of a moved cursor a frame later; nobody types faster than that.
    const frame = () => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await editor.getByText('last').click()
    await frame()
    await page.keyboard.press('Control+End')
    await frame()
    await page.keyboard.press('ArrowDown')
    await frame()
    await page.keyboard.type('Below the code.')
    await editor.getByText('first').click()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('Right below.')
    const blocks = await save()
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['codeBlock', 'paragraph', 'paragraph'],
    )
    assert.match(JSON.stringify(blocks), /first\\nlast".*Right below\..*Below the code\./)
    assert.deepEqual(page.faults, [])
  })

  test('Delete at the end of a line takes nothing of a table or code below it, but goes there', async () => {
    const save = await open('Kept', `Alpha.\n\n${TABLE}\n\nBeta.\n\n\`\`\`js\nconst x = 1\n\`\`\`\n\nOmega.`)
    for (const [line, typed] of [
      ['Alpha.', 'In a cell '],
      ['Beta.', 'In code '],
    ] as const) {
      await writeAfter(page, line, '')
      await page.keyboard.press('Delete')
      await page.keyboard.type(typed)
    }
    const blocks = await save()
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'table', 'paragraph', 'codeBlock', 'paragraph'],
    )
    assert.match(JSON.stringify(blocks), /In a cell Phase.*In code const x = 1/)
    assert.deepEqual(page.faults, [])
  })

  test('Delete at the end of a line joins it with the next, and loses no letter', async () => {
    const save = await open('Joined', '## Building\n\nYou may run `it` at once.\n\n- One\n- Two')
    for (const line of ['Building', 'One']) {
      await writeAfter(page, line, ' x')
      await page.keyboard.press('Delete')
    }
    const blocks = await save()
    assert.match(JSON.stringify(blocks).replaceAll(/"\},\{[^}]*"text":"/g, ''), /Building xYou may run .*One xTwo/)
    assert.deepEqual(page.faults, [])
  })

  test('a click into the white below the text goes on writing there', async () => {
    const save = await open('White', 'The only line.')
    const { x, y, height } = (await page.locator('.bn-editor').boundingBox())!
    const clickBelow = () => page.mouse.click(x + 200, y + height - 10)
    await clickBelow()
    await clickBelow()
    await page.keyboard.type('More.')
    const blocks = await save()
    assert.match(JSON.stringify(blocks), /The only line\..*More/)
    assert.equal(blocks.length, 2)
    assert.ok(y + height > 700, 'the white reaches down the page')
    assert.deepEqual(page.faults, [])
  })

  test('the language of code can be read and chosen without a pointer over it', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open(`Language ${colorScheme}`, '```bash\nls\n```')
      await page.mouse.move(0, 0)
      const language = page.getByRole('combobox', { name: 'Code language' })
      assert.equal(await language.inputValue(), 'bash')
      const opacity = 'getComputedStyle(document.querySelector(".bn-editor select")).opacity'
      assert.equal(await page.evaluate<string>(opacity), '1')
      await assertAccessible(page, `code, ${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: null })
  })

  test('Escape leaves the editor, and Tab goes on to what comes after it', async () => {
    await open('Out', `${TABLE}\n\n\`\`\`js\nlet x\n\`\`\``)
    await intoLastCell()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    const isOutside = await page.evaluate<boolean>(`{
      const at = document.activeElement
      const editor = document.querySelector('.bn-editor')
      at !== document.body && Boolean(editor.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) && !editor.contains(at)
    }`)
    assert.ok(isOutside)
    assert.deepEqual(page.faults, [])
  })

  test('on a phone the tools for chosen words are all on the screen, and what is not saved is said', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open('Small', 'Some words to choose from.')
    await page.getByText('v1', { exact: true }).waitFor()
    await page.locator('.bn-editor').getByText('Some words').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' More.')
    await page.getByText('Unsaved', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    const box = await page.getByRole('button', { name: 'Create link' }).boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390)
    await page.setViewportSize({ width: 1280, height: 860 })
  })
})
