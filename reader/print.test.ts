// The print view of a page and of a category, and what a page says about itself: who sees what, on both engines.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { seedDemoSite } from '../test/demo-site.ts'

onEngines('the print view', (engine) => {
  const t = suiteCleaner()
  let site: Built
  let headers: Record<string, string>
  const get = async (url: string, as: Record<string, string> = {}) => (await site.app.inject({ url, headers: as })).body
  const post = async (url: string, payload: object) =>
    (await site.app.inject({ method: 'POST', url, headers, payload })).json() as { id: number; slug: string }
  before(async () => {
    site = await build(t, { engine })
    ;({ headers } = await seedDemoSite(site))
  })

  test('of a category has the pages below it, for those who may read them', async () => {
    const guide = await post('/api/admin/categories/', { name: 'Manual' })
    const deep = await post('/api/admin/categories/', { name: 'Deeper', parent_id: guide.id })
    const inside = { category_id: deep.id, markdown: '## Same\n\nSee [the first](/read/manual-one#same).' }
    await post('/api/docs/', { title: 'Manual two', ...inside })
    await post('/api/docs/', { title: 'Manual secret', ...inside, visibility: 'members' })
    const one = {
      title: 'Manual one',
      category_id: guide.id,
      markdown: '## Same\n\n[Up](#same) and [out](/read/concepts)',
    }
    const { id } = await post('/api/docs/', one)
    const seen = await get('/read/category/manual/print')
    assert.deepEqual(
      [...seen.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, title]) => title),
      ['Manual', 'Deeper', 'Manual two', 'Manual', 'Manual one'],
      'a category stands before the pages beside it, until someone puts it elsewhere',
    )
    await site.db.inTransaction(async (tx) => {
      await tx.updateTable('document_rows').set({ position: 0 }).where('id', '=', id).execute()
      await tx.updateTable('category_rows').set({ slot: 1 }).where('id', '=', deep.id).execute()
    })
    const ordered = await get('/read/category/manual/print')
    assert.deepEqual(
      [...ordered.matchAll(/<(?:h3|a) [^>]*dir="auto">([^<]*)</g)].map(([, name]) => name),
      ['Manual one', 'Deeper', 'Manual two'],
    )
    assert.ok(!seen.includes('secret'))
    assert.ok(seen.includes(`<a href="#d${id}-same">Up</a>`) && seen.includes(`id="d${id}-same"`))
    assert.ok(seen.includes(`<a href="#d${id}-same">the first</a>`) && seen.includes('<a href="/read/concepts">'))
    assert.match(await get('/read/category/manual/print', headers), /Manual secret/)
  })

  test('of what one may not read is not there', async () => {
    for (const path of ['/read/machine-room/print', '/read/category/platform-team/print', '/read/nothing/print'])
      assert.equal((await site.app.inject({ url: path })).statusCode, 404, path)
    assert.match(await get('/read/quick-start/print'), /<nav class="print-contents"/)
  })

  test('of a long category goes on in parts that hold every page once', async () => {
    const { id } = await post('/api/admin/categories/', { name: 'Long' })
    const titles = Array.from({ length: 130 }, (_, index) => `Long ${String(index).padStart(3, '0')}`)
    const payload = { documents: titles.map((title) => ({ title, category_id: id, markdown: 'Text.' })) }
    for (const document of payload.documents) await post('/api/docs/', document)
    const printed: string[] = []
    for (let next: string | undefined = '/read/category/long/print'; next; ) {
      const body = await get(next)
      const articles = body.split('<article ').slice(1)
      assert.ok(articles.length <= 100)
      printed.push(...articles.map((article) => /<h1[^>]*>([^<]*)</.exec(article)![1]!))
      next = /<a rel="next" href="([^"]*)"/.exec(body)?.[1]
    }
    assert.deepEqual(printed, titles)
  })
})

onEngines('what a page says about itself', (engine) => {
  const t = suiteCleaner()
  const pageOf = async (env: Record<string, string>) => {
    const site = await build(t, { engine, env })
    const writer = await seedDemoSite(site)
    const page = async (path: string) => (await site.app.inject({ url: path, headers: writer.headers })).body
    return { open: (await site.app.inject({ url: '/read/quick-start' })).body, page }
  }

  test('is its last change and version, without a name, and links for editors', async () => {
    const { open, page } = await pageOf({})
    assert.match(open, /<span>Updated <time[^>]*>[^<]*<\/time><\/span><span>Version 1<\/span>/)
    assert.ok(!/Edit this page|>History</.test(open))
    assert.match(open, /<a href="\/read\/quick-start\.md">View as Markdown<\/a>/)
    assert.match(open, /href="https:\/\/claude\.ai\/new\?q=Read%20http%3A%2F%2Flocalhost%3A80%2Fread%2Fquick-start\.md/)
    const closed = await page('/read/machine-room')
    assert.match(closed, /Edit this page/)
    assert.doesNotMatch(closed, /claude\.ai/)
  })

  test('is what the site wants', async () => {
    const { open, page } = await pageOf({
      GALLEY_SITE_PAGE_FACTS: 'updated,author,history',
      GALLEY_SITE_ASSISTANTS: '',
    })
    assert.match(open, /Updated <time[^>]*>[^<]*<\/time> by Ada Berg/)
    assert.doesNotMatch(open, /Version 1|claude\.ai|chatgpt\.com/)
    const edited = await page('/read/quick-start')
    assert.match(edited, /<a href="\/panel\/documents\/\d+\/revisions">History<\/a>/)
    assert.doesNotMatch(edited, /Edit this page/)
  })
})
