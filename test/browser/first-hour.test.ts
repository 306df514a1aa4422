// docs/first-hour.md, step by step as it is written. With GALLEY_TEST_PICTURES=docs/images the same run takes its pictures.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assertAccessible, before, browserSuite, type PanelPage, test, withWorker } from './browser.ts'
import { ADMIN } from './sample.ts'

const ROOT = join(import.meta.dirname, '../..')
const { GALLEY_TEST_PICTURES: pictures } = process.env
const TUTORIAL = readFileSync(join(ROOT, 'docs/first-hour.md'), 'utf8')
/** block is the text of the n-th block of code of a language in the tutorial: what people paste is what is tried. */
const block = (language: string, index = 0) =>
  [...TUTORIAL.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))][index]![1]!

withWorker(browserSuite)('the first hour', (site) => {
  let page: PanelPage
  before(async () => {
    page = await site().open({ viewport: { width: 1120, height: 840 }, reducedMotion: 'reduce' })
  })

  const take = async (name: string) => {
    if (!pictures) return
    await page.locator('[class*=Skeleton]').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(700)
    await page.screenshot({ path: resolve(ROOT, pictures, `first-hour-${name}.png`) })
  }
  const create = async (title: string) => {
    await page.goto('/panel/documents')
    await page.getByRole('button', { name: 'New document' }).first().click()
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('.bn-editor:focus').waitFor()
  }

  test('1: the first account is created in the panel', async () => {
    await page.goto('/panel/')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Your name').fill(ADMIN.display_name)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await take('account')
    await assertAccessible(page, 'set-up')
    await page.getByRole('button', { name: 'Create admin account' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
  })

  test('2: the sample site is added by one click, undone, and added again', async () => {
    await take('start')
    await assertAccessible(page, 'an empty start')
    await page.getByRole('button', { name: 'Add a sample site' }).click()
    await page.getByText(/Added the sample site: \d+ documents/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Removed the sample site.').waitFor()
    await page.getByRole('button', { name: 'Add a sample site' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Start here' }).first().click()
    await main.getByRole('link', { name: 'Your first hour' }).first().click()
    await page.getByRole('heading', { name: 'Your first hour', level: 1 }).waitFor()
    await take('sample')
  })

  test('3: a folder of Markdown is imported by the command of the tutorial', async () => {
    const { folder } = site().service
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // npx finds the galley of a checkout; here it is the one under test.
    const npx = `npx() { shift; "${process.execPath}" "${join(ROOT, 'src/main.ts')}" "$@"; }\n`
    const env = { ...process.env, GALLEY_DATA: folder, DATABASE_URL: '', GALLEY_LOG_LEVEL: 'warn' }
    const output = execFileSync('sh', ['-ec', npx + block('sh', 1)], { cwd: bin, env, encoding: 'utf8' })
    assert.match(output, /2 documents created/)
    await page.goto('/read/handbook-on-call')
    await page.getByText('The pager changes hands on Mondays').waitFor()
  })

  test('4: a document is written, saved as a draft, and published', async () => {
    await create('Rotate API keys')
    await page.keyboard.type('Keys live for 90 days. Rotate them a week before they expire, and tell who is @on c')
    await page.getByRole('option', { name: 'On call' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await take('editor')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await page.goto('/read/rotate-api-keys')
    await page.getByRole('link', { name: 'On call' }).first().waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('5: a draft is generated from notes, and asks about the gap', async () => {
    await create('Rotating certificates')
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await page.getByLabel('Notes', { exact: true }).fill(block('text'))
    await page.getByRole('button', { name: 'Generate draft' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    await page.locator('[data-question]').first().waitFor()
    await take('review')
    await assertAccessible(page, 'a draft in review')
    await page.locator('[data-origin]').first().hover()
    await page
      .getByText(/From the notes|From a source|Written by the drafter/)
      .first()
      .waitFor()
  })

  test('6: it is approved and published, and visitors see it', async () => {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await page.getByRole('link', { name: 'Open to publish' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByTitle('Only editors can see this page').waitFor({ state: 'detached' })
    const visitor = await site().open()
    assert.equal((await visitor.goto('/read/rotating-certificates'))?.status(), 200)
    await page.goto('/read/rotating-certificates')
    await page.getByRole('heading', { name: 'Rotating certificates', level: 1 }).waitFor()
    await take('published')
    assert.deepEqual(page.faults, [])
  })
})
