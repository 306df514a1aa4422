// Addresses from the tree, and those of an old site: each page is at one address, others lead there, what the service has itself
// wins, and no address tells of a page that its visitor may not read.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { build, onEngines } from '../test/build.ts'
import type { Cleaner } from '../test/cleaner.ts'
import { folderOf } from '../test/folder.ts'
import { withoutOwn } from '../test/own-headers.ts'

/** LINKS are those of pages, feeds, site maps and lists for models; Markdown keeps the permanent links of a text. */
const LINKS = /(?:href="|<loc>|\]\((?=http)|Source: )(?:http:\/\/localhost(?::80)?)?(\/[^"#<)\s]*)/g

onEngines('nested addresses', (engine) => {
  async function site(t: Cleaner, brand: object) {
    const { app, person, db, clock, config } = await build(t, { engine })
    const { headers } = await person('admin')
    const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
      (await app.inject({ method, url, headers, payload })).json()
    await send('PATCH', '/api/admin/brand', brand)
    const { id: guide } = await send('POST', '/api/admin/categories/', { name: 'Guide' })
    const { id: category_id } = await send('POST', '/api/admin/categories/', { name: 'Deep', parent_id: guide })
    const write = (title: string, given: object = { category_id }) =>
      send('POST', '/api/docs/', { title, markdown: 'Text.', ...given })
    const at = async (url: string) => {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
      return statusCode === 200
        ? /<link rel="canonical" href="[^"]*\/\/[^/]*([^"]*)"/.exec(body)?.[1]
        : headers.location
    }
    return { app, person, send, write, at, db, clock, config }
  }

  test('come from the tree, below the base path, and every other spelling leads there', async (t) => {
    const { write, at, app } = await site(t, { addresses: 'nested', base_path: '/handbook' })
    await write('Quick start')
    await write('Next one')
    const address = '/handbook/guide/deep/quick-start'
    assert.equal(await at(address), address)
    for (const other of ['/read/quick-start', `${address}/`, `${address}.html`, '/handbook/quick-start'])
      assert.equal(await at(other), address, other)
    const { body } = await app.inject({ url: address })
    assert.match(body, /rel="prev" href="\/handbook\/guide\/deep\/next-one"/)
    assert.match(body, /<a href="\/handbook\/guide\/deep\/quick-start" aria-current="page">/)
    assert.match((await app.inject({ url: '/sitemap.xml' })).body, /<loc>[^<]*\/handbook\/guide\/deep\/quick-start</)
  })

  test('tell nobody of what they may not read, and follow what is moved', async (t) => {
    const { write, at, send, app } = await site(t, { addresses: 'nested' })
    const { id } = await write('Secret plan')
    assert.equal(await at('/guide/deep/secret-plan'), '/guide/deep/secret-plan')
    await send('PUT', `/api/docs/${id}`, { category_id: null })
    assert.equal(await at('/guide/deep/secret-plan'), '/secret-plan')
    await send('PUT', `/api/docs/${id}`, { visibility: 'restricted' })
    for (const address of ['/guide/deep/secret-plan', '/secret-plan', '/secret-plan/'])
      assert.equal(await at(address), undefined)
    const shown = async (url: string) => {
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } })
      return [statusCode, withoutOwn(headers), body.replaceAll('sacred', 'secret')]
    }
    for (const spelled of ['', '/', '.html'])
      assert.deepEqual(await shown(`/secret-plan${spelled}`), await shown(`/sacred-plan${spelled}`))
  })

  test('of a former slug lead to the page, unless something else is there or its reader may not know', async (t) => {
    const { write, at, send } = await site(t, { addresses: 'nested' })
    const { id } = await write('Old name')
    await send('PUT', `/api/docs/${id}`, { slug: 'new-name' })
    for (const address of ['/guide/deep/old-name', '/guide/deep/old-name.html', '/guide/old-name/'])
      assert.equal(await at(address), '/read/new-name', address)
    assert.equal(await at('/read/new-name'), '/guide/deep/new-name')
    await send('POST', '/api/redirects', { from: '/guide/deep/old-name', to: '/guide' })
    assert.equal(await at('/guide/deep/old-name'), '/guide')
    await send('PUT', `/api/docs/${id}`, { visibility: 'restricted' })
    assert.equal(await at('/guide/old-name'), undefined)
  })

  test('of the tree take no redirect while a page is there', async (t) => {
    const { write, at, app, person } = await site(t, { addresses: 'nested', base_path: '/handbook' })
    await write('Quick start')
    const { headers } = await person('editor')
    const add = async (from: string) =>
      (await app.inject({ method: 'POST', url: '/api/redirects', headers, payload: { from, to: '/read/search' } }))
        .statusCode
    const address = '/handbook/guide/deep/quick-start'
    assert.deepEqual(await Promise.all([address, '/read/quick-start', '/old/quick-start'].map(add)), [409, 409, 201])
    assert.equal(await at(address), address)
  })

  test('give way to what the service has itself', async (t) => {
    const { write, at, app } = await site(t, { addresses: 'nested', base_path: '/docs' })
    await write('Dashboard', {})
    assert.equal(await at('/read/dashboard'), '/read/dashboard')
    assert.match(String((await app.inject({ url: '/docs/dashboard' })).headers['content-type']), /json/)
    assert.match((await app.inject({ url: '/docs' })).body, /API explorer/)
  })

  for (const brand of [{ addresses: 'flat' }, { addresses: 'nested', base_path: '/handbook' }])
    test(`are what every link leads to, ${brand.addresses}`, async (t) => {
      const { write, send, app } = await site(t, brand)
      const { id: home_id } = await write('Welcome', { markdown: 'See [this](/read/quick-start#part).' })
      const { id: category_id } = await send('POST', '/api/admin/categories/', { name: 'Reference' })
      const { id: index_id } = await write('All options', { category_id, tags: ['odd'], pinned: true })
      await send('PUT', `/api/admin/categories/${category_id}`, { index_id })
      await write('One option', { category_id, tags: ['odd'], markdown: '[Up](/read/category/reference)' })
      await write('Quick start', {
        markdown: '[Home](/read/welcome), [all](/read/all-options), [secret](/read/secret)',
      })
      await write('Deep one')
      await write('Secret', { visibility: 'restricted' })
      await send('PATCH', '/api/admin/brand', { home_id })
      const walked = new Map<string, number>()
      const walk = async (from: string): Promise<void> => {
        const { body, statusCode } = await app.inject({ url: from })
        walked.set(from, statusCode)
        for (const [, link] of body.matchAll(LINKS))
          if (!walked.has(link!) && !/^\/(?:panel|read\/(?:assets|secret))/.test(link!)) await walk(link!)
      }
      for (const from of ['/', '/read/search?q=option', '/feed.xml', '/sitemap.xml', '/llms.txt', '/llms-full.txt'])
        await walk(from)
      assert.deepEqual(
        [...walked].filter(([, status]) => status !== 200),
        [],
      )
      assert.ok(walked.size > 20, [...walked.keys()].join(' '))
      const [found] = (await app.inject({ url: '/read/search.json?q=one+option' })).json()
      assert.equal(walked.get(found.path), 200)
    })

  test('are those that imported pages had, in every spelling', async (t) => {
    const { at, db, clock, config } = await site(t, { addresses: 'nested' })
    const files = {
      'docusaurus.config.js': '',
      'docs/intro.md': '---\nslug: /\n---\n\n# Intro\n\nText.\n',
      'docs/01-basics/02-Create page.md': '# Create\n\nText.\n',
      'docs/01-basics/index.md': '# Basics\n\nText with a [link](https://example.com/).\n',
      'docs/tour.md': '---\nslug: the-tour\n---\n\n# Tour\n\nText.\n',
    }
    await importFolder({ db, clock, config }, COMMAND_LINE, join(folderOf(t, files), 'docs'), { redirects: true })
    assert.equal(await at('/docs/the-tour'), '/docs/the-tour')
    for (const old of ['/docs/the-tour.html', '/docs/the-tour/', '/read/the-tour'])
      assert.equal(await at(old), '/docs/the-tour', old)
    assert.equal(await at('/docs/tour'), '/read/the-tour')
    assert.equal(await at('/docs/basics'), '/docs/basics')
    assert.equal(await at('/docs/basics/index.html'), '/docs/basics')
  })
})
