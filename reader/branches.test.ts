// The sidebar of a large site: categories that are closed bring their branch when they are opened, by the reader's own rules.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, onEngines } from '../test/build.ts'
import { suiteCleaner } from '../test/cleaner.ts'
import { seedLargeSite } from '../test/large-site.ts'

onEngines('GET /read/category/:slug/branch', (engine) => {
  const t = suiteCleaner()
  let site: Built
  const get = (url: string, headers = {}) => site.app.inject({ url, headers })
  before(async () => {
    site = await build(t, { engine })
    await seedLargeSite(site)
  })

  test('a page lists closed categories as links that can be unfolded, and none of their pages', async () => {
    const { body } = await get('/read/category/reference')
    const menu = /<nav class="sidebar"[\s\S]*?<\/nav>/.exec(body)![0]
    assert.match(
      menu,
      /<a class="unfold" href="\/read\/category\/guides" data-branch="\/read\/category\/guides\/branch">/,
    )
    assert.ok(!menu.includes('/read/page-1"') && menu.includes('/read/page-81"'))
  })

  test('the branch has its categories and pages, and leads to the rest', async () => {
    const { body, headers } = await get('/read/category/guides/branch')
    assert.match(body, /^<details open><summary>/)
    assert.equal(body.match(/<li><a href="\/read\/page-/g)?.length, 60)
    assert.match(body, /<a class="more" href="\/read\/category\/guides">20 more<\/a>/)
    assert.match(body, /class="unfold" href="\/read\/category\/advanced"/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  })

  test('a category that someone may not enter is absent for them and not found', async () => {
    const member = await site.person('reader')
    assert.doesNotMatch((await get('/read/category/guides/branch')).body, /Internal/)
    assert.equal((await get('/read/category/internal/branch')).statusCode, 404)
    assert.equal((await get('/read/category/nothing/branch')).statusCode, 404)
    assert.match((await get('/read/category/guides/branch', member.headers)).body, /Internal/)
    assert.match((await get('/read/category/internal/branch', member.headers)).body, /Secret/)
  })
})
