// Who may read what: every visibility in nested categories × every kind of reader × every reading endpoint, held against the
// contract's sentence written down once more in this file: "pass the document's rule and that of every category above it".

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { buildApp } from '#app.ts'
import { EVERYTHING } from '#engine/db/change-log.ts'
import { openDb } from '#engine/db/open.ts'
import { ResponseCache } from '#http/response-cache.ts'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { until } from '../../../../test/until.ts'
import { getDocument } from '../reading/reading.ts'
import type { TreeNode } from '../schemas.ts'
import { responseFor } from '../shared-routes.ts'
import { Variants } from './variants.ts'

type TestRule = {
  visibility: 'public' | 'members' | 'restricted'
  creator: string
  users: string[]
  roles: string[]
  unpublished?: true
}
/** An unproven reader has an account, but nobody has proven its address. */
type TestReader = { name: string; role: 'reader' | 'editor' | 'admin' | null; unproven?: true }

const READERS: TestReader[] = [
  { name: 'anonymous', role: null },
  { name: 'stranger', role: 'reader' },
  { name: 'named', role: 'reader' },
  { name: 'author', role: 'reader' },
  { name: 'unproven', role: 'reader', unproven: true },
  { name: 'editor', role: 'editor' },
  { name: 'admin', role: 'admin' },
]

const rule = (visibility: TestRule['visibility'], more: Partial<TestRule> = {}): TestRule => ({
  visibility,
  creator: 'nobody',
  users: [],
  roles: [],
  ...more,
})

const CATEGORIES: { name: string; parent?: string; rule: TestRule }[] = [
  { name: 'open', rule: rule('public') },
  { name: 'club', rule: rule('members') },
  { name: 'vault', rule: rule('restricted', { users: ['named'] }) },
  { name: 'staff', rule: rule('restricted', { roles: ['reader'] }) },
  { name: 'study', rule: rule('restricted', { creator: 'author' }) },
  { name: 'open-club', parent: 'open', rule: rule('members') },
  { name: 'vault-open', parent: 'vault', rule: rule('public') },
  { name: 'staff-vault', parent: 'staff', rule: rule('restricted', { users: ['named', 'author'] }) },
  { name: 'vault-open-study', parent: 'vault-open', rule: rule('restricted', { users: ['author', 'named'] }) },
]

const DOCUMENT_RULES: [string, TestRule][] = [
  ['all', rule('public', { creator: 'author' })],
  ['members', rule('members')],
  ['named', rule('restricted', { users: ['named'] })],
  ['readers', rule('restricted', { roles: ['reader'] })],
  ['own', rule('restricted', { creator: 'author' })],
  ['draft', rule('public', { creator: 'author', unpublished: true })],
]

/** passes is the rule as the contract says it. */
function passes({ visibility, creator, users, roles, unpublished }: TestRule, reader: TestReader): boolean {
  if (reader.role === 'editor' || reader.role === 'admin') return true
  if (unpublished) return false
  if (visibility === 'public') return true
  if (reader.role === null || reader.unproven) return false
  return (
    visibility === 'members' || creator === reader.name || users.includes(reader.name) || roles.includes(reader.role)
  )
}

type Doc = { id: number; slug: string; picture: string; rules: TestRule[] }
const mayRead = (doc: Doc, reader: TestReader) => doc.rules.every((one) => passes(one, reader))

function rulesAbove(name: string | undefined): TestRule[] {
  const category = CATEGORIES.find((one) => one.name === name)
  return category ? [category.rule, ...rulesAbove(category.parent)] : []
}

onEngines('access rules', (engine) => {
  const t = suiteCleaner()
  const docs: Doc[] = []
  const people = new Map<string, TestPerson>()
  const ids = new Map<string, number>()
  let deps: Built
  let app: Built['app']
  let db: Built['db']

  before(async () => {
    const built = await build(t, { engine })
    deps = built
    app = built.app
    db = built.db
    for (const { name, role, unproven } of READERS)
      if (role) people.set(name, await built.person(role, name, unproven && null))
    const { headers } = people.get('editor')!
    const access = ({ users, roles }: TestRule) => ({ users: users.map((name) => people.get(name)!.id), roles })
    for (const { name, parent, rule } of CATEGORIES) {
      const payload = {
        name,
        parent_id: parent ? ids.get(parent) : null,
        visibility: rule.visibility,
        access: access(rule),
      }
      const response = await app.inject({ method: 'POST', url: '/api/admin/categories/', headers, payload })
      ids.set(name, response.json().id)
    }
    for (const category of [undefined, ...CATEGORIES.map(({ name }) => name)]) {
      for (const [name, rule] of DOCUMENT_RULES) {
        const drawing = `<svg><title>${category} ${name}</title></svg>`
        const sent = { method: 'POST', url: '/api/pictures', headers, payload: Buffer.from(drawing) } as const
        const picture: string = (await app.inject(sent)).json().url
        const payload = {
          title: `Needle ${category ?? 'root'} ${name}`,
          category_id: category ? ids.get(category) : null,
          visibility: rule.visibility,
          access: access(rule),
          published: !rule.unpublished,
          markdown: `needle of ${name}\n\n![Drawing](${picture})`,
        }
        const { id, slug } = (await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json()
        docs.push({ id, slug, picture, rules: [rule, ...rulesAbove(category)] })
      }
    }
    // Creators are readers here, who cannot create by themselves: people who once had a larger role.
    const author = people.get('author')!.id
    await built.db.inTransaction(async (tx) => {
      const own = docs.filter((doc) => doc.rules[0]!.creator === 'author').map((doc) => doc.id)
      await tx.updateTable('documents').set({ author_id: null }).execute()
      await tx.updateTable('documents').set({ author_id: author }).where('id', 'in', own).execute()
      await tx.updateTable('categories').set({ created_by: null }).execute()
      await tx.updateTable('categories').set({ created_by: author }).where('id', '=', ids.get('study')!).execute()
      tx.touch(EVERYTHING)
    })
  })

  const get = (reader: TestReader, url: string) =>
    app.inject({ url, headers: { ...people.get(reader.name)?.headers, ...OUTSIDE } })

  const readable = (reader: TestReader) =>
    docs
      .filter((doc) => mayRead(doc, reader))
      .map((doc) => doc.slug)
      .sort()

  const inTree = (nodes: TreeNode[]): string[] =>
    nodes.flatMap((node) => (node.type === 'document' ? [node.slug] : inTree(node.children))).sort()
  const slugs = (items: { slug: string }[]) => items.map((item) => item.slug).sort()

  const visitor = READERS[0]!

  test('what the public endpoints show is the same for everyone, and only what everyone may read', async () => {
    const everyone = readable(visitor)
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

  test('a response made while rights change is for the one who asked alone', async () => {
    const [named, stranger] = [await deps.person('reader'), await deps.person('reader')]
    const { headers } = people.get('editor')!
    const payload = { title: 'Between', visibility: 'restricted', markdown: 'x' }
    const { id } = (await app.inject({ method: 'POST', url: '/api/docs/', headers, payload })).json()
    const variants = new Variants(deps)
    const made = { db, responses: new ResponseCache(db), variants }
    const actor = (person: TestPerson) => ({ userId: person.id, role: 'reader', label: '', member: true }) as const
    const document = async (person: TestPerson) =>
      (
        await responseFor(made, actor(person), 'slug between', async () => {
          // The grant comes after the variant was found, and before the document is read.
          await db.inTransaction((tx) =>
            tx
              .insertInto('document_access')
              .values({ document_id: id, user_id: named.id, role: null })
              .onConflict((row) => row.doNothing())
              .execute(),
          )
          const view = await getDocument(deps, actor(person), { slug: 'between' }).catch(() => undefined)
          return { text: view ? 'whole' : 'nothing', tags: [`document:${id}`] }
        })
      ).body.toString()
    assert.deepEqual(await Promise.all([document(named), document(stranger)]), ['whole', 'nothing'])
    assert.equal(await document(stranger), 'nothing')
    await app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
  })

  for (const reader of READERS) {
    describe(`for ${reader.name}`, () => {
      test('lists, trees and their counts show exactly what this reader may read', async () => {
        if (reader.role === null) {
          for (const url of ['/api/docs/private', '/api/docs/tree/me'])
            assert.equal((await get(reader, url)).statusCode, 401)
          return
        }
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
        if (reader.role === null) {
          for (const path of ['search', 'suggest', 'suggest/full']) {
            assert.equal((await get(reader, `/api/docs/${path}?q=needle`)).statusCode, 401)
          }
          return
        }
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
          const { body } = await get(visitor, url)
          for (const doc of docs)
            if (!mayRead(doc, visitor)) assert.ok(!body.includes(doc.slug), `${url} names ${doc.slug}`)
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

      test('administration is for editors', async () => {
        const least = reader.role === null ? 401 : reader.role === 'reader' ? 403 : 200
        const any = docs[0]!.id
        for (const url of [
          '/api/admin/docs/?limit=200',
          '/api/admin/docs/buckets/counts',
          '/api/admin/docs/buckets/approved',
          `/api/admin/docs/${any}`,
          `/api/docs/${any}/revisions`,
          `/api/docs/${any}/views`,
          '/api/admin/categories/',
          '/api/admin/categories/tree',
        ]) {
          assert.equal((await get(reader, url)).statusCode, least, url)
        }
      })
    })
  }

  test('on a trusted network the guarded reads need no token', async () => {
    for (const doc of docs) {
      assert.equal((await app.inject(`/api/docs/${doc.id}/blocks`)).statusCode, 200, doc.slug)
    }
  })

  test('closing a category closes everything below it at once, opening it opens it again', async () => {
    const { headers } = people.get('editor')!
    const url = `/api/admin/categories/${ids.get('open')}`
    const inOpen = (slug: string) => slug.startsWith('needle-open-')
    const shown = async () => slugs((await get(visitor, '/api/docs?limit=200')).json())
    const earlier = await shown()
    await app.inject({ method: 'PUT', url, headers, payload: { visibility: 'restricted' } })
    assert.deepEqual(
      await shown(),
      earlier.filter((slug) => !inOpen(slug)),
    )
    const stranger = READERS[1]!
    assert.ok(!slugs((await get(stranger, '/api/docs/private?limit=200')).json()).some(inOpen))
    await app.inject({ method: 'PUT', url, headers, payload: { visibility: 'public' } })
    assert.deepEqual(await shown(), earlier)
    assert.deepEqual(slugs((await get(stranger, '/api/docs/private?limit=200')).json()), readable(stranger))
  })

  test('a document put into a category while it closes is closed with it', async () => {
    const { headers } = people.get('editor')!
    const inject = (method: 'POST' | 'PUT', url: string, payload: object) =>
      app.inject({ method, url, headers, payload }).then((response) => response.json())
    const { id } = await inject('POST', '/api/admin/categories/', { name: 'Door' })
    for (const visibility of ['restricted', 'public', 'members'] as const) {
      const [made] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, () => inject('POST', '/api/docs/', { title: 'Race', category_id: id }))),
        inject('PUT', `/api/admin/categories/${id}`, { visibility }),
      ])
      const rows = await db.read.selectFrom('documents').select('audience').where('category_id', '=', id).execute()
      assert.deepEqual(new Set(rows.map((row) => row.audience)), new Set([visibility]))
      assert.equal(made.length, 8)
    }
  })

  test('another node hears by itself that a document was closed', async (t) => {
    const otherDb = await openDb(deps.config)
    const other = buildApp({ ...deps, db: otherDb })
    t.after(async () => {
      await other.close()
      await otherDb.close()
    })
    await other.ready()
    const { headers } = people.get('editor')!
    const doc = docs.find((one) => one.slug === 'needle-root-all')!
    const shown = async () => slugs((await other.inject('/api/docs?limit=200')).json()).includes(doc.slug)
    assert.equal(await shown(), true)
    const put = (visibility: string) =>
      app.inject({ method: 'PUT', url: `/api/docs/${doc.id}`, headers, payload: { visibility } })
    await put('restricted')
    await until('the other node shows it no longer', async () => !(await shown()))
    await put('public')
    await until('the other node shows it again', shown)
  })

  test('moving a category under a closed one closes it, moving it back opens it', async () => {
    const { headers } = people.get('editor')!
    const url = `/api/admin/categories/${ids.get('open')}/parent`
    const earlier = slugs((await get(visitor, '/api/docs?limit=200')).json())
    await app.inject({ method: 'PATCH', url: `${url}?new_parent_id=${ids.get('vault')}`, headers })
    const closed = slugs((await get(visitor, '/api/docs?limit=200')).json())
    assert.ok(closed.length < earlier.length && !closed.some((slug) => slug.startsWith('needle-open-')))
    await app.inject({ method: 'PATCH', url, headers })
    assert.deepEqual(slugs((await get(visitor, '/api/docs?limit=200')).json()), earlier)
  })
})
