// Nobody who may not edit learns of a working copy, over any channel: held by looking for one word that only the copy has in
// everything that visitors and readers can ask for, before and after it was cached.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { exportFolder } from '#features/exchange/export/export.ts'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'

/** One word is searched for; the other stands beside it in the copy, and no page repeats it from the question. */
const [ASKED, SAID] = ['zanzibar', 'quokka']
const BOTH = `${ASKED} ${SAID}`
const COPY = { title: BOTH, summary: BOTH, tags: [BOTH], markdown: `# Heading ${BOTH}\n\nText ${BOTH}.` }

onEngines('who sees a working copy', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let editor: TestPerson
  let reader: TestPerson
  let bound: Record<string, string>
  let open: { id: number; slug: string }
  let hidden: { id: number; slug: string }
  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    headers: Record<string, string> = editor.headers,
  ) => deps.app.inject({ method, url, headers, ...(payload && { payload }) })
  before(async () => {
    deps = await build(t, { engine })
    editor = await deps.person('editor')
    reader = await deps.person('reader')
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: 'Elsewhere' })).json()
    const token = { name: 'bound', scopes: ['read', 'write'], category_ids: [elsewhere.id] }
    bound = { ...OUTSIDE, authorization: `Bearer ${(await send('POST', '/api/tokens', token)).json().token}` }
    open = (await send('POST', '/api/docs/', { title: 'Island', markdown: 'Sand.' })).json()
    hidden = (await send('POST', '/api/docs/?publish=false', { ...COPY, title: 'Not yet' })).json()
  })

  const addresses = () => [
    '/api/docs',
    '/api/docs/private',
    '/api/docs/tree',
    '/api/docs/tree/me',
    '/docs/dashboard',
    `/api/docs/search?q=${ASKED}`,
    `/api/docs/suggest?q=${ASKED}`,
    `/api/docs/suggest/full?q=${ASKED}`,
    ...[open, hidden].flatMap(({ id, slug }) => [
      `/api/docs/${slug}`,
      `/api/docs/${id}/blocks`,
      `/api/docs/${id}/markdown`,
      `/api/docs/${id}/evidence`,
      `/api/docs/${id}/revisions`,
      `/api/docs/${id}/working-copy`,
      `/api/admin/docs/${id}`,
      `/read/${slug}`,
      `/read/${slug}.md`,
    ]),
    '/',
    '/feed.xml',
    '/sitemap.xml',
    '/llms.txt',
    '/llms-full.txt',
    `/read/search?q=${ASKED}`,
    `/read/search.json?q=${ASKED}`,
  ]
  /** leaks are the addresses whose response says what only the copy says, or that there is one. */
  const leaks = async (headers: Record<string, string>) => {
    const found: string[] = []
    for (const url of addresses()) {
      const { statusCode, body } = await deps.app.inject({ url, headers })
      if (body.includes(SAID) || body.includes('"draft"')) found.push(`${statusCode} ${url}`)
    }
    return found
  }

  test('neither visitors nor readers do, nor a token that is bound elsewhere, cached or not', async () => {
    const others = [OUTSIDE, reader.headers, bound]
    // Everyone has asked for everything before, so that there is something cached; editors as well.
    for (const headers of [...others, editor.headers]) await leaks(headers)
    await send('PUT', `/api/docs/${open.id}?publish=false`, COPY)
    for (const headers of others) {
      assert.deepEqual(await leaks(headers), [])
      assert.deepEqual(await leaks(headers), [])
    }
  })

  test('editors do', async () => {
    const seen = await leaks(editor.headers)
    for (const { id, slug } of [open, hidden])
      for (const url of [`/api/docs/${slug}`, `/api/docs/${id}/working-copy`, `/api/admin/docs/${id}`])
        assert.ok(seen.includes(`200 ${url}`), url)
  })

  test('an exported folder has what is published', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-copies-'))
    t.after(() => rmSync(folder, { recursive: true }))
    await exportFolder(deps, folder, { force: true })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
    assert.ok(files.length >= 2)
    for (const file of files) assert.ok(!readFileSync(join(folder, file), 'utf8').includes(SAID), file)
  })

  test('a bound token neither reads, changes nor publishes what is elsewhere', async () => {
    const url = `/api/docs/${open.id}`
    assert.equal((await send('GET', `${url}/working-copy`, undefined, bound)).statusCode, 404)
    assert.equal((await send('PUT', `${url}?publish=false`, { title: 'X' }, bound)).statusCode, 404)
    for (const action of ['publish', 'unpublish', 'preview-link'])
      assert.equal((await send('POST', `${url}/${action}`, undefined, bound)).statusCode, 404, action)
    assert.equal((await send('POST', `${url}/schedule`, { at: null }, bound)).statusCode, 404)
  })
})
