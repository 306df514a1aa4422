// Typing in the editor as people do, and pasting from Word, sheets, terminals and folders: what is meant as text stays text, nothing
// is lost, and what is refused is said.

import assert from 'node:assert/strict'
import {
  assertAccessible,
  before,
  beginDocument,
  type Panel,
  type PanelPage,
  panelSuite,
  publish,
  type SavedBlock,
  test,
} from './browser.ts'
import type { ApiCall } from './sample.ts'

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

/** drawingIn is a small picture of one colour, in base 64. */
const drawingIn = (fill: string): string =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${fill}"/></svg>`,
  ).toString('base64')

panelSuite('typing and pasting in the editor', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  before(() => {
    ;({ page, api, open } = panel())
  })

  const begin = (title: string, markdown = '') => beginDocument(page, title, markdown)
  const lines = (blocks: SavedBlock[]) =>
    blocks.map(({ type, content }) => [type, content.map(({ text }) => text).join('')])
  const linkField = () => page.getByRole('textbox', { name: 'Find a document' })
  const menu = () => page.locator('.bn-suggestion-menu')

  test('a slash inside a word, an address or a path is text, and Enter after it a new line', async () => {
    const save = await begin('Slashes')
    const texts = [
      '100 km/h',
      'n/a',
      'I/O',
      'and/or',
      '24/7',
      'CI/CD',
      '/etc/hosts',
      '/api/docs/',
      '1 / 2',
      '12:30',
      'note:ok',
    ]
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    assert.deepEqual(
      lines(await save()),
      texts.map((text) => ['paragraph', text]),
    )
    assert.deepEqual(page.faults, [])
  })

  test('an address that is typed stays whole', async () => {
    const save = await begin('Address')
    await page.keyboard.type('https://example.com/t')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Next')
    const [first, second] = await save()
    assert.match(JSON.stringify(first), /https:\/\/example\.com\/t/)
    assert.deepEqual(lines([second!]), [['paragraph', 'Next']])
  })

  test('a slash at the start of a word offers blocks, until nothing matches; a name may have a space in it', async () => {
    const save = await begin('Commands')
    await page.keyboard.type('/')
    await menu().waitFor()
    await page.keyboard.type('quo')
    await page.getByRole('option', { name: 'Quote' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Said. /xyz')
    await menu().waitFor({ state: 'detached' })
    await page.keyboard.type(' / t')
    await menu().waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/code bl')
    await page.getByRole('option', { name: 'Code Block' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    assert.deepEqual(
      lines(await save()).filter(([, text]) => text !== ''),
      [
        ['quote', 'Said. /xyz / t'],
        ['codeBlock', 'x'],
      ],
    )
    assert.deepEqual(page.faults, [])
  })

  test('a new table begins with a row of headings, which can be taken away', async () => {
    const save = await begin('Table')
    await page.keyboard.type('/table')
    await page.getByRole('option', { name: 'Table' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Phase')
    assert.equal(await page.locator('.bn-editor th').count(), 3)
    const [table] = await save()
    assert.equal(table?.content.headerRows, 1)
    await page.locator('.bn-editor th').first().hover()
    await page.locator('.bn-table-handle').first().click()
    await page.getByRole('menuitem', { name: 'Header row' }).click()
    await page.locator('.bn-editor th').first().waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('"@" and "[[" link to a document by its title; an answer that has not come yet takes no Enter', async () => {
    await api('POST', '/api/admin/docs/', { title: 'Rolling deployments' })
    const save = await begin('Linked')
    for (const trigger of ['See @', ' and [[']) {
      await page.keyboard.type(trigger)
      // At once: letter by letter a slow machine shows the option for "r", and Enter comes before the one for "roll".
      await page.keyboard.insertText('roll')
      await page.getByRole('option', { name: 'Rolling deployments' }).waitFor()
      await page.keyboard.press('Enter')
      // Else the next round could take the menu that is just going for its own.
      await menu().waitFor({ state: 'detached' })
    }
    await page.keyboard.type(', or ask ada@example.com @nobody')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Next.')
    const [first, second] = await save()
    const link = { type: 'link', href: '/read/rolling-deployments' }
    assert.deepEqual(
      first?.content.map(({ type, text, href }) => (type === 'link' ? { type, href } : text)),
      ['See ', link, ' and ', link, ', or ask ada@example.com @nobody'],
    )
    assert.deepEqual(lines([second!]), [['paragraph', 'Next.']])
    assert.deepEqual(page.faults, [])
  })

  test('a link as Markdown writes it becomes one with its last parenthesis, unless no one could follow it', async () => {
    const save = await begin('Markdown link')
    await page.keyboard.type('See [the **docs**](https://example.com/a) or [here](/read/x) or [run](javascript:x) now.')
    const [line] = await save()
    assert.deepEqual(
      line?.content.map(({ text, href }) => text ?? href),
      ['See ', 'https://example.com/a', ' or ', '/read/x', ' or [run](javascript:x) now.'],
    )
    assert.deepEqual(page.faults, [])
  })

  test('Ctrl-K asks for an address where words are chosen, and goes anywhere where none are', async () => {
    const save = await begin('Keys')
    await page.keyboard.type('A word')
    for (let count = 0; count < 4; count++) await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('button', { name: 'Create link' }).waitFor()
    await page.keyboard.press('Control+k')
    await linkField().fill('/read/word')
    assert.equal(await page.getByRole('dialog', { name: 'Command palette' }).count(), 0)
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor a[href="/read/word"]').waitFor()
    const [line] = await save()
    assert.equal(line?.content[1]?.href, '/read/word')
    await page
      .locator('.bn-editor')
      .getByText('A ')
      .click({ position: { x: 2, y: 5 } })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(page.faults, [])
  })

  test('in the field for an address, an address is what it is', async () => {
    await api('POST', '/api/admin/docs/', { title: 'Example.com and other hosts' })
    const save = await begin('Address field')
    await page.keyboard.type('word')
    await page.keyboard.press('Shift+Home')
    // The bar above the selection takes the key, once it is there.
    await page.getByRole('button', { name: 'Create link' }).waitFor()
    await page.keyboard.press('Control+k')
    await linkField().fill('example.com')
    await page.getByRole('option', { name: 'Example.com and other hosts' }).waitFor()
    await page.keyboard.press('Enter')
    const [line] = await save()
    assert.equal(line?.content[0]?.href, 'https://example.com')
    assert.deepEqual(page.faults, [])
  })

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

  for (const [text, type, part] of [
    ['## Words {#anchor}', 'heading', { anchor: 'anchor' }],
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

  test('pictures and files that are pasted, dropped or chosen are kept and shown, or refused with a word', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Pictures', markdown: 'Text.' })
    const editor = page.locator('.bn-editor')
    const shown = editor.locator('img[src^="/pictures/"]')
    const give = (event: string, carrier: string, files: [bytes: string, name: string, type: string][], text = '') =>
      page.evaluate(`{
        const data = new DataTransfer()
        for (const [bytes, name, type] of ${JSON.stringify(files)})
          data.items.add(new File([Uint8Array.fromBase64(bytes)], name, { type }))
        if (${JSON.stringify(text)}) data.setData('text/plain', ${JSON.stringify(text)})
        const place = document.querySelector('.bn-editor [data-id]')
        place.dispatchEvent(
          new ${event}('${event === 'DragEvent' ? 'drop' : 'paste'}', { bubbles: true, cancelable: true, ${carrier}: data }),
        )
      }`)
    const [red, blue] = [drawingIn('#d33'), drawingIn('#33d')]
    await page.goto(`/panel/documents/${document.id}`)
    await editor.getByText('Text.').click()
    await give('ClipboardEvent', 'clipboardData', [[red, 'red.svg', 'image/svg+xml']])
    await shown.waitFor()
    await give('DragEvent', 'dataTransfer', [
      [blue, 'blue.svg', 'image/svg+xml'],
      [red, 'again.svg', 'image/svg+xml'],
    ])
    await shown.nth(2).waitFor()
    const sources = await shown.evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.map((one) => one.getAttribute('src')),
    )
    assert.equal(new Set(sources).size, 2)

    await give('DragEvent', 'dataTransfer', [['eA==', 'broken.png', 'image/png']])
    await page.getByText("Couldn't add broken.png").waitFor()
    await give('DragEvent', 'dataTransfer', [['eA==', 'notes.pdf', 'application/pdf']])
    await page.getByText('the content is not that of a .pdf file').waitFor()
    await give('DragEvent', 'dataTransfer', [['eA==', 'notes.txt', 'text/plain']])
    await editor.getByText('notes.txt').waitFor()
    await give('ClipboardEvent', 'clipboardData', [['eA==', 'x.png', 'image/png']], 'and more')
    await editor.getByText('and more').waitFor()
    assert.equal(await shown.count(), 3)

    await publish(page, 2)
    const guest = await open()
    await guest.goto(`/read/${document.slug}`)
    const first = guest.locator('article img').first()
    await first.waitFor()
    const width = await first.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
    assert.ok(width > 0, 'everyone sees it')
    const file = guest.waitForEvent('download')
    await guest.getByRole('link', { name: 'notes.txt' }).click()
    assert.equal((await file).suggestedFilename(), 'notes.txt')
    await guest.context().close()
  })
})
