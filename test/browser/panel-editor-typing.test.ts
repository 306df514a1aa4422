// What typing does in the block editor: what is text stays text, and what is a command is carried out.

import assert from 'node:assert/strict'
import { before, beginDocument, type PanelPage, panelSuite, type SavedBlock, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

panelSuite('typing in the editor', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
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

  test('the field for an address finds documents by title, for a new link and for one that is there', async () => {
    for (const title of ['Zebra crossings', 'Zebra stripes']) await api('POST', '/api/admin/docs/', { title })
    const save = await begin('Field')
    await page.keyboard.type('A word')
    for (let count = 0; count < 4; count++) await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('button', { name: 'Create link' }).click()
    await linkField().pressSequentially('zebra')
    // Before the response has come Enter makes no address of half a title.
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Zebra stripes' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.bn-editor a[href^="/read/zebra-"]').click()
    await page.getByRole('button', { name: 'Edit link' }).click()
    await linkField().fill('crossi')
    await page.getByRole('option', { name: 'Zebra crossings' }).click()
    await page.locator('.bn-editor a[href="/read/zebra-crossings"]').waitFor()
    const [line] = await save()
    assert.deepEqual(line?.content[1], {
      type: 'link',
      href: '/read/zebra-crossings',
      content: [{ type: 'text', text: 'word', styles: {} }],
    })
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

  test('chosen words can be marked as code', async () => {
    const save = await begin('Code mark')
    await page.keyboard.type('npm start')
    await page.keyboard.press('Shift+Home')
    await page.getByRole('button', { name: 'Code', exact: true }).click()
    const [line] = await save()
    assert.match(JSON.stringify(line?.content), /"text":"npm start","styles":\{"code":true\}/)
  })
})
