// Decisions about a job take along what is typed and not saved yet, or do not happen.

import assert from 'node:assert/strict'
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

type Iteration = { id: number; draft: { title: string; blocks: { content: unknown }[] } }

withWorker(panelSuite)('decisions about a job', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const jobOf = async (id: number) => (await api('GET', `/api/pipeline/docs/job/${id}`)).body
  const iterationOf = async (id: number) => ((await jobOf(id)).iterations as Iteration[])[0]!
  const draftOf = async (title: string, notes = 'One line.') => {
    const { body: document } = await api('POST', '/api/admin/docs/', { title, markdown: 'Stored.' })
    const { body } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, notes })
    const job = Number(body.job_id)
    await until('the draft is in review', async () => (await jobOf(job)).status === 'review')
    return { document: document.id, job }
  }
  const edit = async (job: number) => {
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.locator('.bn-editor').waitFor()
  }
  const title = () => page.getByRole('textbox', { name: 'Title' })
  const approve = () => page.getByRole('button', { name: 'Approve', exact: true })
  const isKept = (iteration: number) =>
    page.evaluate((id) => localStorage.getItem(`galley.kept.1.draft:${id}`) !== null, iteration)

  test('an approval saves what was just typed into the draft, and publishes that', async () => {
    const { document, job } = await draftOf('Typed and approved')
    await edit(job)
    await writeAfter(page, 'One line.', ' Typed.')
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
    const { body } = await api('GET', `/api/admin/docs/${document}`)
    assert.match(JSON.stringify(body.blocks), /One line\. Typed\./)
    assert.equal(await isKept((await iterationOf(job)).id), false)
    assert.deepEqual(page.faults, [])
  })

  test('a draft that cannot be saved is not approved; one that another saved is compared first', async () => {
    const { job } = await draftOf('Typed and refused')
    const { id, draft } = await iterationOf(job)
    let isDown = true
    await page.route(`**/api/docs/iterations/${id}/draft`, (route) =>
      isDown ? route.fulfill({ status: 500, json: { detail: 'Out of order' } }) : route.continue(),
    )
    await edit(job)
    await title().fill('Mine')
    await approve().click()
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' })
    await dialog.getByRole('button', { name: 'Save and approve' }).click()
    await dialog.getByText("Couldn't save, so nothing was approved").waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await jobOf(job)).status, 'review')

    isDown = false
    await api('PUT', `/api/docs/iterations/${id}/draft`, { title: 'Theirs', blocks: draft.blocks })
    await page.getByRole('button', { name: 'Compare' }).waitFor()
    await approve().click()
    await dialog.getByRole('button', { name: 'Save and approve' }).click()
    const both = page.getByRole('dialog', { name: /Someone else changed/ })
    await both.locator('del', { hasText: 'Theirs' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await jobOf(job)).status, 'review')
    await both.getByRole('button', { name: 'Keep mine' }).click()
    await both.waitFor({ state: 'detached' })
    await approve().click()
    await dialog.getByRole('button', { name: 'Approve and publish' }).click()
    await page.getByRole('link', { name: 'View on site' }).waitFor()
    assert.equal((await iterationOf(job)).draft.title, 'Mine')
    await page.unroute(`**/api/docs/iterations/${id}/draft`)
    assert.deepEqual(page.faults, [])
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

  test('Ctrl-S saves the draft, and the hands stay where they are', async () => {
    const { job } = await draftOf('Typed and saved')
    await edit(job)
    await writeAfter(page, 'One line.', ' Two')
    await page.keyboard.press('Control+s')
    await page.getByText('Draft saved.').waitFor()
    await page.getByRole('tab', { name: 'Edit unsaved' }).waitFor({ state: 'detached' })
    await page.keyboard.type(' lines.')
    await page.locator('.bn-editor').getByText('One line. Two lines.').waitFor()
    await page.keyboard.press('Control+s')
    await until('both are stored', async () =>
      JSON.stringify((await iterationOf(job)).draft.blocks).includes('One line. Two lines.'),
    )
    assert.deepEqual(page.faults, [])
  })

  test('a question that does not apply is put aside with one click, and can be answered after all', async () => {
    const { job } = await draftOf('Put aside', 'Rotation is monthly. TODO: who approves an emergency rotation?')
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const question = page.locator('[data-question]').first()
    const stored = async () => JSON.stringify((await jobOf(job)).iterations)
    // What is refused was shown at once, and is taken back.
    const isAside = question.getByRole('paragraph').filter({ hasText: /^Not needed$/ })
    await page.route('**/questions/*/answer', async (route) => {
      await isAside.waitFor()
      await route.fulfill({ status: 500, json: { detail: 'Out of order' } })
    })
    await question.getByRole('button', { name: 'Not needed' }).click()
    await page.getByText("Couldn't save the answer").waitFor()
    await question.getByRole('textbox').waitFor()
    await page.unroute('**/questions/*/answer')
    await question.getByRole('button', { name: 'Not needed' }).click()
    await isAside.waitFor()
    await question.getByRole('textbox').waitFor({ state: 'detached' })
    await until('the answer is stored', async () => (await stored()).includes('"answer":"Not applicable"'))
    await assertAccessible(page, 'a question put aside')
    await question.getByRole('button', { name: 'Change' }).click()
    assert.equal(await question.getByRole('textbox').inputValue(), '')
    await question.getByRole('textbox').fill('The head of platform does.')
    await question.getByRole('button', { name: 'Answer' }).click()
    await question.getByText('The head of platform does.').waitFor()
    await until('the other answer is stored', async () => !(await stored()).includes('Not applicable'))
    assert.deepEqual(page.faults, [])
  })

  test('answers that are typed and not sent go along with a redraft and an approval', async () => {
    const { job } = await draftOf('Answered', 'Rotation is monthly. TODO: who approves an emergency rotation?')
    const { id } = await iterationOf(job)
    const addresses = `**/api/pipeline/docs/iterations/${id}/questions/**`
    let isDown = true
    await page.route(addresses, (route) =>
      isDown ? route.fulfill({ status: 500, json: { detail: 'Out of order' } }) : route.continue(),
    )
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const question = page.locator('[data-question]').first()
    await question.getByRole('textbox').fill('The head of platform does.')
    await page.getByRole('button', { name: 'Redraft' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redraft' })
    await dialog.getByText('1 unsent answer is included.').waitFor()
    await dialog.getByRole('button', { name: 'Start redraft' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal((await jobOf(job)).status, 'review')
    isDown = false
    await dialog.getByRole('button', { name: 'Start redraft' }).click()
    await page.getByRole('link', { name: /Draft 2/ }).waitFor()
    assert.match(JSON.stringify(await iterationOf(job)), /The head of platform does\./)
    await page.unroute(addresses)

    // Once the dialog sent it, the answer is shown as one that was given.
    const other = await draftOf('Answered, too', 'Rotation is monthly. TODO: who approves an emergency rotation?')
    await api('PUT', `/api/admin/docs/${other.document}`, { markdown: 'By hand, which stands in the way.' })
    await page.goto(`/panel/pipeline/jobs/${other.job}`)
    await question.getByRole('textbox').fill('Nobody does.')
    await approve().click()
    const asked = page.getByRole('dialog', { name: 'Publish this draft?' })
    await asked.getByText('1 unsent answer is included.').waitFor()
    const { open_questions } = await jobOf(other.job)
    const left = Number(open_questions) - 1
    assert.equal(
      await asked.getByText(`${left} question${left === 1 ? ' is' : 's are'} still open`).count(),
      Math.min(left, 1),
    )
    assert.equal(await asked.getByText(`${open_questions} question`).count(), 0)
    await asked.getByRole('button', { name: 'Approve and publish' }).click()
    await asked.getByText("Couldn't approve").waitFor()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Change' }).click()
    assert.equal(await question.getByRole('textbox').inputValue(), 'Nobody does.')
    await question.getByRole('textbox').fill('Somebody does.')
    await page.reload()
    assert.equal(await question.getByRole('textbox').inputValue(), 'Somebody does.')
    await api('POST', `/api/pipeline/docs/job/${other.job}/cancel`)
    await question.getByRole('textbox').waitFor({ state: 'detached' })
    await question.getByText('Nobody does.').waitFor()
    assert.deepEqual(page.faults, [])
  })
})

withWorker(panelSuite)(
  'a job whose model cannot be reached',
  (panel) => {
    test('says when it is tried again, and why', async () => {
      const { page, api } = panel()
      const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Unlucky', markdown: 'Stored.' })
      const { body } = await api('POST', '/api/pipeline/docs/enqueue', { document_id: document.id, notes: 'One line.' })
      await page.goto(`/panel/pipeline/jobs/${body.job_id}`)
      const note = page.getByRole('alert').filter({ hasText: /Retrying at \d\d:\d\d:\d\d/ })
      await note.getByText(/model/i).waitFor()
      assert.equal(await page.getByText(/position 1/i).count(), 0)
      await assertAccessible(page, 'a job that is tried again')
      await page.goto('/panel/pipeline')
      await page.getByText('retrying soon').waitFor()
    })
  },
  {
    GALLEY_LLM_PROVIDER: 'openai-compatible',
    GALLEY_LLM_BASE_URL: 'http://127.0.0.1:9',
    GALLEY_LLM_API_KEY: 'none',
    GALLEY_LLM_MODEL: 'none',
  },
)
