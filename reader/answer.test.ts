// What a question finds on the site, without a script: the answer above the results, an honest no, and what readers say of it.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suiteCleaner } from '../test/cleaner.ts'
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
    ])
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
      [answer.statusCode, answer.headers.location],
      [303, '/read/search?q=how%20long%20are%20backups%20kept%3F'],
    )
    await site.app.close()
    const rows = await site.db.read.selectFrom('missed_searches').select('question').execute()
    assert.ok(rows.some(({ question }) => question === 'how long are backups kept?'))
  })
})
