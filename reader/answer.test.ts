// What a question finds on the site, without a script: the answer above the results, an honest no, and what readers say of it.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { build } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { serveModel } from '../test/model-server.ts'
import { addAll, searchSite } from '../test/search-site.ts'

const BACKUPS = `How copies are made.

## Retention

Backups are written every night. They are kept for 30 days - then the oldest is deleted.`

describe('an answer on the site', () => {
  const t = suiteCleaner()
  let site: Awaited<ReturnType<typeof searchSite>>
  const page = async (path: string, q: string) => (await site.app.inject({ url: path, query: { q } })).body
  before(async () => {
    site = await searchSite(t, 'sqlite')
    await addAll(site, [
      { title: 'Backups', markdown: BACKUPS },
      { title: 'Users', markdown: 'An admin invites <b>people</b> by email. Passwords need twelve characters.' },
      { title: 'Themes', markdown: 'Colours and logo are set by an admin.' },
      { title: 'Moving', markdown: 'Machines.\n\n```\ngalley stop\ngalley copy the folder\ngalley start\n```' },
    ])
  })

  test('of several lines is linked to by the first and the last of them', async () => {
    const body = await page('/read/search', 'what is the command to copy the folder of a machine?')
    assert.match(body, /:~:text=galley%20stop,galley%20start"/)
  })

  test('stands above the results, with a link to its sentence', async () => {
    const body = await page('/read/search', 'how long are backups kept?')
    assert.match(
      body,
      /<h2 id="answer-title">From the documentation<\/h2><blockquote[^>]*>Backups are written every night\. <mark>They are kept/,
    )
    assert.match(body, /href="\/read\/backups#retention:~:text=They%20are%20kept%20for%2030%20days%20%2D%20then/)
    assert.ok(body.indexOf('class="answer"') < body.indexOf('class="documents"'))
    assert.match(body, /<form class="feedback" method="post"/)
  })

  test('is the same by itself, for the dialog', async () => {
    const q = 'how long are backups kept?'
    const [whole, alone] = [await page('/read/search', q), await page('/read/ask', q)]
    assert.match(alone, /^<section class="answer"/)
    assert.ok(whole.includes(alone))
  })

  test('is missing where the documentation does not say, and where nobody asks', async () => {
    assert.match(await page('/read/search', 'what is the price of coffee with milk?'), /The documentation does not say/)
    for (const q of ['backups', 'themes logo', '']) assert.doesNotMatch(await page('/read/search', q), /class="answer"/)
  })

  test('that was no help is counted, and leads back to the results', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/read/ask/feedback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ q: 'how long are backups kept?', helped: 'no' }).toString(),
    })
    assert.deepEqual(
      { statusCode: answer.statusCode, location: answer.headers.location },
      { statusCode: 303, location: '/read/search?q=how%20long%20are%20backups%20kept%3F' },
    )
    await site.app.close()
    const rows = await site.db.read.selectFrom('missed_searches').select('question').execute()
    assert.ok(rows.some(({ question }) => question === 'how long are backups kept?'))
  })
})

describe('an answer that a model writes', () => {
  const fake = serveModel()

  test('is asked for by the script, and stands with its numbered sources', async (t) => {
    const sentence = { text: 'Backups are <b>kept</b> for 30 days.', source: 'S1', quote: 'They are kept for 30 days' }
    fake.reply = ({ response_format }, response) => {
      const verdicts = [{ claim: 'C1', verdict: 'supported' }]
      const answer = response_format.json_schema.name === 'verify' ? { verdicts } : { sentences: [sentence] }
      fake.chat(response, JSON.stringify(answer))
    }
    const model = { GALLEY_LLM_PROVIDER: 'openai-compatible', GALLEY_LLM_MODEL: 'm', GALLEY_LLM_BASE_URL: fake.url }
    const site = await build(t, { env: { GALLEY_ASK: 'model', ...model } })
    await addAll(site, [
      { title: 'Backups', markdown: BACKUPS },
      { title: 'Users', markdown: 'People.' },
    ])
    const page = async (url: string, more = {}) =>
      (await site.app.inject({ url, query: { q: 'how long are backups kept?', ...more } })).body
    assert.match(await page('/read/search'), /<section class="answer" [^>]*data-write>/)
    assert.equal(fake.asked.length, 0)
    const written = await page('/read/ask', { write: '' })
    assert.match(
      written,
      /<p class="written" dir="auto">Backups are &lt;b&gt;kept&lt;\/b&gt; for 30 days\. <a class="cite"/,
    )
    assert.match(written, /\[1\] <a href="\/read\/backups#retention:~:text=They%20are%20kept%20for%2030%20days"/)
    assert.ok((await page('/read/search')).includes(written), 'what is written already stands in the page')
  })
})
