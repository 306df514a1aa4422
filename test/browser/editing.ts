// A person who edits pages at random: types, formats, pastes, undoes, saves and reloads. What the editor shows has to be what is
// saved, what was not touched has to be as before, and a page that was just loaded has no unsaved changes. By a seed, so that
// what it finds can be found again.

import assert from 'node:assert/strict'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import type { PanelPage } from './browser.ts'
import { type ApiCall, apiOf } from './sample.ts'

type EditStep = (editor: RandomEditor) => Promise<void>

/** SHOWN is the text of the editor, as a saved document has it: with the titles of code, without other controls, points and spaces. */
const SHOWN = `[...document.querySelectorAll('.bn-editor .bn-block-content:not([data-file-block])')].map((block) => {
  const copy = block.cloneNode(true)
  for (const other of copy.querySelectorAll('[contenteditable="false"], .galley-point, button, select, style')) other.remove()
  const title = block.querySelector('.galley-field[name=title]')?.value ?? ''
  return (title + copy.textContent).replaceAll(/[\\s\\u200b\\ufeff]/g, '')
}).join('')`

/**
 * TOUCHED are the blocks that the selection reaches into, those around them, from the start of a line the one above, which
 * Backspace joins with it, and from the end the one below, for Delete. The editor's own, which may not be the page's.
 */
const TOUCHED = `(() => {
  const { doc, selection } = document.querySelector('.bn-editor').editor.state
  const { $from, $to } = selection
  const ids = []
  const above = []
  const add = ({ attrs }) => attrs.id && ids.push(attrs.id)
  doc.nodesBetween(Math.max(0, selection.from - 1), Math.min(doc.content.size, $to.pos + 1), (node) => void add(node))
  if ($from.parentOffset === 0)
    doc.nodesBetween(0, $from.pos, (node, start) => void (node.attrs.id && start + node.nodeSize < $from.pos && above.push(node)))
  above.slice(-1).forEach(add)
  // A field inside a block has the keys, while the selection stays where it was.
  const field = document.activeElement?.closest('.bn-editor [data-id]')
  if (field) ids.push(field.dataset.id)
  const count = ids.length
  if ($to.parentOffset === $to.parent.content.size && $to.pos < doc.content.size)
    doc.nodesBetween($to.pos, doc.content.size, (node, start) => {
      if (start > $to.pos && ids.length === count) add(node)
      return ids.length === count
    })
  return ids
})()`

const ALL = `(() => {
  const ids = []
  document.querySelector('.bn-editor').editor.state.doc.descendants(({ attrs }) => void (attrs.id && ids.push(attrs.id)))
  return ids
})()`

const PASTED = [
  'Plain words, pasted.',
  'With [`code`](/read/linked) and **bold `code`**.',
  '- one\n- two\n  - three\n\n1. first\n2. second',
  '```js title="a.js" {1}\nconst a = 1\n```\n',
  ':::tip[Pasted]\nInside a callout.\n:::\n',
  '| a | b |\n| - | - |\n| 1 | [`x`](/read/x) |\n',
  '$$\nx^2\n$$\n',
  '```mermaid\nflowchart LR\n  A-->B\n```\n',
  '::::tabs\n:::tab[npm]\nOne.\n:::\n:::tab[pnpm]\nTwo.\n:::\n::::\n',
]

class RandomEditor {
  readonly page: PanelPage
  readonly next: () => number
  private readonly api: ApiCall
  private readonly ids: number[]
  private id = 0
  private before: Block[] = []
  private loaded = new Set<string>()
  private touched = new Set<string>()
  private words = 0
  readonly done: string[] = []

  constructor(page: PanelPage, ids: number[], seed: number) {
    this.page = page
    this.api = apiOf(page)
    this.ids = ids
    this.next = random(seed)
  }

  any = <T>(of: readonly T[]): T => of[Math.floor(this.next() * of.length)]!
  word = (): string => `w${++this.words}q`

  /** open waits for the page to be settled: it must not say that anything is unsaved. */
  async open(): Promise<void> {
    this.id = this.any(this.ids)
    await this.page.goto(`/panel/documents/${this.id}`)
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.page.locator('.bn-editor').waitFor()
    this.before = await this.saved()
    await until('the page shows what is saved', async () => (await this.shown()) === textOf(this.before)).catch(
      async () => {
        const [saved, shown] = [textOf(this.before), await this.shown()]
        const from = differenceOf(saved, shown)
        assert.equal(
          shown.slice(from),
          saved.slice(from),
          `document ${this.id} as it is opened: ${await this.traces()}`,
        )
      },
    )
    assert.match(await this.state(), /^(Version|Saved)/, `document ${this.id} as it is opened`)
    this.touched = new Set()
    this.loaded = new Set(await this.page.evaluate<string[]>(ALL))
  }

  /** traces tell where a text may come from that nobody saved. */
  private async traces(): Promise<string> {
    const { body } = await this.api('GET', `/api/docs/${this.id}/autosave`)
    const keptNames = await this.page.evaluate<string>(
      "Object.keys(localStorage).filter((key) => /kept/.test(key)).join(' ')",
    )
    const isShown = textOf(body.blocks as Block[]) === (await this.shown())
    return `“${await this.state()}”, autosave ${body.revision} ${isShown ? 'is shown' : 'is not shown'}, kept: ${keptNames || 'nothing'}`
  }

  shown = (): Promise<string> => this.page.evaluate<string>(SHOWN)
  state = async (): Promise<string> =>
    (await this.page.locator('[aria-live="polite"] .mantine-visible-from-xs').first().textContent()) ?? ''

  /** isSaved: an autosave is not a save, and while one is under way the button can't be pressed either. */
  private isSaved = async (): Promise<boolean> =>
    (await this.page.getByRole('button', { name: 'Save', exact: true }).isDisabled()) &&
    (await this.state()) !== 'Saving…'

  private async saved(): Promise<Block[]> {
    const copy = await this.api('GET', `/api/docs/${this.id}/working-copy`)
    const { body } = copy.status === 200 ? copy : await this.api('GET', `/api/admin/docs/${this.id}`)
    return body.blocks as Block[]
  }

  /**
   * touching notes what a step may have changed: where the selection was before and after it. What was made since the page was
   * loaded may be gone with any undo.
   */
  async touching(step: () => Promise<void>): Promise<void> {
    // The editor hears of where a click or an arrow led only after that, and a key finds the caret there.
    const note = async () => {
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
      for (const id of await this.page.evaluate<string[]>(TOUCHED)) this.touched.add(id)
      for (const id of await this.page.evaluate<string[]>(ALL)) if (!this.loaded.has(id)) this.touched.add(id)
    }
    await note()
    await step()
    await note()
  }

  async save(): Promise<void> {
    if (!(await this.isSaved())) {
      // A list of choices that is open has all keys for itself.
      if (await this.page.evaluate<boolean>("document.activeElement?.tagName === 'SELECT'"))
        await this.page.keyboard.press('Escape')
      await this.page.keyboard.press('Control+s')
      await until('it is saved', () => this.isSaved()).catch(async () => {
        const shown = await this.page.locator('[role="alert"], [role="dialog"]').allTextContents()
        assert.fail(`document ${this.id} can't be saved: ${await this.state()} ${shown.join(' ')}`)
      })
    }
    const [saved, shown] = [await this.saved(), await this.shown()]
    const [is, from] = [textOf(saved), differenceOf(textOf(saved), shown)]
    assert.equal(is.slice(from), shown.slice(from), `what document ${this.id} shows is what is saved`)
    const now = new Map([...walkBlocks(saved)].map((block) => [block.id, block]))
    for (const { children: _, ...was } of walkBlocks(this.before)) {
      if (this.touched.has(was.id)) continue
      const { children: __, ...is } = now.get(was.id) ?? { children: [] }
      assert.deepEqual(is, was, `block ${was.id} of document ${this.id}, which nobody touched`)
    }
    this.before = saved
  }

  async reload(): Promise<void> {
    await this.save()
    await this.page.reload()
    await this.settled()
  }

  /** leave trusts the autosave: what it says is saved is there when the page is opened again. */
  async leave(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await until('it is saved by itself', async () => /^(Version|Saved)/.test(await this.state()))
    const shown = await this.shown()
    await this.page.reload()
    await this.page.locator('.bn-editor').waitFor()
    await until('what was saved by itself is there', async () => (await this.shown()) === shown)
  }

  /** undoAll takes back all that was done since the page was loaded: then nothing is unsaved. */
  async undoAll(): Promise<void> {
    await this.reload()
    for (let steps = 0; steps < 4; steps++) await this.any(TYPING)(this)
    await until('all is undone', async () => {
      await this.page.keyboard.press('Escape')
      await this.page.locator('.bn-editor').press('Control+z')
      return (await this.shown()) === textOf(this.before) && (await this.isSaved())
    })
  }

  async step(): Promise<void> {
    const [name, step] = this.any(STEPS)
    this.done.push(name)
    await step(this)
    assert.deepEqual(this.page.faults, [], 'errors of the page')
    assert.equal(await this.page.getByText("The editor can't open").count(), 0)
  }
}

const press =
  (...keys: string[]): EditStep =>
  async (editor) => {
    // After a load the keys go to the page, where Tab and Enter lead away from it.
    if (!(await editor.page.evaluate<boolean>("!!document.activeElement?.closest('.bn-editor')"))) await click(editor)
    for (const key of keys) await editor.touching(() => editor.page.keyboard.press(key))
  }

const click: EditStep = async (editor) => {
  const lines = editor.page.locator('.bn-editor .bn-inline-content:visible')
  const count = await lines.count()
  if (count === 0) return
  await lines
    .nth(Math.floor(editor.next() * count))
    .click({ timeout: 5_000 })
    .catch(() => {})
  await editor.page.keyboard.press(editor.any(['Home', 'End', 'ArrowRight', 'ArrowDown']))
}
const type: EditStep = (editor) =>
  editor.touching(() =>
    editor.page.keyboard.type(editor.any([editor.word(), ` ${editor.word()} `, `**${editor.word()}** `])),
  )
const select: EditStep = (editor) =>
  press(...Array.from({ length: 1 + Math.floor(editor.next() * 6) }, () => 'Shift+ArrowRight'))(editor)
const paste: EditStep = (editor) =>
  editor.touching(async () => {
    const text = editor.any(PASTED)
    const was = await editor.shown()
    await editor.page.evaluate<void>(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.querySelector('.bn-editor').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await until('it is pasted', async () => (await editor.shown()) !== was, 10_000).catch(() => {})
  })

/** fill uses a control of a block: the kind of a callout, the language, title and lines of code, and adds tabs. */
const fill: EditStep = async (editor) => {
  const controls = editor.page.locator('.bn-editor :is(select, .galley-field, [aria-label="Add tab"]):visible')
  const count = await controls.count()
  if (count === 0) return
  // That element, and none that takes its place in the order when its focus draws something anew.
  const control = (await controls.nth(Math.floor(editor.next() * count)).elementHandle())!
  await control.focus()
  const tag = await control.evaluate((node) => (node as unknown as { tagName: string }).tagName)
  await editor.touching(async () => {
    if (tag === 'BUTTON') await control.click()
    else if (tag === 'SELECT') {
      const options = (await control.$$('option')).length
      await control.selectOption({ index: Math.floor(editor.next() * options) })
    } else await control.fill((await control.getAttribute('name')) === 'title' ? editor.word() : '1')
  })
}

const TYPING: EditStep[] = [click, type, type, press('Enter'), press('Backspace'), select, press('Control+b'), paste]
const STEPS: [string, EditStep][] = [
  ['click', click],
  ['click', click],
  ['type', type],
  ['type', type],
  ['type', type],
  ['Enter', press('Enter')],
  ['Backspace', press('Backspace', 'Backspace')],
  ['Delete', press('Delete')],
  ['Tab', press('Tab')],
  ['Shift-Tab', press('Shift+Tab')],
  ['select', select],
  ['bold', press('Control+b')],
  ['code', press('Control+e')],
  ['paste', paste],
  ['fill', fill],
  ['undo', press('Control+z')],
  ['redo', press('Control+Shift+z')],
  ['save', (editor) => editor.save()],
  ['reload', (editor) => editor.reload()],
  ['leave', (editor) => editor.leave()],
  ['undo all', (editor) => editor.undoAll()],
  [
    'open',
    async (editor) => {
      await editor.save()
      await editor.open()
    },
  ],
]

/** textOf is the text of blocks as the editor shows it, without spaces. */
const textOf = (blocks: Block[]): string =>
  [...walkBlocks(blocks)]
    .map(({ type, props, content }) => {
      if (type in LINED) return String(props[LINED[type]!] ?? '')
      return (type === 'codeBlock' ? String(props.title ?? '') : '') + wordsIn(content)
    })
    .join('')
    .replaceAll(/[\s\u200b\ufeff]/g, '')

/** differenceOf is from where two texts are worth being shown. */
function differenceOf(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at < Math.max(one.length, other.length) ? Math.max(0, at - 80) : one.length
}

/** LINED are the blocks whose line is a prop; an unknown one shows its source in a field. */
const LINED: Record<string, string> = {
  callout: 'title',
  tab: 'label',
  details: 'summary',
  hero: 'title',
  cards: 'title',
  unknown: '',
}

function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(wordsIn).join('')
  if (typeof content !== 'object' || content === null) return ''
  const { text, content: inner, rows, cells } = content as Record<string, unknown>
  return typeof text === 'string' ? text : wordsIn(inner ?? rows ?? cells)
}

/** editAtRandom takes steps in some of the pages until `isOver`; what fails names the seed and the last steps. */
export async function editAtRandom(page: PanelPage, ids: number[], seed: number, isOver: (steps: number) => boolean) {
  const editor = new RandomEditor(page, ids, seed)
  let steps = 0
  try {
    await editor.open()
    while (!isOver(steps)) {
      await editor.step()
      steps++
    }
    await editor.reload()
  } catch (error) {
    throw new Error(`seed ${seed}, step ${steps}: ${editor.done.slice(-12).join(', ')}\n${String(error)}`, {
      cause: error,
    })
  }
  return steps
}
