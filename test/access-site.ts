// A site with every visibility in nested categories, and one reader of every kind, for tests of who may read what. `passes` is the
// contract's sentence written down once more: "pass the document's rule and that of every category above it".

import { before } from 'node:test'
import type { TreeNode } from '../src/features/documents/schemas.ts'
import { type Built, build, type Engine, type Method, OUTSIDE, type TestPerson } from './build.ts'
import { suiteCleaner } from './cleaner.ts'

export type TestRule = {
  visibility: 'public' | 'members' | 'restricted'
  creator: string
  users: string[]
  roles: string[]
  groups: string[]
  unpublished?: true
}
/** An unproven reader has an account, but nobody has proven its address. */
export type TestReader = {
  name: string
  role: 'reader' | 'editor' | 'admin' | null
  unproven?: true
  /** everything is for editors where GALLEY_EDITORS_SEE says so. */
  everything?: true
  groups?: string[]
}

export const READERS: TestReader[] = [
  { name: 'anonymous', role: null },
  { name: 'stranger', role: 'reader' },
  { name: 'named', role: 'reader' },
  { name: 'author', role: 'reader' },
  { name: 'grouped', role: 'reader', groups: ['crew', 'band'] },
  { name: 'unproven', role: 'reader', unproven: true },
  { name: 'editor', role: 'editor' },
  { name: 'grouped-editor', role: 'editor', groups: ['band'] },
  { name: 'admin', role: 'admin' },
]

const rule = (visibility: TestRule['visibility'], more: Partial<TestRule> = {}): TestRule => ({
  visibility,
  creator: 'nobody',
  users: [],
  roles: [],
  groups: [],
  ...more,
})

export const CATEGORIES: { name: string; parent?: string; rule: TestRule }[] = [
  { name: 'open', rule: rule('public') },
  { name: 'club', rule: rule('members') },
  { name: 'vault', rule: rule('restricted', { users: ['named'] }) },
  { name: 'staff', rule: rule('restricted', { roles: ['reader'] }) },
  { name: 'study', rule: rule('restricted', { creator: 'author' }) },
  { name: 'hall', rule: rule('restricted', { groups: ['crew'] }) },
  { name: 'hall-cellar', parent: 'hall', rule: rule('restricted', { groups: ['band'], users: ['named'] }) },
  { name: 'open-club', parent: 'open', rule: rule('members') },
  { name: 'vault-open', parent: 'vault', rule: rule('public') },
  { name: 'staff-vault', parent: 'staff', rule: rule('restricted', { users: ['named', 'author'] }) },
  { name: 'vault-open-study', parent: 'vault-open', rule: rule('restricted', { users: ['author', 'named'] }) },
]

export const DOCUMENT_RULES: [string, TestRule][] = [
  ['all', rule('public', { creator: 'author' })],
  ['members', rule('members')],
  ['named', rule('restricted', { users: ['named'], groups: ['band', 'others'] })],
  ['readers', rule('restricted', { roles: ['reader'] })],
  ['own', rule('restricted', { creator: 'author' })],
  ['draft', rule('public', { creator: 'author', unpublished: true })],
]

/** passes is the rule as the contract says it. */
export function passes(
  { visibility, creator, users, roles, groups, unpublished }: TestRule,
  reader: TestReader,
): boolean {
  if (reader.role === 'admin' || reader.everything) return true
  if (unpublished && reader.role !== 'editor') return false
  if (visibility === 'public') return true
  if (reader.role === null || reader.unproven) return false
  return (
    visibility === 'members' ||
    creator === reader.name ||
    users.includes(reader.name) ||
    roles.includes(reader.role) ||
    groups.some((group) => reader.groups?.includes(group))
  )
}

type RuledDocument = { id: number; slug: string; picture: string; rules: TestRule[] }
export const mayRead = (doc: RuledDocument, reader: TestReader) => doc.rules.every((one) => passes(one, reader))

export function rulesAbove(name: string | undefined): TestRule[] {
  const category = CATEGORIES.find((one) => one.name === name)
  return category ? [category.rule, ...rulesAbove(category.parent)] : []
}

export const SOME_VISITOR = READERS[0]!

export const inTree = (nodes: TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.type === 'document' ? [node.slug] : inTree(node.children))).sort()
export const slugs = (items: { slug: string }[]) => items.map((item) => item.slug).sort()

/** accessSite fills a site before the first test of a suite; `built` and `app` are there from then on. */
export function accessSite(engine: Engine) {
  const t = suiteCleaner()
  const docs: RuledDocument[] = []
  const people = new Map<string, TestPerson>()
  const ids = new Map<string, number>()
  let built: Built

  before(async () => {
    built = await build(t, { engine })
    const { app } = built
    for (const { name, role, unproven } of READERS)
      if (role) people.set(name, await built.person(role, name, unproven && null))
    const { headers } = people.get('admin')!
    const groups = new Map<string, number>()
    for (const name of ['crew', 'band', 'others']) {
      const members = READERS.filter((one) => one.groups?.includes(name)).map((one) => people.get(one.name)!.id)
      const made = { method: 'POST', url: '/api/admin/groups', headers, payload: { name, members } } as const
      groups.set(name, (await app.inject(made)).json().id)
    }
    const access = (rule: TestRule) => ({
      users: rule.users.map((name) => people.get(name)!.id),
      roles: rule.roles,
      groups: rule.groups.map((name) => groups.get(name)!),
    })
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
      await tx.updateTable('document_rows').set({ author_id: null }).execute()
      await tx.updateTable('document_rows').set({ author_id: author }).where('id', 'in', own).execute()
      await tx.updateTable('category_rows').set({ created_by: null }).execute()
      await tx.updateTable('category_rows').set({ created_by: author }).where('id', '=', ids.get('study')!).execute()
    })
  })

  const get = (reader: TestReader, url: string) =>
    built.app.inject({ url, headers: { ...people.get(reader.name)?.headers, ...OUTSIDE } })

  const readable = (reader: TestReader) =>
    docs
      .filter((doc) => mayRead(doc, reader))
      .map((doc) => doc.slug)
      .sort()

  const inject = (method: Method, url: string, payload?: object) =>
    built.app.inject({ method, url, headers: people.get('admin')!.headers, ...(payload && { payload }) })
  const headersOf = (reader: TestReader): Record<string, string> => ({ ...people.get(reader.name)?.headers })
  return { built: () => built, docs, ids, get, inject, readable, headersOf }
}
