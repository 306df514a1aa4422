// The review of drafts: notes and statements that lead to what became of them, edits of a text that stands, answers, and decisions
// that take along what is typed and not saved yet, or do not happen; on a phone, too.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suiteCleaner } from '../cleaner.ts'
import { until } from '../until.ts'
import {
  assertAccessible,
  before,
  discard,
  type PanelPage,
  panelSuite,
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
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

const ASKING = 'Rotation is monthly. TODO: who approves an emergency rotation?'
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

type Iteration = { id: number; instructions: string; draft: { title: string; blocks: unknown } }
type ReviewedJob = { status: string; iterations: [Iteration] }

withWorker(panelSuite)('the review of a draft', (panel) => {
  const t = suiteCleaner()
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const jobOf = async (id: number) => (await api('GET', `/api/pipeline/docs/job/${id}`)).body as unknown as ReviewedJob
  const iterationOf = async (id: number) => (await jobOf(id)).iterations[0]
  const draftOf = async (title: string, order: object = { notes: 'One line.' }, markdown = '') => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title, ...(markdown && { markdown }) })
    const { body } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, ...order })
    const job = Number(body.job_id)
    await until('the draft is in review', async () => (await jobOf(job)).status === 'review')
    return { document: document.id, job }
  }
  const open = (job: number) => page.goto(`/panel/pipeline/jobs/${job}`)
  const edit = async (job: number) => {
    await open(job)
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.locator('.bn-editor').waitFor()
  }
  const title = () => page.getByRole('textbox', { name: 'Title' })
  const approve = () => page.getByRole('button', { name: 'Approve', exact: true })
  const approval = () => page.getByRole('dialog', { name: 'Publish this draft?' })
  const approveAll = async () => {
    await approve().click()
    await approval().getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByRole('link', { name: 'View on site' }).waitFor()
  }
  const markdownOf = async (id: number) => (await page.request.get(`/api/docs/${id}/markdown`)).text()
  /** atName waits until the keyboard is on what carries this name. */
  const atName = (name: RegExp) =>
    until(`the keyboard is at ${name}`, async () =>
      name.test((await page.evaluate<string | null>('document.activeElement?.getAttribute("data-at")')) ?? ''),
    )
  /** fail answers 500 at an address until it is told to go on. */
  const fail = async (address: string) => {
    let isDown = true
    await page.route(address, (route) =>
      isDown ? route.fulfill({ status: 500, json: { detail: 'Out of order' } }) : route.continue(),
    )
    return () => {
      isDown = false
    }
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
    const { iterations } = await jobOf(Number(page.url().split('/').at(-1)))
    assert.equal(
      iterations[0]?.instructions,
      'Title: Starting the pumps\nSections: Steps, Before you start\nLeave out: prices\nUse: the-pump-manual\nSound official.',
    )
    const headings = page.locator('article .content :is(h2, h3)')
    await headings.filter({ hasText: 'Alarm' }).waitFor()
    assert.deepEqual((await headings.allTextContents()).slice(0, 2), ['Steps', 'Before you start'])
    assert.deepEqual(page.faults, [])
  })

  test('each line of the notes leads to what became of it, and the draft is approved', async () => {
    const { document, job } = await draftOf('Pumps', {
      notes: `${PAGE}\n\n## Prices\n\nA pump is EUR 9.`,
      instructions: 'Leave out: Prices',
    })
    await open(job)
    await page.getByRole('tab', { name: 'Your notes' }).click()
    const notes = page.getByRole('tabpanel', { name: 'Your notes' })
    await notes.getByRole('button', { name: /Tell the shift lead/ }).click()
    await atName(/^block:/)
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /Tell the shift lead/)
    await notes.getByText('Left out: listed under “Leave out”').first().waitFor()
    await assertAccessible(page, 'notes with fates')
    await notes.getByRole('button', { name: /who fills the tank/ }).press('Enter')
    await atName(/^question:/)
    await page.locator('[data-question]').getByRole('textbox').waitFor()
    await assertAccessible(page, 'what is open')
    await approveAll()
    const text = await markdownOf(document)
    assert.match(text, /2\. Start the pump:\n\n\s+```bash\n\s+feedctl start --line 2/)
    assert.doesNotMatch(text, /EUR 9|TODO/)
    assert.deepEqual(page.faults, [])
  })

  test('a conversation is sorted by keyboard, and the next draft prints what was kept', async () => {
    const { job } = await draftOf('Sorted', { material: [{ title: 'Chat', text: CHAT }] })
    await open(job)
    await page.getByText('0 kept, 0 dropped, 4 to sort').waitFor()
    await assertAccessible(page, 'statements')
    // The keys work from there on.
    await page.getByRole('button', { name: 'Sort them' }).click()
    await atName(/^statement:material:0#1$/)
    for (const key of ['k', 'd', 'ArrowDown', 'k']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('d')
    await page.getByText('2 kept, 2 dropped, 0 to sort').waitFor()
    await page.getByLabel('Section for: the blue card').fill('Alarm')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'lunch' }).and(page.locator('[data-use=false]')).waitFor()
    await page.getByRole('button', { name: 'Draft what is kept (2)' }).click()
    await page.getByRole('link', { name: /Draft 2/ }).waitFor()
    await page.locator('article').getByText('the pump holds 6 bar').waitFor()
    await page.locator('article').getByRole('heading', { name: 'Alarm' }).waitFor()
    assert.equal(await page.locator('article').getByText('lunch').count(), 0)
    await page.getByRole('tab', { name: 'Your notes' }).click()
    await page.getByRole('button', { name: /lunch.*Left out: you dropped it/ }).click()
    await atName(/^statement:material:0#2$/)
    assert.deepEqual(page.faults, [])
  })

  test('edits of a text that stands are accepted, rejected, reworded, and the exact ones all at once', async () => {
    const { document, job } = await draftOf('Expenses', { notes: NEWS }, STANDING)
    await open(job)
    const article = page.locator('article')
    const card = (text: string) => article.locator('[data-edit]').filter({ hasText: text })
    await page.getByText('3 changes: 1 accepted, 2 to decide').waitFor()
    await article.locator('ins', { hasText: '40' }).waitFor()
    await article.locator('del', { hasText: '35' }).waitFor()
    await card('EUR 40').getByText('Same sentence, one new value').waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `edits, ${colorScheme}`)
    }

    await card('EUR 40').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('3 changes: 0 accepted, 2 to decide, 1 rejected').waitFor()
    await page.getByRole('button', { name: 'Accept all exact (1)' }).click()
    await page.getByText('3 changes: 1 accepted, 2 to decide').waitFor()

    // Decided in the list, undone in the text, by key.
    const listed = page.locator('[data-in=list]')
    await listed.filter({ hasText: 'Fax' }).getByRole('button', { name: 'Accept' }).click()
    await article.locator('[data-op=removed]', { hasText: 'Fax' }).waitFor()
    await page.getByRole('tab', { name: 'Your notes' }).click()
    await page.getByRole('button', { name: /Step 2 is no longer needed/ }).click()
    await atName(/^action:/)
    await card('Step 2').getByRole('button', { name: 'Reject' }).press('r')
    await page.getByText('3 changes: 1 accepted, 1 to decide, 1 rejected').waitFor()

    await card('Guests').getByRole('button', { name: 'Reword' }).click()
    await card('Guests').getByLabel('Text to use instead').fill('Guests need a card for the company car.')
    await card('Guests').getByRole('button', { name: 'Use this' }).click()
    await page.getByText('3 changes: 2 accepted, 0 to decide, 1 rejected').waitFor()
    await assertAccessible(page, 'decided edits')

    await page.getByRole('switch', { name: 'Show changes' }).click({ force: true })
    await article.locator('del').first().waitFor({ state: 'detached' })
    await approveAll()
    const text = await markdownOf(document)
    assert.match(text, /EUR 40\.\n\nGuests need a card for the company car\.\n\n1\. Book through the portal\.\n2\. Fax/)
    assert.deepEqual(page.faults, [])
  })

  test('a decision about an edit saves what is typed into the draft first', async () => {
    const { job } = await draftOf('Typed and decided', { notes: NEWS }, STANDING)
    await open(job)
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
    const { job } = await draftOf('On a phone', { notes: NEWS, material: [{ title: 'Chat', text: CHAT }] }, STANDING)
    await page.setViewportSize({ width: 390, height: 844 })
    await open(job)
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
    await atName(/^block:/)
    await page.getByRole('tab', { name: 'Statements' }).click()
    await page.getByRole('button', { name: 'Keep: the pump holds 6 bar' }).click()
    await page.getByText('1 kept, 0 dropped, 3 to sort').waitFor()
    await assertAccessible(page, 'statements on a phone')
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.deepEqual(page.faults, [])
  })

  test('Ctrl-S saves the draft, an approval what was typed since, and that is published', async () => {
    const { document, job } = await draftOf('Typed and approved')
    await edit(job)
    await writeAfter(page, 'One line.', ' Saved.')
    await page.keyboard.press('Control+s')
    await page.getByText('Draft saved.').waitFor()
    await page.getByRole('tab', { name: 'Edit unsaved' }).waitFor({ state: 'detached' })
    // The hands stay where they are.
    await page.keyboard.type(' Typed.')
    await page.getByRole('tab', { name: 'Edit unsaved' }).waitFor()
    await page.getByRole('tab', { name: 'Draft' }).click()
    await approve().click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByText('Your edits to the draft are saved first.').waitFor()
    await assertAccessible(page, 'an approval that saves first')
    await dialog.getByRole('button', { name: 'Save and approve' }).press('Enter')
    await page.getByRole('link', { name: 'View on site' }).waitFor()
    // The button is gone, and the keyboard focus is where the outcome is shown.
    await until(
      'the state has the keyboard',
      async () => (await page.evaluate<string>('document.activeElement.textContent')) === 'approved',
    )
    assert.match(await markdownOf(document), /One line\. Saved\. Typed\./)
    const kept = `galley.kept.1.draft:${(await iterationOf(job)).id}`
    assert.equal(await page.evaluate((key) => localStorage.getItem(key), kept), null)
    assert.deepEqual(page.faults, [])
  })

  test('a draft that cannot be saved is not approved', async () => {
    const { job } = await draftOf('Typed and refused')
    const address = `**/api/docs/iterations/${(await iterationOf(job)).id}/draft`
    const recover = await fail(address)
    await edit(job)
    await title().fill('Mine')
    await approve().click()
    await approval().getByRole('button', { name: 'Save and approve' }).click()
    await approval().getByText("Couldn't save, so nothing was approved").waitFor()
    assert.equal((await jobOf(job)).status, 'review')
    recover()
    await approval().getByRole('button', { name: 'Save and approve' }).click()
    await page.getByRole('link', { name: 'View on site' }).waitFor()
    assert.equal((await iterationOf(job)).draft.title, 'Mine')
    await page.unroute(address)
  })

  test('a redraft starts from what was typed; a cancellation says that it is not saved', async () => {
    const { job } = await draftOf('Typed and redrafted')
    await edit(job)
    await title().fill('Typed before the redraft')
    await page.getByRole('button', { name: 'Redraft' }).click()
    // The event stream may tell of the redraft, and take the dialog away, before the answer is here.
    await page.route('**/redraft', async (route) => {
      const response = await route.fetch()
      await page.getByRole('button', { name: 'Save and start redraft' }).waitFor({ state: 'detached' })
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Save and start redraft' }).click()
    await page.locator('a[aria-current=page]', { hasText: 'Draft 2' }).waitFor()
    await page.unroute('**/redraft')
    assert.equal((await iterationOf(job)).draft.title, 'Typed before the redraft')

    await approve().waitFor()
    await page.getByRole('tab', { name: 'Edit' }).click()
    await title().fill('Typed before the end')
    await page.getByRole('button', { name: 'Cancel job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
    await dialog.getByText("Your unsaved edits to the draft can't be saved").waitFor()
    await dialog.getByRole('button', { name: 'Cancel job' }).click()
    // Out of the editor, not out of reach.
    await page.getByText('Your edits to this draft were not saved').waitFor()
    await page.getByRole('button', { name: 'Show edits' }).click()
    await page.locator('ins', { hasText: 'end' }).waitFor()
    await assertAccessible(page, 'what is left of a cancelled draft')
    await discard(page, 'Discard edits')
    await page.getByText('Your edits to this draft were not saved').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Draft', exact: true }).waitFor()
    // It had a draft: nothing failed.
    const steps = page.getByRole('listitem')
    await steps.filter({ hasText: /^Draft, done/ }).waitFor()
    await steps.filter({ hasText: /^Review, cancelled/ }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a question that does not apply is put aside with one click, and can be answered after all', async () => {
    const { job } = await draftOf('Put aside', { notes: ASKING })
    await open(job)
    const question = page.locator('[data-question]').first()
    const stored = async () => JSON.stringify((await jobOf(job)).iterations)
    await question.getByRole('button', { name: 'Not needed' }).click()
    await question.getByRole('textbox').waitFor({ state: 'detached' })
    await until('the answer is stored', async () => (await stored()).includes('"answer":"Not applicable"'))
    await assertAccessible(page, 'a question put aside')
    await question.getByRole('button', { name: 'Change' }).click()
    await question.getByRole('textbox').fill('The head of platform does.')
    await question.getByRole('button', { name: 'Answer' }).click()
    await question.getByText('The head of platform does.').waitFor()
    await until('the other answer is stored', async () => !(await stored()).includes('Not applicable'))
    assert.deepEqual(page.faults, [])
  })

  test('answers that are typed and not sent go along with a redraft, or it does not happen', async () => {
    const { job } = await draftOf('Answered', { notes: ASKING })
    const addresses = `**/api/pipeline/docs/iterations/${(await iterationOf(job)).id}/questions/**`
    const recover = await fail(addresses)
    await open(job)
    await page.locator('[data-question]').first().getByRole('textbox').fill('The head of platform does.')
    await page.reload()
    await page.getByRole('button', { name: 'Redraft' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redraft' })
    await dialog.getByText('1 unsent answer is included.').waitFor()
    await dialog.getByRole('button', { name: 'Start redraft' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal((await jobOf(job)).status, 'review')
    recover()
    await dialog.getByRole('button', { name: 'Start redraft' }).click()
    await page.getByRole('link', { name: /Draft 2/ }).waitFor()
    assert.match(JSON.stringify(await iterationOf(job)), /The head of platform does\./)
    await page.unroute(addresses)
  })

  test('an approval that is refused names what stands in the way, and goes through once that is settled', async () => {
    const notes = 'Drain one instance at a time. The order of the instances is in [the runbook](/read/no-such-page).'
    const { document, job } = await draftOf('Draining', { notes }, 'As it was.')
    await api('PUT', `/api/admin/docs/${document}`, { markdown: 'Changed by hand meanwhile.' })
    await open(job)
    await approve().click()
    await approval().getByText('1 action blocks approval').waitFor()
    await approval().getByRole('button', { name: 'Approve and publish' }).click()
    await approval().getByRole('alert').getByRole('listitem').first().waitFor()
    await assertAccessible(page, 'refused approval')
    await approval().getByRole('button', { name: 'Cancel' }).click()

    // The refusal itself raised a second point: the document is no longer the one that the draft began with.
    const blocking = page.locator('[data-blocking]')
    await blocking.nth(1).waitFor()
    for (let left = await blocking.count(); left > 0; left--) {
      await blocking.first().getByRole('button', { name: 'Mark as resolved' }).click()
      await blocking.nth(left - 1).waitFor({ state: 'detached' })
    }
    await approveAll()
    assert.deepEqual(page.faults, [])
  })

  test('pictures of other sites are loaded on click only', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.setHeader('content-type', 'image/png').end(Buffer.from(DOT, 'base64'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { job } = await draftOf('Traced')
    const image = { type: 'image', props: { url: `http://${host}/who-reads.png`, caption: 'A chart' } }
    await api('PUT', `/api/docs/iterations/${(await iterationOf(job)).id}/draft`, { blocks: [image] })
    await edit(job)
    await page.getByText(`Images from ${host} aren't loaded`).waitFor()
    await assertAccessible(page, 'a draft whose pictures are held back')
    assert.deepEqual(asked, [])
    await page.getByRole('button', { name: 'Load images' }).click()
    await until('the picture was asked for', () => asked.length > 0)
    await page.getByRole('tab', { name: 'Draft' }).click()
    await page.locator('figure', { hasText: 'A chart' }).getByRole('presentation').waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Load images from ${host}` }).press('Enter')
    await page.locator('figure', { hasText: 'A chart' }).getByRole('presentation').waitFor()
    assert.deepEqual(page.faults, [])
  })
})
