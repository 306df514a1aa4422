// The block editor by keyboard only, where nobody is trapped in a table, nor in the editor; on a phone; and its tools.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import {
  assertAccessible,
  before,
  beginDocument,
  type PanelPage,
  panelSuite,
  type SavedBlock,
  saveDraft,
  test,
  writeAfter,
} from './browser.ts'
import type { ApiCall } from './sample.ts'

const TABLE = '| Phase | Time |\n|---|---|\n| drain | last cell |'

const LONG = [
  '## First',
  ...Array(30).fill('Some words.'),
  '### Inside',
  ...Array(30).fill('More words.'),
  '## Last',
  'End.',
]

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

  const tool = (name: string) => page.getByRole('group', { name: 'Tools' }).getByRole('button', { name })
  const bar = () => page.getByRole('search', { name: 'Find in document' })
  const textOf = (blocks: { content: { text: string }[] }[]) =>
    blocks.map(({ content }) => content.map(({ text }) => text).join(''))

  test('the slash menu begins with what is used most, and what begins like the typed letters comes first', async () => {
    await beginDocument(page, 'Menu')
    await page.keyboard.type('/')
    const options = page.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    const titles = (await options.allInnerTexts()).map((text) => text.split('\n')[0])
    assert.deepEqual(titles.slice(0, 12), [
      ...['Text', 'Heading 1', 'Heading 2', 'Heading 3', 'Bullet List', 'Numbered List', 'Check List', 'Code Block'],
      ...['Callout', 'Table', 'Image', 'Tabs'],
    ])
    assert.ok(titles.indexOf('Heading 6') > titles.indexOf('Diagram') && titles.at(-1) === 'Emoji')
    await page.keyboard.type('ta')
    await until('tables and tabs come first', async () => {
      const now = (await options.allInnerTexts()).map((text) => text.split('\n')[0])
      return now[0] === 'Table' && now[1] === 'Tabs'
    })
  })

  test('@ names documents and people; a person is their name', async () => {
    await api('PATCH', '/auth/me', { display_name: 'Ada Lovelace' })
    await api('POST', '/api/admin/docs/', { title: 'Adapters', markdown: 'Text.' })
    const save = await beginDocument(page, 'Mentions')
    await page.keyboard.type('By @ada')
    await page.getByRole('option', { name: /Ada Lovelace/ }).click()
    await page.keyboard.type(', see @adap')
    await page.getByRole('option', { name: /Adapters/ }).click()
    const [line] = await save()
    assert.equal(line!.content[0]!.text, 'By Ada Lovelace, see ')
    assert.match(String(line!.content[1]!.href), /^\/read\/adapters/)
  })

  test('Ctrl-F marks what is found, wherever it is, and leads from one to the next', async () => {
    await beginDocument(
      page,
      'Find',
      'One word.\n\n:::::tabs\n::::tab[a]\nA Word.\n::::\n\n::::tab[b]\nHidden words.\n::::\n:::::\n',
    )
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+f')
    await bar().getByRole('textbox', { name: 'Find' }).fill('word')
    await bar().getByText('1 of 3 matches').waitFor()
    await assertAccessible(page, 'finding in a document')
    await page.keyboard.press('Shift+Enter')
    await bar().getByText('3 of 3 matches').waitFor()
    await page.locator('.galley-found-now').getByText('word').waitFor()
    await bar().getByRole('button', { name: 'Whole words' }).click()
    await bar().getByText('1 of 2 matches').waitFor()
    await bar().getByRole('button', { name: 'Match case' }).click()
    await bar().getByText('1 of 1 match').waitFor()
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('getSelection().toString()'), 'word')
    assert.equal(await page.locator('.galley-found').count(), 0)
    assert.deepEqual(page.faults, [])
  })

  test('Ctrl-H replaces one, and all as one step to undo', async () => {
    const save = await beginDocument(page, 'Replace', 'a cat, a **cat** and `cat`\n\n```js\ncat()\n```\n')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+h')
    await bar().getByRole('textbox', { name: 'Find' }).fill('cat')
    await bar().getByText('1 of 4 matches').waitFor()
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('cat and dog')
    await bar().getByRole('button', { name: 'Replace', exact: true }).click()
    await bar().getByText('2 of 4 matches').waitFor()
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('dog')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    await bar().getByText('Replaced 4.').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(textOf(await save()), ['a dog and dog, a dog and dog', 'dog()'])
    await page.keyboard.press('Control+z')
    const editor = page.locator('.bn-editor')
    await editor.getByText('cat()').waitFor()
    await editor.getByText('a cat and dog, a cat and cat').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('the outline leads to headings and marks the one being read; the length is beside it', async () => {
    await beginDocument(page, 'Outline', LONG.join('\n\n'))
    await tool('Outline').click()
    const outline = page.getByRole('navigation', { name: 'Outline' })
    const current = () => outline.locator('[aria-current]').innerText()
    await until('the first is marked', async () => (await current()) === 'First')
    await page.getByText('124 words').waitFor()
    await outline.getByRole('button', { name: 'Last' }).click()
    await page.keyboard.type('The ')
    await outline.getByRole('button', { name: 'The Last' }).waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await until('another is marked', async () => (await current()) !== 'First')
    await assertAccessible(page, 'the outline')
    await page.reload()
    await outline.getByRole('button', { name: 'Inside' }).waitFor()
    await tool('Outline').click()
    await outline.waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test('the text is changed as Markdown and back, and what Markdown does not carry stays', async () => {
    const blocks = [
      { id: 'red', type: 'paragraph', props: { textColor: 'red' }, content: 'Red words.' },
      { id: 'plain', type: 'paragraph', props: {}, content: 'Plain words.' },
    ]
    const { body } = await api('POST', '/api/admin/docs/', { title: 'Both ways', blocks })
    await page.goto(`/panel/documents/${body.id}`)
    await page.locator('.bn-editor').waitFor()
    await tool('Markdown').click()
    const field = page.getByRole('textbox', { name: 'Document as Markdown' })
    assert.equal(await field.inputValue(), 'Red words.\n\nPlain words.\n')
    await assertAccessible(page, 'a document as Markdown')
    await field.fill('Red words.\n\n:::tip\nPlain *words* more.\n:::\n')
    await saveDraft(page)
    const stored = async () =>
      (await api('GET', `/api/docs/${body.id}/working-copy`)).body.blocks as (SavedBlock & { id: string })[]
    const [red, tip] = await stored()
    assert.deepEqual(
      { id: red?.id, textColor: red?.props.textColor, type: tip?.type },
      { id: 'red', textColor: 'red', type: 'callout' },
    )
    await field.press('End')
    await page.keyboard.type('At once.')
    await tool('Markdown').click()
    await page.locator('.bn-editor').getByText('At once.').waitFor()
    await page.locator('.galley-callout').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
