// Who may use which tool for what: every tool × every kind of reader, held against the contract's sentence as test/access-site.ts
// says it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import type { Actor } from '#actor.ts'
import { type Variant, Variants } from '#features/documents/access/variants.ts'
import { accessSite, DOCUMENT_RULES, mayRead, READERS, SOME_VISITOR, slugs } from '../../test/access-site.ts'
import { onEngines, type TestPerson } from '../../test/build.ts'
import { connect, use } from '../../test/mcp.ts'
import { type ReadingDeps, readingTools } from './reading-tools.ts'

type Pages = { pages: { slug: string }[] }
type TreeLevel = Pages & { categories: { id: number; pages: number }[]; next_offset: number | null }

/** walk lists the whole tree, level by level, and checks that the counts say no more than the lists. */
async function walk(client: Client, category_id?: number): Promise<string[]> {
  const { value } = await use<TreeLevel>(client, 'list_tree', category_id ? { category_id } : {})
  const found = value.pages.map(({ slug }) => slug)
  for (const { id, pages } of value.categories) {
    const below = await walk(client, id)
    assert.equal(below.length, pages)
    found.push(...below)
  }
  return found
}

const WRITES: [tool: string, args: Record<string, unknown>][] = [
  ['create_draft', { title: 'Written', markdown: 'x' }],
  ['propose_edit', { slug: 'needle-root-all', version: 1, markdown: 'x' }],
  ['start_drafting', { slug: 'needle-root-all', notes: '- One fact.' }],
  ['job_status', { job_id: 1 }],
  ['list_questions', { job_id: 1 }],
  ['answer_question', { iteration_id: 1, question_id: 1, answer: 'Yes.' }],
  ['list_edits', { job_id: 1 }],
  ['accept_edit', { iteration_id: 1, edit_id: 'x' }],
]

onEngines('the access rules of tools', (engine) => {
  const { built, docs, ids, readable, headersOf } = accessSite(engine)

  for (const reader of READERS) {
    describe(`for ${reader.name}`, () => {
      test('the tree and its counts are exactly what this reader may read', async (t) => {
        const client = await connect(t, built(), headersOf(reader))
        assert.deepEqual((await walk(client)).sort(), readable(reader))
      })

      test('search, recent and related pages are among what this reader may read', async (t) => {
        const client = await connect(t, built(), headersOf(reader))
        const allowed = new Set(readable(reader))
        const recent = await use<Pages>(client, 'list_recent', { limit: 50 })
        assert.equal(recent.value.pages.length, Math.min(50, allowed.size))
        const found = await use<{ results: { slug: string }[] }>(client, 'search_docs', { query: 'needle', limit: 20 })
        assert.equal(found.value.results.length, Math.min(20, allowed.size))
        const related = await use<Pages>(client, 'get_related', { slug: 'needle-root-all', limit: 20 })
        assert.ok(related.value.pages.length > 0)
        for (const { slug } of [...recent.value.pages, ...found.value.results, ...related.value.pages])
          assert.ok(allowed.has(slug), slug)
      })

      test('a page is there for exactly those who may read it', async (t) => {
        const client = await connect(t, built(), headersOf(reader))
        for (const doc of docs) {
          const { isError, text } = await use(client, 'get_page', { slug: doc.slug, max_characters: 500 })
          assert.equal(isError, !mayRead(doc, reader), doc.slug)
          if (isError) assert.equal(text, 'Document not found')
        }
      })

      test('so are what is related to it and its resource', async (t) => {
        const client = await connect(t, built(), headersOf(reader))
        for (const doc of docs.slice(0, 2 * DOCUMENT_RULES.length)) {
          const expected = mayRead(doc, reader)
          assert.equal((await use(client, 'get_related', { slug: doc.slug })).isError, !expected, doc.slug)
          const read = client.readResource({ uri: `galley://doc/${doc.slug}` })
          await (expected ? read : assert.rejects(read, /not found/i))
        }
      })

      test('tools that write are there for editors alone', async (t) => {
        const client = await connect(t, built(), headersOf(reader))
        const edits = reader.role === 'editor' || reader.role === 'admin'
        const listed = new Set((await client.listTools()).tools.map(({ name }) => name))
        for (const [tool, args] of WRITES) {
          assert.equal(listed.has(tool), edits, tool)
          if (edits) continue
          const called = client.callTool({ name: tool, arguments: args })
          await assert.rejects(called, /not found/i, tool)
        }
      })
    })
  }

  test('a token that is bound to a category knows nothing else, and writes nowhere else', async (t) => {
    const [within, outside] = [ids.get('open')!, ids.get('club')!]
    const payload = { name: 'bound', category_ids: [within] }
    const headers = headersOf({ name: 'editor', role: 'editor' })
    const { token } = (await built().app.inject({ method: 'POST', url: '/api/tokens', headers, payload })).json()
    const client = await connect(t, built(), { authorization: `Bearer ${token}` })
    const editor = { name: 'editor', role: 'editor' } as const
    const own = readable(editor).filter((slug) => slug.startsWith('needle-open-'))
    assert.deepEqual((await walk(client)).sort(), own.sort())
    const recent = await use<Pages>(client, 'list_recent', { limit: 50 })
    assert.deepEqual(slugs(recent.value.pages), own)
    const related = await use<Pages>(client, 'get_related', { slug: 'needle-open-all', limit: 20 })
    for (const { slug } of related.value.pages) assert.ok(own.includes(slug), slug)
    assert.equal((await use(client, 'get_page', { slug: 'needle-root-all' })).text, 'Document not found')
    const draft = { title: 'Elsewhere', markdown: 'x', category_id: outside }
    assert.ok((await use(client, 'create_draft', draft)).isError)
    assert.equal((await use(client, 'create_draft', { ...draft, category_id: within })).isError, false)
  })

  test('what a visitor reads is never more than the public site shows', async (t) => {
    const client = await connect(t, built())
    for (const slug of await walk(client))
      assert.equal((await built().app.inject({ url: `/read/${slug}` })).statusCode, 200, slug)
    assert.deepEqual(readable(SOME_VISITOR), (await walk(client)).sort())
  })

  test('a tree that was read while its reader got a grant is shown to no one else', async () => {
    const deps = built()
    const [named, other] = [await deps.person('reader'), await deps.person('reader')]
    const { headers } = await deps.person('editor')
    const payload = { name: 'Granted meanwhile', visibility: 'restricted' }
    const category = (await deps.app.inject({ method: 'POST', url: '/api/admin/categories/', headers, payload })).json()
    const filled = { title: 'Inside', markdown: 'Text.', category_id: category.id }
    await deps.app.inject({ method: 'POST', url: '/api/docs/', headers, payload: filled })
    class LateGrant extends Variants {
      override async of(actor: Actor): Promise<Variant> {
        const variant = await super.of(actor)
        const access = { roles: [], users: [named.id] }
        const url = `/api/admin/categories/${category.id}`
        if (actor.userId === named.id) await deps.app.inject({ method: 'PUT', url, headers, payload: { access } })
        return variant
      }
    }
    const tools = readingTools({ ...deps, variants: new LateGrant(deps) } as unknown as ReadingDeps)
    const tree = tools.find(({ name }) => name === 'list_tree')!
    const seenBy = async ({ id }: TestPerson) => {
      const actor: Actor = { userId: id, role: 'reader', label: '', member: true }
      const level = (await tree.run({ actor, client: '', base: '' }, { offset: 0 } as never)) as TreeLevel
      return level.categories.some(({ id }) => id === category.id)
    }
    assert.deepEqual({ named: await seenBy(named), other: await seenBy(other) }, { named: true, other: false })
  })
})
