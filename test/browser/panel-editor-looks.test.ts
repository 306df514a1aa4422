// What is written looks as it will be read: footnotes with their numbers, columns that are aligned, and code in its colours.

import assert from 'node:assert/strict'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '../../src/blocks/markdown/to-markdown.ts'
import { assertAccessible, before, beginDocument, type PanelPage, panelSuite, test, writeAfter } from './browser.ts'

panelSuite('what is written looks as it will be read', (panel) => {
  let page: PanelPage
  before(() => {
    ;({ page } = panel())
  })
  const markdownOf = (blocks: unknown) => blocksToMarkdown(blocks as Block[])
  const numbers = () => page.locator('.galley-note-number')

  test('a footnote has its number in the text and before the note; the cursor finds what was typed', async () => {
    const save = await beginDocument(page, 'Notes', 'A claim.[^b] Another.[^a]\n\n[^a]: First.\n\n[^b]: Second.\n')
    await numbers().nth(3).waitFor()
    assert.deepEqual(await numbers().allTextContents(), ['1', '2', '2. ', '1. '])
    const source = page.locator('.galley-note-source', { hasText: '[^b]' })
    assert.equal(await source.first().isVisible(), false)
    await writeAfter(page, 'A claim.', '')
    assert.deepEqual(await numbers().allTextContents(), ['1', '2. ', '1. '])
    await page.keyboard.type(' So.')
    await assertAccessible(page, 'footnotes')
    assert.equal(markdownOf(await save()), 'A claim.[^b] Another.[^a] So.\n\n[^a]: First.\n\n[^b]: Second.\n')
    assert.deepEqual(page.faults, [])
  })

  test('/footnote refers to a new one, and goes on in it', async () => {
    const save = await beginDocument(page, 'New note', 'Known.[^1]\n\n[^1]: Old.\n')
    await writeAfter(page, 'Known.', '\n')
    await page.keyboard.type('A claim. /footn')
    await page.getByRole('option', { name: 'Footnote' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Its source.')
    assert.equal(markdownOf(await save()), 'Known.[^1]\n\nA claim.[^2]\n\n[^1]: Old.\n\n[^2]: Its source.\n')
    assert.deepEqual(page.faults, [])
  })

  test('a column is aligned by its handle, all of its cells, and rows that are added below', async () => {
    const save = await beginDocument(page, 'Aligned', '| Name | Price |\n| - | - |\n| Tea | 2 |\n| Jam | 10 |\n')
    await page.locator('.bn-editor td', { hasText: '10' }).hover()
    // That of the row comes first.
    await page.locator('.bn-table-handle').nth(1).click()
    await page.getByRole('menuitem', { name: 'Align right' }).click()
    const cell = page.locator('.bn-editor td', { hasText: '10' })
    const aligned = (text: string) =>
      page.evaluate<string>(`getComputedStyle([...document.querySelectorAll('.bn-editor td')]
        .find((cell) => cell.textContent === '${text}').querySelector('p') ?? document.body).textAlign`)
    assert.equal(await aligned('10'), 'right')
    await cell.click()
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Milk')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    assert.equal(await aligned('7'), 'right')
    assert.match(markdownOf(await save()), /\| -+ \| -+: \|/)
    assert.deepEqual(page.faults, [])
  })

  test('code has the colours of the site, and keeps them while it is typed', async () => {
    const save = await beginDocument(page, 'Colours', '```js\nconst a = "b"\n```\n')
    const code = page.locator('.galley-code-head + pre')
    await code.locator('.tk-keyword', { hasText: 'const' }).waitFor()
    await code.locator('.tk-string', { hasText: 'b' }).first().waitFor()
    await code.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' // note')
    await code.locator('.tk-comment', { hasText: '// note' }).waitFor()
    await assertAccessible(page, 'code in its colours')
    assert.equal(markdownOf(await save()), '```js\nconst a = "b" // note\n```\n')
    assert.deepEqual(page.faults, [])
  })

  test('the links of a hero stand side by side, and so do cards, and are typed in there', async () => {
    const hero =
      ':::hero[Lighthouse]\nIt shines.\n\n- [Start](https://example.com/)\n- [Guide](https://example.com/b)\n:::'
    const save = await beginDocument(page, 'Front', `${hero}\n\n:::cards\n- Sextant\n\n  Measures.\n- Compass\n:::\n`)
    const isBeside = async (one: string, other: string) => {
      const boxOf = async (text: string) => (await page.locator('.bn-editor').getByText(text).boundingBox())!
      const [first, second] = [await boxOf(one), await boxOf(other)]
      return first.x + first.width < second.x && Math.abs(first.y - second.y) < 3
    }
    assert.ok(await isBeside('Start', 'Guide'))
    assert.ok(await isBeside('Sextant', 'Compass'))
    await writeAfter(page, 'Compass', ' rose')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Log')
    await assertAccessible(page, 'a hero and cards')
    assert.match(markdownOf(await save()), /Sextant\n\n {2}Measures\.\n\n?- Compass rose\n\n?- Log\n/)
    assert.deepEqual(page.faults, [])
  })
})
