// What comes into the editor from elsewhere: lists of Word, cells of spreadsheets, and pictures that need words.

import assert from 'node:assert/strict'
import {
  assertAccessible,
  before,
  beginDocument,
  type PanelPage,
  panelSuite,
  type SavedBlock,
  test,
} from './browser.ts'

const line = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>Before.</p>
${line(1, '·', 'One')}${line(2, 'o', 'Inside <b>one</b>')}${line(1, '·', 'Two')}<p class=MsoNormal>Between.</p>
${line(1, '3.', 'Third')}${line(1, '4.', 'Fourth')}</body></html>`

const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style>td {border: 1px solid #ccc}</style><table dir="ltr">
<colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr><td style="font-weight:bold;background:#f00">Name</td><td>Size</td></tr>
<tr><td><a href="https://example.com/a">alpha</a></td><td style="text-align:right">12</td></tr></tbody></table></google-sheets-html-origin>`

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

panelSuite('pasting into the editor', (panel) => {
  let page: PanelPage
  before(() => {
    ;({ page } = panel())
  })

  const begin = (title: string) => beginDocument(page, title)
  /** paste gives HTML, or else a picture of that name. */
  const paste = (what: { html: string } | { text: string } | { picture: string }) =>
    page.evaluate<void>(`{
      const { html, text, picture } = ${JSON.stringify(what)}
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (text) clipboardData.setData('text/plain', text)
      const bytes = Uint8Array.from(atob('${DOT}'), (character) => character.charCodeAt(0))
      if (picture) clipboardData.items.add(new File([bytes], picture, { type: 'image/png' }))
      document.querySelector('.bn-editor').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)

  const words = ({ content }: SavedBlock) => content.map(({ text }) => text).join('')

  test('lists of Word are lists, one inside the other, without their bullets as text', async () => {
    const save = await begin('Word')
    await paste({ html: WORD })
    const outline = (blocks: SavedBlock[]): unknown[] =>
      blocks.map((block) => [block.type, words(block), ...outline(block.children)])
    const blocks = await save()
    assert.deepEqual(outline(blocks), [
      ['paragraph', 'Before.'],
      ['bulletListItem', 'One', ['bulletListItem', 'Inside one']],
      ['bulletListItem', 'Two'],
      ['paragraph', 'Between.'],
      ['numberedListItem', 'Third'],
      ['numberedListItem', 'Fourth'],
    ])
    assert.equal(blocks[4]?.props.start, 3)
    assert.deepEqual(page.faults, [])
  })

  test('code that is pasted over two lines takes their place', async () => {
    const save = await begin('Over two lines')
    await page.keyboard.type('First line.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second line.')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+Home')
    await paste({ text: '```js title="a.js"\nconst a = 1\n```\n' })
    await page.locator('.bn-editor [data-content-type=codeBlock]').waitFor()
    assert.deepEqual(
      (await save()).map(({ type }) => type).filter((type) => type !== 'paragraph'),
      ['codeBlock'],
    )
    assert.deepEqual(page.faults, [])
  })

  for (const [text, type, part] of [
    ['## Words {#anchor}', 'heading', { anchor: 'anchor' }],
    ['# Title\n\nText of *it*.', 'heading', { level: 1 }],
    ['- [x] Press <kbd>K</kbd>', 'checkListItem', { checked: true }],
  ] as const)
    test(`${JSON.stringify(text)} is read as it is in a file`, async () => {
      const save = await begin(`Read as ${type}`)
      await paste({ text })
      await page.locator(`.bn-editor [data-content-type=${type}]`).waitFor()
      const [first] = await save()
      assert.equal(first?.type, type)
      assert.deepEqual({ ...first?.props, ...part }, first?.props)
    })

  test('words with marks join the line that they are pasted into, also when someone types on', async () => {
    const save = await begin('In the line')
    await page.keyboard.type('Press ')
    await paste({ text: '<kbd>K</kbd> :tada: now' })
    await page.keyboard.type(' or ')
    await page.locator('.bn-editor').getByText('🎉').waitFor()
    await page.keyboard.type('more.')
    const [line, ...others] = await save()
    assert.equal(words(line!), 'Press K 🎉 now or more.')
    assert.deepEqual(line?.content[1], { type: 'text', text: 'K', styles: { keyboard: true } })
    assert.deepEqual(others, [])
    assert.deepEqual(page.faults, [])
  })

  test('several paragraphs part the line', async () => {
    const save = await begin('Parted')
    await page.keyboard.type('Begin')
    await paste({ text: ': *a*\n\nand b' })
    await page.keyboard.type(' end.')
    await page.locator('.bn-editor em').waitFor()
    assert.deepEqual((await save()).map(words), ['Begin: a', 'and b end.'])
  })

  test('prose keeps its line breaks', async () => {
    const save = await begin('Prose')
    await paste({ text: 'First, second.\nThird; fourth!' })
    assert.deepEqual((await save()).map(words), ['First, second.\nThird; fourth!'])
  })

  for (const [name, cells] of [
    ['Google Sheets', { html: SHEETS }],
    ['a terminal, with tabs', { text: 'Name\tSize\nalpha\t12\n' }],
  ] as const)
    test(`cells of ${name} are a table with headings, without colours`, async () => {
      const save = await begin(`Cells of ${name}`)
      await paste(cells)
      const [table] = await save()
      assert.deepEqual({ type: table?.type, headerRows: table?.content.headerRows }, { type: 'table', headerRows: 1 })
      const { rows } = table!.content as unknown as { rows: { cells: { content: object[]; props: object }[] }[] }
      const words = rows.map(({ cells }) =>
        cells.map(({ content }) => JSON.stringify(content).match(/"text":"(.*?)"/)?.[1]),
      )
      assert.deepEqual(words, [
        ['Name', 'Size'],
        ['alpha', '12'],
      ])
      assert.equal(/#f00|red/.test(JSON.stringify(rows)), false)
      assert.deepEqual(page.faults, [])
    })

  test('a pasted picture without a telling name asks to be described; one with such a name keeps it', async () => {
    const save = await begin('Pictures')
    await page.keyboard.type('Text.')
    await paste({ picture: 'Gateway overview.png' })
    await paste({ picture: 'image.png' })
    const pictures = page.locator('.bn-editor img')
    await pictures.nth(1).waitFor()
    const missing = page.getByPlaceholder('Alt text missing')
    await missing.filter({ visible: true }).click()
    await page.keyboard.type('A dot')
    const namesIn = (blocks: SavedBlock[]) =>
      blocks.flatMap(({ type, props }) => (type === 'image' ? [String(props.name)] : [])).sort()
    assert.deepEqual(namesIn(await save()), ['A dot', 'Gateway overview.png'])
    await assertAccessible(page, 'a picture that is being described')
    await page.keyboard.press('Enter')
    await missing.filter({ visible: true }).waitFor({ state: 'detached' })
    await page.getByRole('img', { name: 'A dot' }).click()
    await page.getByRole('button', { name: 'Edit alt text' }).click()
    await page.getByPlaceholder('Describe the image').fill('A dot, enlarged')
    await page.keyboard.press('Enter')
    assert.deepEqual(namesIn(await save()), ['A dot, enlarged', 'Gateway overview.png'])
    assert.deepEqual(page.faults, [])
  })
})
