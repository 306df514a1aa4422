// A question that is assigned, mailed, answered from the mail's link by someone who is no editor, and redrafted; comments beside the
// editor, owners, and what a person does with their inbox.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test, withWorker } from './browser.ts'
import type { ApiCall } from './sample.ts'

const BEN = { email: 'ben@example.com', display_name: 'Ben Okri', role: 'reader' }

withWorker(panelSuite)('the inbox in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let ben: PanelPage
  before(async () => {
    ;({ page, api } = panel())
    ben = await panel().open({ viewport: { width: 390, height: 780 } })
    await api('POST', '/api/admin/users', BEN)
  })

  const mailsTo = (to: string): { text: string }[] =>
    readFileSync(join(panel().service.folder, 'outbox.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((mail) => mail.to === to)
  const jobOf = async (id: number) =>
    (await api('GET', `/api/pipeline/docs/job/${id}`)).body as unknown as {
      status: string
      iterations: { questions: { id: number; answer: string | null }[] }[]
    }

  test('a question is assigned, answered from the link of the mail, and redrafted', async () => {
    const { body: doc } = await api('POST', '/api/docs/', { title: 'Rotation', markdown: 'Keys are rotated.' })
    const notes = 'Rotation is monthly, see [the plan](/read/plan). TODO: who approves an emergency rotation?'
    const job = Number((await api('POST', '/api/pipeline/docs/enqueue', { document_id: doc.id, notes })).body.job_id)
    await until('the draft is in review', async () => (await jobOf(job)).status === 'review')
    await page.goto(`/panel/pipeline/jobs/${job}`)
    const question = page.locator('[data-question]').first()
    await question.getByRole('button', { name: /^Assign:/ }).click()
    await question.getByRole('combobox', { name: 'Assigned to' }).fill('Ben')
    await page.getByRole('option', { name: 'Ben Okri' }).click()
    await assertAccessible(page, 'a question being assigned')
    await until('the mail is sent', () => mailsTo(BEN.email).some(({ text }) => text.includes('A question for you')))
    const link = /https?:\/\/[^/\s]+(\/panel\/inbox\S+)/.exec(mailsTo(BEN.email).at(-1)!.text)![1]!
    await ben.goto(link)
    await ben.getByRole('heading', { name: 'Sign in with a code' }).waitFor()
    await ben.getByRole('button', { name: 'Send code' }).click()
    await ben.getByText("we've sent it a six-digit code").waitFor()
    await ben.keyboard.type(/\b\d{6}\b/.exec(mailsTo(BEN.email).at(-1)!.text)![0])
    await ben.getByRole('heading', { name: 'Inbox' }).waitFor()
    await assertAccessible(ben, 'an inbox on a phone')
    await ben.getByRole('textbox', { name: /^Answer to:/ }).fill('The head of platform does.')
    await ben.getByRole('button', { name: 'Answer', exact: true }).click()
    await ben.getByText("You're all caught up").waitFor()
    await question.getByText('The head of platform does.').waitFor()
    await page.getByRole('button', { name: 'Redraft' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start redraft' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(`/${job}`))
    await page.getByText('The head of platform does.').first().waitFor()
    assert.deepEqual({ pageFaults: page.faults, benFaults: ben.faults }, { pageFaults: [], benFaults: [] })
  })

  /** commentOn clicks again, as a person would, where the first click came before the editor took any. */
  const commentOn = async (select: () => Promise<void>) => {
    const button = page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Comment', exact: true })
    await until('there is something to comment on', async () => {
      await select()
      return button.isEnabled()
    })
    await button.click()
  }

  test('words are commented on beside the editor, answered, changed, resolved and reopened', async () => {
    const created = await api('POST', '/api/docs/', { title: 'Kiln', markdown: 'The kiln heats for forty minutes.' })
    await page.goto(`/panel/documents/${created.body.id}`)
    const card = page.getByRole('region', { name: 'Comments' })
    await commentOn(() => page.locator('.bn-editor').getByText('The kiln heats').dblclick())
    await card.getByRole('textbox', { name: 'Comment' }).fill('Is this so?')
    await card.getByRole('button', { name: 'Comment', exact: true }).last().click()
    const thread = card.getByRole('article')
    await thread.getByText('Is this so?').waitFor()
    await thread.getByRole('textbox', { name: /^Reply to/ }).fill('Measured it.')
    await thread.getByRole('button', { name: 'Reply' }).click()
    await thread.getByText('Measured it.').waitFor()
    await assertAccessible(page, 'comments beside the editor')
    await thread.getByRole('button', { name: 'Edit' }).first().click()
    await thread.getByRole('textbox', { name: 'Edit the comment' }).fill('Is this still so?')
    await thread.getByRole('button', { name: 'Save' }).click()
    await thread.getByText('Is this still so?').waitFor()
    await thread.getByRole('button', { name: 'Mark as resolved' }).click()
    await card.getByRole('button', { name: 'Show 1 resolved' }).click()
    await thread.getByRole('button', { name: 'Reopen' }).click()
    await thread.getByRole('button', { name: 'Mark as resolved' }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a comment that suggests a change is accepted in its thread', async () => {
    const created = await api('POST', '/api/docs/', { title: 'Oven', markdown: 'The oven heats for an hour.' })
    await page.goto(`/panel/documents/${created.body.id}`)
    const card = page.getByRole('region', { name: 'Comments' })
    await commentOn(() => page.locator('.bn-editor').getByText('The oven heats').click())
    await card.getByRole('checkbox', { name: 'Suggest a change' }).check()
    await card.getByRole('textbox', { name: 'Change to' }).fill('The oven heats for two hours.')
    await card.getByRole('textbox', { name: 'Comment' }).fill('It is slower.')
    await card.getByRole('button', { name: 'Suggest', exact: true }).click()
    const thread = card.getByRole('article')
    await thread.locator('ins', { hasText: 'two' }).waitFor()
    await assertAccessible(page, 'a suggestion')
    await thread.getByRole('button', { name: 'Accept' }).click()
    await card.getByRole('button', { name: 'Show 1 resolved' }).waitFor()
    const { body } = await api('GET', `/api/docs/oven`)
    assert.match(JSON.stringify(body), /two hours/)
    assert.deepEqual(page.faults, [])
  })
})
