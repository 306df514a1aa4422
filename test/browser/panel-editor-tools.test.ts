// What the editor offers beside typing: its menus, find and replace, the outline and the length, and the text as Markdown.

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
} from './browser.ts'
import type { ApiCall } from './sample.ts'

const LONG = [
  '## First',
  ...Array(30).fill('Some words.'),
  '### Inside',
  ...Array(30).fill('More words.'),
  '## Last',
  'End.',
]

panelSuite('the tools of the editor', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
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
