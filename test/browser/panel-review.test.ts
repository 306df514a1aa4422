// The review of a draft: notes that look like a page, a conversation sorted by keyboard, edits of a text that stands; on a phone, too.

import assert from 'node:assert/strict'
import { docxOf } from '../docx.ts'
import { serveModel } from '../model-server.ts'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import type { ApiCall } from './sample.ts'

const PAGE = `## Before you start

Tell the shift lead.

## Steps

1. Open the valve.
2. Start the pump:

   \`\`\`bash
   feedctl start --line 2
   \`\`\`

TODO: who fills the tank?`

const CHAT = [
  '[10:01] ada: the pump holds 6 bar',
  '[10:02] bo: lunch at twelve?',
  '[10:03] ada: hall 2 is locked at night',
  '[10:05] chen: the blue card resets the alarm',
].join('\n')

const STANDING = `## Meals

The daily allowance is EUR 35.

Guests can use the company car.

1. Book through the portal.
2. Fax the confirmation to the office.`

const NEWS = `The daily allowance is EUR 40.

Guests can no longer use the company car.

Step 2 is no longer needed.`

type ReviewedJob = { status: string; iterations: { id: number; instructions: string; draft: { blocks: unknown } }[] }

const jobsOf = (api: ApiCall) => {
  const jobOf = async (id: number) => (await api('GET', `/api/pipeline/docs/job/${id}`)).body as unknown as ReviewedJob
  const draftOf = async (title: string, order: object, markdown = '') => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title, ...(markdown && { markdown }) })
    const { body } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, ...order })
    const job = Number(body.job_id)
    await until('the draft is in review', async () => (await jobOf(job)).status === 'review')
    return { document: document.id, job }
  }
  return { jobOf, draftOf }
}

/** atName waits until the keyboard is on what carries this name. */
const atName = (page: PanelPage, name: RegExp) =>
  until(`the keyboard is at ${name}`, async () =>
    name.test((await page.evaluate<string | null>('document.activeElement?.getAttribute("data-at")')) ?? ''),
  )

withWorker(panelSuite)('the review of a draft', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let jobs: ReturnType<typeof jobsOf>
  before(() => {
    ;({ page, api } = panel())
    jobs = jobsOf(api)
  })
  const markdownOf = async (id: number) => (await page.request.get(`/api/docs/${id}/markdown`)).text()
  /** accessible: in light and in dark. */
  const accessible = async (where: string) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${where}, ${colorScheme}`)
    }
  }
  const approve = async () => {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByRole('link', { name: 'View on site' }).waitFor()
  }

  test('the form says what the drafter does, takes dropped files and picked pages, and sends the fields as instructions', async () => {
    await api('POST', '/api/admin/docs/', { title: 'The pump manual', markdown: 'A pump holds 6 bar.' })
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'From the form' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The built-in drafter assembles').waitFor()
    await dialog.getByLabel('Notes', { exact: true }).fill(PAGE)
    await dialog.getByLabel('Title', { exact: true }).fill('Starting the pumps')
    await dialog.getByLabel('Sections').fill('Steps, Before you start')
    await dialog.getByLabel('Leave out').fill('prices')
    await dialog.getByLabel('Other instructions').fill('Sound official.')
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['## Alarm\\n\\nThe lamp turns red.'], 'alarm.md', { type: 'text/markdown' }))
      return data
    })()`)
    await dialog.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: dropped })
    await dialog.getByLabel('Title of material 1').waitFor()
    assert.equal(await dialog.getByLabel('Title of material 1').inputValue(), 'alarm.md')
    await dialog.getByLabel('Pages to quote').fill('pump man')
    await page.getByRole('option', { name: 'The pump manual' }).click()
    // What was asked for is chosen: nothing is left to offer.
    await page.locator('.mantine-MultiSelect-dropdown').waitFor({ state: 'hidden' })
    await assertAccessible(page, 'the form')
    await dialog.getByRole('button', { name: 'Generate draft' }).click()
    await page.waitForURL('**/pipeline/jobs/*')
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    const { iterations } = await jobs.jobOf(Number(page.url().split('/').at(-1)))
    assert.equal(
      iterations[0]?.instructions,
      'Title: Starting the pumps\nSections: Steps, Before you start\nLeave out: prices\nUse: the-pump-manual\nSound official.',
    )
    const headings = page.locator('article [data-level]')
    await headings.filter({ hasText: 'Alarm' }).waitFor()
    assert.deepEqual((await headings.allTextContents()).slice(0, 2), ['Steps', 'Before you start'])
    assert.deepEqual(page.faults, [])
  })

  test('a Word file and a saved page become material with their headings, lists and tables', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'From files' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Files as material').setInputFiles({
      name: 'plan.docx',
      mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      buffer: docxOf([['Heading1', 'Plan'], 'We go.', ['Heading2', 'When'], 'At noon.']),
    })
    await dialog.getByLabel('Title of material 1').waitFor()
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      const text = '<nav>Menu</nav><main><h1>Alarm</h1><ul><li>The <b>lamp</b> turns red.</ul></main>'
      data.items.add(new File([text], 'alarm.html', { type: 'text/html' }))
      return data
    })()`)
    await dialog.locator('[data-drop]').dispatchEvent('drop', { dataTransfer: dropped })
    await dialog.getByLabel('Title of material 2').waitFor()
    const texts = dialog.getByLabel('Text', { exact: true })
    assert.equal(await dialog.getByLabel('Title of material 1').inputValue(), 'Plan')
    assert.equal(await texts.nth(0).inputValue(), 'We go.\n\n## When\n\nAt noon.\n')
    assert.equal(await dialog.getByLabel('Title of material 2').inputValue(), 'Alarm')
    assert.equal(await texts.nth(1).inputValue(), '- The **lamp** turns red.\n')
    assert.deepEqual(page.faults, [])
  })

  test('what is copied from a page or from Word is pasted as Markdown, and anything else as it is', async () => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'From the clipboard' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    const notes = page.getByRole('dialog').getByLabel('Notes', { exact: true })
    await notes.focus()
    const paste = (html: string) =>
      page.evaluate<boolean>(`(() => {
        const data = new DataTransfer()
        data.setData('text/html', ${JSON.stringify(html)})
        data.setData('text/plain', 'plain')
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        return document.activeElement.dispatchEvent(event)
      })()`)
    assert.equal(await paste('<p>Words <b>alone</b>.</p>'), true, 'left to the browser')
    const list = "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Open the valve.</p>"
    assert.equal(await paste(`<html><head><title>x</title></head><body><h2>Start</h2>${list}</body></html>`), false)
    await until('the text is pasted', async () => (await notes.inputValue()) !== '')
    assert.equal(await notes.inputValue(), '## Start\n\n- Open the valve.\n')
    assert.deepEqual(page.faults, [])
  })

  test('each line of the notes leads to what became of it, and the draft is approved', async () => {
    const { document, job } = await jobs.draftOf('Pumps', {
      notes: `${PAGE}\n\n## Prices\n\nA pump is EUR 9.`,
      instructions: 'Leave out: Prices',
    })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Your notes' }).click()
    const notes = page.getByRole('tabpanel', { name: 'Your notes' })
    await notes.getByRole('button', { name: /Tell the shift lead/ }).click()
    await atName(page, /^block:/)
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /Tell the shift lead/)
    await notes.getByText('Left out: listed under “Leave out”').first().waitFor()
    await assertAccessible(page, 'notes with fates')
    await notes.getByRole('button', { name: /who fills the tank/ }).press('Enter')
    await atName(page, /^question:/)
    await page.locator('[data-question]').getByRole('textbox').waitFor()
    await assertAccessible(page, 'what is open')
    await approve()
    const text = await markdownOf(document)
    assert.match(text, /2\. Start the pump:\n\n\s+```bash\n\s+feedctl start --line 2/)
    assert.doesNotMatch(text, /EUR 9|TODO/)
    assert.deepEqual(page.faults, [])
  })

  test('a wide screen has notes, draft and open points beside each other', async () => {
    const { job } = await jobs.draftOf('Wide', { notes: PAGE })
    await page.setViewportSize({ width: 1600, height: 1000 })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('heading', { name: 'Your notes' }).waitFor()
    await page.getByRole('button', { name: /^TODO: who fills the tank/ }).click()
    await atName(page, /^question:/)
    await page.locator('article').getByText('Tell the shift lead.').waitFor()
    await accessible('three columns')
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.deepEqual(page.faults, [])
  })

  test('a held sentence is used with one click', async () => {
    const { job } = await jobs.draftOf('Loose', {
      notes: '- the pump holds 6 bar\n- hall 2 is locked\nkeep it friendly ok?',
    })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const held = page.locator('[data-action]').filter({ hasText: 'keep it friendly ok?' })
    await held.getByText('Held back: reads like an instruction').waitFor()
    await held.getByRole('button', { name: 'Use it' }).click()
    await held.getByText('In the next draft.').waitFor()
    await page.getByRole('tab', { name: 'Open', exact: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a conversation is sorted by keyboard, and the next draft prints what was kept', async () => {
    const { job } = await jobs.draftOf('Sorted', { material: [{ title: 'Chat', text: CHAT }] })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByText('0 kept, 0 dropped, 4 to sort').waitFor()
    await assertAccessible(page, 'statements')
    // The keys work from there on.
    await page.getByRole('button', { name: 'Sort them' }).click()
    await atName(page, /^statement:material:0#1$/)
    for (const key of ['k', 'd', 'ArrowDown', 'k']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('d')
    await page.getByText('2 kept, 2 dropped, 0 to sort').waitFor()
    await page.getByLabel('Section for: the blue card').fill('Alarm')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'lunch' }).and(page.locator('[data-use=false]')).waitFor()
    await accessible('sorted statements')
    await page.getByRole('button', { name: 'Draft what is kept (2)' }).click()
    await page.getByRole('link', { name: /Draft 2/ }).waitFor()
    await page.locator('article').getByText('the pump holds 6 bar').waitFor()
    await page.locator('article [data-level]').getByText('Alarm').waitFor()
    assert.equal(await page.locator('article').getByText('lunch').count(), 0)
    await page.getByRole('tab', { name: 'Your notes' }).click()
    await page.getByRole('button', { name: /lunch.*Left out: you dropped it/ }).click()
    await atName(page, /^statement:material:0#2$/)
    assert.deepEqual(page.faults, [])
  })

  test('edits of a text that stands are accepted, rejected, reworded, and the exact ones all at once', async () => {
    const { document, job } = await jobs.draftOf('Expenses', { notes: NEWS }, STANDING)
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const article = page.locator('article')
    const card = (text: string) => article.locator('[data-edit]').filter({ hasText: text })
    await page.getByText('3 changes: 1 accepted, 2 to decide').waitFor()
    await article.locator('ins', { hasText: '40' }).waitFor()
    await article.locator('del', { hasText: '35' }).waitFor()
    await card('EUR 40').getByText('Same sentence, one new value').waitFor()
    await accessible('edits')

    await card('EUR 40').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('3 changes: 0 accepted, 2 to decide, 1 rejected').waitFor()
    await page.getByRole('button', { name: 'Accept all exact (1)' }).click()
    await page.getByText('3 changes: 1 accepted, 2 to decide').waitFor()

    // Decided in the list, undone in the text, by key.
    const listed = page.locator('[data-in=list]')
    await listed.filter({ hasText: 'Fax' }).getByRole('button', { name: 'Accept' }).click()
    await article.locator('[data-change=removed]', { hasText: 'Fax' }).waitFor()
    await page.getByRole('tab', { name: 'Your notes' }).click()
    await page.getByRole('button', { name: /Step 2 is no longer needed/ }).click()
    await atName(page, /^action:/)
    await card('Step 2').getByRole('button', { name: 'Reject' }).press('r')
    await page.getByText('3 changes: 1 accepted, 1 to decide, 1 rejected').waitFor()

    await card('Guests').getByRole('button', { name: 'Reword' }).click()
    await card('Guests').getByLabel('Text to use instead').fill('Guests need a card for the company car.')
    await card('Guests').getByRole('button', { name: 'Use this' }).click()
    await page.getByText('3 changes: 2 accepted, 0 to decide, 1 rejected').waitFor()
    await assertAccessible(page, 'decided edits')

    await page.getByRole('switch', { name: 'Show changes' }).click({ force: true })
    await article.locator('del').first().waitFor({ state: 'detached' })
    await approve()
    const text = await markdownOf(document)
    assert.match(text, /EUR 40\.\n\nGuests need a card for the company car\.\n\n1\. Book through the portal\.\n2\. Fax/)
    assert.deepEqual(page.faults, [])
  })

  test('a decision about an edit saves what is typed into the draft first', async () => {
    const { job } = await jobs.draftOf('Typed and decided', { notes: NEWS }, STANDING)
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed first')
    await page.getByRole('tab', { name: 'Edit unsaved' }).waitFor()
    await page.locator('[data-in=list]').filter({ hasText: 'Guests' }).getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('tab', { name: 'Edit unsaved' }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Draft' }).click()
    await page.getByText('3 changes: 2 accepted, 1 to decide').waitFor()
    await page.locator('article').getByRole('heading').locator('ins', { hasText: 'first' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('on a phone the parts are tabs, a line leads from one to the other, and nothing is too wide', async () => {
    const { job } = await jobs.draftOf(
      'On a phone',
      { notes: NEWS, material: [{ title: 'Chat', text: CHAT }] },
      STANDING,
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const tooWide = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    for (const tab of ['Statements', 'Edit', 'Open', 'Your notes', 'Draft']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).locator('*').first().waitFor()
      assert.equal(await tooWide(), false, tab)
    }
    await assertAccessible(page, 'a draft on a phone')
    await page.getByRole('tab', { name: 'Your notes' }).click()
    await assertAccessible(page, 'notes on a phone')
    await page.getByRole('button', { name: /The daily allowance is EUR 40/ }).click()
    await page.getByRole('tab', { name: 'Draft', selected: true }).waitFor()
    await atName(page, /^block:/)
    await page.getByRole('tab', { name: 'Statements' }).click()
    await page.getByRole('button', { name: 'Keep: the pump holds 6 bar' }).click()
    await page.getByText('1 kept, 0 dropped, 3 to sort').waitFor()
    await assertAccessible(page, 'statements on a phone')
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.deepEqual(page.faults, [])
  })
})

const model = serveModel()

panelSuite(
  'a conversation where a model drafts',
  (panel) => {
    test('is drafted with the model again, once the model responds', async () => {
      const { page, api } = panel()
      model.reply = (_, response) => model.chat(response, 'This is no JSON.')
      const { job } = await jobsOf(api).draftOf('With a model', { material: [{ title: 'Chat', text: CHAT }] })
      await page.goto(`/panel/pipeline/jobs/${job}`)
      await page.getByText('The model drafts from all of it').waitFor()
      await page.getByRole('button', { name: 'Draft with the model' }).click()
      await page.getByRole('link', { name: /Draft 2/ }).waitFor()
      assert.deepEqual(page.faults, [])
    })
  },
  {
    GALLEY_WORKERS: '1',
    GALLEY_LLM_PROVIDER: 'openai-compatible',
    GALLEY_LLM_API_KEY: 'none',
    GALLEY_LLM_MODEL: 'm',
    // Known once the server listens; the service reads it when it starts.
    get GALLEY_LLM_BASE_URL() {
      return model.url
    },
  },
)
