// Who may read what: every visibility in nested categories × every kind of reader × every reading endpoint, held against the
// contract's sentence as test/access-site.ts says it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  accessSite,
  CATEGORIES,
  DOCUMENT_RULES,
  inTree,
  mayRead,
  passes,
  READERS,
  rulesAbove,
  SOME_VISITOR,
  slugs,
} from '../../../../test/access-site.ts'
import { onEngines } from '../../../../test/build.ts'
import type { TreeNode } from '../schemas.ts'

onEngines('access rules', (engine) => {
  const { built, docs, get, readable } = accessSite(engine)

  test('what the public endpoints show is the same for everyone, and only what everyone may read', async () => {
    const everyone = readable(SOME_VISITOR)
    assert.ok(everyone.length > 0 && everyone.length < docs.length)
    for (const reader of READERS) {
      for (const url of ['/api/docs?limit=200', '/api/docs/?limit=200']) {
        assert.deepEqual(slugs((await get(reader, url)).json()), everyone, `${reader.name} ${url}`)
      }
      assert.deepEqual(inTree((await get(reader, '/api/docs/tree')).json()), everyone, `${reader.name} tree`)
      const board = (await get(reader, '/docs/dashboard?recent_limit=50&top_limit=50')).json()
      assert.equal(board.totals.documents, everyone.length)
      assert.deepEqual(slugs(board.recent), everyone)
      assert.equal(board.buckets.approved, everyone.length)
      for (const item of board.top) assert.ok(everyone.includes(item.slug))
    }
  })

  for (const reader of READERS) {
    describe(`for ${reader.name}`, () => {
      test('lists, trees and their counts show exactly what this reader may read', async () => {
        if (reader.role === null) return
        const expected = readable(reader)
        assert.deepEqual(slugs((await get(reader, '/api/docs/private?limit=200')).json()), expected)
        const tree: TreeNode[] = (await get(reader, '/api/docs/tree/me')).json()
        assert.deepEqual(inTree(tree), expected)
        const check = (nodes: TreeNode[]) => {
          for (const node of nodes.filter(({ type }) => type === 'category')) {
            assert.ok(
              rulesAbove(node.slug).every((one) => passes(one, reader)),
              `sees the category ${node.slug}`,
            )
            assert.equal(node.document_count, node.children.filter(({ type }) => type === 'document').length)
            check(node.children)
          }
        }
        check(tree)
      })

      test('a limit counts only what this reader may read', async () => {
        const url = reader.role === null ? '/api/docs' : '/api/docs/private'
        const pages: string[] = []
        for (let offset = 0; offset < docs.length; offset += 7) {
          pages.push(...slugs((await get(reader, `${url}?limit=7&offset=${offset}`)).json()))
        }
        assert.deepEqual(pages.sort(), readable(reader))
      })

      test('search and suggestions know exactly what this reader may read', async () => {
        if (reader.role === null) return
        const expected = readable(reader)
        // A word of every title, narrowed by category, because a response holds at most 50 (suggestions 20).
        for (const category of ['root', ...CATEGORIES.map(({ name }) => name)]) {
          const wanted = expected.filter((slug) =>
            DOCUMENT_RULES.some(([name]) => slug === `needle-${category}-${name}`),
          )
          const found = slugs(
            (await get(reader, `/api/docs/search?q=${encodeURIComponent(`needle ${category}`)}&limit=50`)).json(),
          )
          assert.deepEqual(
            found.filter((slug) => DOCUMENT_RULES.some(([name]) => slug === `needle-${category}-${name}`)),
            wanted,
            category,
          )
          assert.ok(found.every((slug) => expected.includes(slug)))
        }
        const full = (await get(reader, '/api/docs/suggest/full?q=needle&limit=20')).json()
        assert.ok(full.length > 0 && slugs(full).every((slug) => expected.includes(slug)))
        const titles: string[] = (await get(reader, '/api/docs/suggest?q=needle&limit=20')).json()
        assert.ok(titles.every((title) => expected.includes(title.toLowerCase().replaceAll(' ', '-'))))
      })

      test("the public site's search and pages know exactly what this reader may read", async () => {
        const expected = readable(reader)
        for (const category of ['root', ...CATEGORIES.map(({ name }) => name)]) {
          const q = encodeURIComponent(`needle ${category}`)
          const found: { path: string }[] = (await get(reader, `/read/search.json?q=${q}`)).json()
          const slugsFound = found.map(({ path }) => path.slice('/read/'.length))
          const wanted = expected.filter((slug) =>
            DOCUMENT_RULES.some(([name]) => slug === `needle-${category}-${name}`),
          )
          assert.deepEqual(
            slugsFound.filter((slug) => slug.startsWith('needle-')).every((slug) => expected.includes(slug)),
            true,
            `${category}: ${slugsFound}`,
          )
          assert.ok(
            wanted.every((slug) => slugsFound.includes(slug)),
            `${category}: ${slugsFound}`,
          )
          const page = (await get(reader, `/read/search?q=${q}`)).body
          for (const [, slug] of page.matchAll(/href="\/read\/(needle-[a-z-]+)"/g))
            assert.ok(expected.includes(slug!), slug!)
        }
        for (const doc of docs)
          for (const url of [`/read/${doc.slug}`, `/read/${doc.slug}.md`])
            assert.equal((await get(reader, url)).statusCode, mayRead(doc, reader) ? 200 : 404, url)
        for (const url of ['/', '/sitemap.xml', '/feed.xml', '/llms.txt']) {
          const { body } = await get(SOME_VISITOR, url)
          for (const doc of docs)
            if (!mayRead(doc, SOME_VISITOR)) assert.ok(!body.includes(doc.slug), `${url} names ${doc.slug}`)
        }
      })

      test('blocks, Markdown, the picture and the document itself are there or as if they were not', async () => {
        for (const doc of docs) {
          const status = mayRead(doc, reader) ? 200 : 404
          assert.equal((await get(reader, `/api/docs/${doc.id}/blocks`)).statusCode, status, `blocks of ${doc.slug}`)
          assert.equal(
            (await get(reader, `/api/docs/${doc.id}/markdown`)).statusCode,
            status,
            `markdown of ${doc.slug}`,
          )
          assert.equal((await get(reader, doc.picture)).statusCode, status, `picture of ${doc.slug}`)
          const bySlug = await get(reader, `/api/docs/${doc.slug}`)
          assert.equal(bySlug.statusCode, reader.role === null ? 401 : status, doc.slug)
          if (bySlug.statusCode === 404) assert.deepEqual(bySlug.json(), { detail: 'Document not found' })
        }
      })
    })
  }

  test('on a trusted network the guarded reads need no token', async () => {
    for (const doc of docs) {
      assert.equal((await built().app.inject(`/api/docs/${doc.id}/blocks`)).statusCode, 200, doc.slug)
    }
  })
})
