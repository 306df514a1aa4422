// The blocks that authors know, in the editor: opened and saved without loss, inserted by the slash menu, and pasted as Markdown.

import assert from 'node:assert/strict'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '../../src/blocks/markdown/to-markdown.ts'
import {
  assertAccessible,
  before,
  beginDocument,
  type PanelPage,
  panelSuite,
  saveDraft,
  test,
  writeAfter,
} from './browser.ts'
import type { ApiCall } from './sample.ts'

const EVERYTHING = `## Anchored {#own-name}

:::warning[Mind the gap]
Body of the callout.
:::

::::tabs
:::tab[npm]
\`\`\`bash title="Terminal" {1} showLineNumbers
npm install
\`\`\`
:::

:::tab[pnpm]
Another way.
:::
::::

:::details[More]
Folded.
:::

$$
x^2
$$

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, <mark>marked</mark>, $e^x$ and text.
`

panelSuite('blocks that authors know', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const paste = (text: string) =>
    page.evaluate<void>(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.querySelector('.bn-editor').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)

  test('are opened, changed elsewhere and saved without loss', async () => {
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Everything', markdown: EVERYTHING })
    await page.goto(`/panel/documents/${body.id}`)
    const editor = page.locator('.bn-editor')
    await page.locator('.galley-line', { hasText: 'pnpm' }).click()
    await editor.getByText('Another way.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Changed.')
    await assertAccessible(page, 'the editor with every block')
    await saveDraft(page)
    const { body: stored } = await api('GET', `/api/docs/${body.id}/working-copy`)
    assert.equal(
      blocksToMarkdown(stored.blocks as Block[]),
      EVERYTHING.replace('Another way.', 'Another way. Changed.'),
    )
    assert.deepEqual(page.faults, [])
  })

  const SLASH: [string, string, string][] = [
    ['/tabs', 'Tabs', 'tabs'],
    ['/cards', 'Cards', 'cards'],
    ['/math', 'Formula', 'math'],
    ['/file', 'File', 'file'],
  ]
  for (const [typed, name, type] of SLASH)
    test(`${typed} inserts it`, async () => {
      const save = await beginDocument(page, `Slash ${type}`)
      await page.keyboard.type(typed)
      await page
        .getByRole('option', { name: new RegExp(name) })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      if (type === 'math') await page.keyboard.type('x^2')
      if (type === 'tabs') await page.keyboard.type('In the first tab')
      const blocks = await save()
      assert.equal(blocks[0]?.type, type)
      if (type === 'tabs') assert.equal(blocks[0]?.children[0]?.children[0]?.content?.[0]?.text, 'In the first tab')
      assert.deepEqual(page.faults, [])
    })

  test('a formula is shown below its source while it is typed', async () => {
    await beginDocument(page, 'Formula', '$$\nx^2\n$$\n')
    const preview = page.locator('.galley-preview')
    await preview.locator('math msup').waitFor()
    await page.locator('.galley-code-head + pre').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' + \\frac{1')
    await preview.getByText("This formula can't be shown").waitFor()
    await page.keyboard.type('}{2}')
    await preview.locator('math mfrac').waitFor()
    await assertAccessible(page, 'a formula and its preview')
    assert.deepEqual(page.faults, [])
  })

  test('a formula within a line is drawn, shows its source to the cursor, and is kept as it was', async () => {
    const save = await beginDocument(page, 'Inline', 'So $x^2$ and $\\frac{$ here.\n\nLast line.\n')
    const drawn = page.locator('.galley-drawn-math')
    await drawn.locator('math msup').waitFor()
    assert.equal(await drawn.count(), 1, "what KaTeX can't read stays as it is written")
    assert.equal(await page.locator('.galley-math-source').isVisible(), false)
    await drawn.click()
    await page.locator('.galley-math', { hasText: 'x^2' }).waitFor()
    await page.keyboard.type('+1')
    await page.getByText('Last line.').click()
    await drawn.locator('math mo').waitFor()
    assert.match(JSON.stringify(await save()), /"text":"x\^2\+1"/)
    assert.deepEqual(page.faults, [])
  })

  test('a diagram is drawn below its source, and what is wrong with it is said', async () => {
    await beginDocument(page, 'Diagram', '```mermaid\ngraph TD\n  A-->B\n```\n')
    const preview = page.locator('.galley-preview')
    const drawing = preview.frameLocator('iframe')
    await drawing.locator('svg .node').nth(1).waitFor()
    await page.locator('.galley-code-head + pre').click()
    await page.keyboard.press('End')
    await page.keyboard.type('[[')
    await preview.getByText("This diagram can't be drawn").waitFor()
    for (let typed = 0; typed < 2; typed++) await page.keyboard.press('Backspace')
    await page.keyboard.type('-->C')
    await drawing.locator('svg .node').nth(2).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('tabs have their labels in a strip, where they are added, renamed and removed', async () => {
    const save = await beginDocument(
      page,
      'Tabs',
      '::::tabs\n:::tab[npm]\nFirst.\n:::\n\n:::tab[pnpm]\nSecond.\n:::\n::::\n',
    )
    const editor = page.locator('.bn-editor')
    const label = (name: string) => page.locator('.galley-tab').filter({ hasText: name })
    const rows = await page
      .locator('.galley-tab')
      .evaluateAll((all: { getBoundingClientRect(): { y: number } }[]) =>
        all.map((one) => one.getBoundingClientRect().y),
      )
    assert.equal(rows[0], rows[1])
    await editor.getByText('First.').waitFor()
    assert.equal(await editor.getByText('Second.').isVisible(), false)
    await label('pnpm').locator('.galley-line').click()
    await editor.getByText('Second.').waitFor()
    assert.equal(await editor.getByText('First.').isVisible(), false)

    await page.keyboard.press('End')
    await page.keyboard.type(' 9')
    await page.getByRole('button', { name: 'Add tab' }).click()
    await page.keyboard.type('yarn')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Third.')
    await assertAccessible(page, 'tabs')
    await label('npm').first().locator('.galley-line').click()
    await label('npm').first().getByRole('button', { name: 'Remove tab' }).click()
    await label('yarn').locator('.galley-line').click()
    await label('yarn').getByRole('button', { name: 'Move tab left' }).click()
    const [tabs] = await save()
    assert.deepEqual(
      tabs!.children.map(({ props, children }) => [props.label, children.map(({ content }) => content[0]?.text)]),
      [
        ['yarn', ['Third.']],
        ['pnpm 9', ['Second.']],
      ],
    )
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await label('npm').nth(1).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a tab that has come out of its tabs shows what it holds, in its place', async () => {
    const paragraph = (content: string) => ({ type: 'paragraph', content })
    const tab = (label: string, line: string) => ({ type: 'tab', props: { label }, children: [paragraph(line)] })
    const blocks = [tab('npm', 'One.'), tab('pnpm', 'Two.'), paragraph('After.')]
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Loose tabs', blocks })
    await page.goto(`/panel/documents/${body.id}`)
    const editor = page.locator('.bn-editor')
    const tops = await Promise.all(
      ['npm', 'One.', 'pnpm', 'Two.', 'After.'].map(async (text) => {
        const line = editor.getByText(text, { exact: true })
        await line.waitFor()
        return (await line.boundingBox())!.y
      }),
    )
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
    )
    await editor.getByText('pnpm').click()
    for (const key of ['Home', 'Backspace', 'Backspace', 'Delete']) {
      await page.keyboard.press(key)
      // Faster than a hand, it waits for the editor to hear where the caret is.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    }
    await editor.getByText('One.npm').waitFor()
    await editor.getByText('Two.').waitFor()
  })

  test('Tab nests no deeper than is kept', async () => {
    const item = (content: string, children: object[] = []) => ({ type: 'bulletListItem', content, children })
    let blocks = [item('Before it'), item('The end')]
    for (let level = 11; level > 0; level--) blocks = [item(`Level ${level}`, blocks)]
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Deep', blocks })
    await page.goto(`/panel/documents/${body.id}`)
    await writeAfter(page, 'The end', '.')
    await page.keyboard.press('Tab')
    await saveDraft(page)
    const { body: copy } = await api('GET', `/api/docs/${body.id}/working-copy`)
    assert.match(JSON.stringify(copy.blocks), /The end\./)
  })

  test("keys in a field of a block are the field's", async () => {
    const save = await beginDocument(page, 'Fields', '```js\ncode\n```\n\n:::steps{a}\nInside.\n:::\n')
    const title = page.getByLabel('Code title')
    await title.click()
    await page.keyboard.type('names')
    await page.keyboard.press('Backspace')
    const source = page.getByRole('textbox', { name: 'Source' })
    await source.click()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(' id')
    const [code, card] = await save()
    assert.deepEqual(
      { title: code!.props.title, text: code!.content[0]?.text, source: card!.props.source },
      { title: 'name', text: 'code', source: ':::steps{a id}' },
    )
    assert.deepEqual(page.faults, [])
  })

  test('code names its lines in fields above it', async () => {
    const save = await beginDocument(page, 'Lines')
    await paste('```js\na\nb\nc\n```\n')
    await page.locator('.galley-lines summary').click()
    for (const [label, lines] of [
      ['Highlighted', '1'],
      ['Added', '2'],
      ['Removed', '3'],
    ]) {
      const field = page.getByLabel(`${label} lines`)
      await field.fill(lines!)
      await field.press('Tab')
    }
    await page.getByLabel('Line numbers').check()
    const [code] = await save()
    const { highlight, added, removed, lineNumbers } = code!.props
    assert.deepEqual(
      { highlight, added, removed, lineNumbers },
      { highlight: '1', added: '2', removed: '3', lineNumbers: true },
    )
    await assertAccessible(page, 'the fields above code')
  })

  test('are pasted as Markdown, every kind', async () => {
    const save = await beginDocument(page, 'Paste all')
    await paste(EVERYTHING)
    await page.locator('.galley-callout').waitFor()
    assert.equal(blocksToMarkdown((await save()) as unknown as Block[]).trim(), EVERYTHING.trim())
  })

  for (const [key, place] of [
    ['Home', 'before'],
    ['End', 'after'],
  ] as const)
    test(`pasted at one end of a line stand ${place} it, and the line stays`, async () => {
      const save = await beginDocument(page, `Paste ${place}`, 'The line.')
      await writeAfter(page, 'The line.', '')
      await page.keyboard.press(key)
      // The editor hears of the caret with the next frame.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
      const pasted = '| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst x = 1\n```\n\n- one\n- two'
      await paste(pasted)
      await page.locator('.bn-editor table').waitFor()
      const expected = place === 'before' ? `${pasted}\n\nThe line.` : `The line.\n\n${pasted}`
      assert.equal(blocksToMarkdown((await save()) as unknown as Block[]).trim(), expected)
      assert.deepEqual(page.faults, [])
    })

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
    assert.equal(
      blocksToMarkdown((await save()) as unknown as Block[]),
      'A claim.[^b] Another.[^a] So.\n\n[^a]: First.\n\n[^b]: Second.\n',
    )
    assert.deepEqual(page.faults, [])
  })

  test('/footnote refers to a new one, and goes on in it', async () => {
    const save = await beginDocument(page, 'New note', 'Known.[^1]\n\n[^1]: Old.\n')
    await writeAfter(page, 'Known.', '\n')
    await page.keyboard.type('A claim. /footn')
    await page.getByRole('option', { name: 'Footnote' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Its source.')
    assert.equal(
      blocksToMarkdown((await save()) as unknown as Block[]),
      'Known.[^1]\n\nA claim.[^2]\n\n[^1]: Old.\n\n[^2]: Its source.\n',
    )
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
    assert.match(blocksToMarkdown((await save()) as unknown as Block[]), /\| -+ \| -+: \|/)
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
    assert.equal(blocksToMarkdown((await save()) as unknown as Block[]), '```js\nconst a = "b" // note\n```\n')
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
    assert.match(
      blocksToMarkdown((await save()) as unknown as Block[]),
      /Sextant\n\n {2}Measures\.\n\n?- Compass rose\n\n?- Log\n/,
    )
    assert.deepEqual(page.faults, [])
  })
})
