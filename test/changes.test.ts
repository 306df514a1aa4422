// Nothing cached is used after it has changed: every column of every table is noted by a trigger when it is written, or listed
// here as one that nothing cached shows; and whatever is written by the API, what is cached then is what is made without a cache.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { buildApp } from '#app.ts'
import { WRITES } from '#changes.ts'
import { type Built, build, buildDeps, OUTSIDE, onEngines, type TestPerson } from './build.ts'
import { suiteCleaner } from './cleaner.ts'

/** Nothing cached shows these tables, or these columns of a table. */
const SILENT: Readonly<Record<string, string>> = {
  // What documents are made of, and what is kept beside them.
  document_rows: 'id view_count',
  drafts: 'id document_id kind state base_id head_id version created_at updated_at scheduled_by',
  texts: 'document_id text',
  revisions:
    'id document_id parent_id merged_id behind since base_version iteration_id title summary tags lang blocks evidence origin author_id reason created_at published_by published_at',
  users: 'id name_key password_hash email_verified link_epoch created_at updated_at last_login_at codes_held_at',
  sessions: 'id user_id created_at refreshable_until last_used_at device address issuer provider_sid',
  api_tokens: 'id hash name prefix created_at last_used_at',
  session_tokens: 'hash session_id issued_at expires_at',
  page_links: 'id document_id slug',
  imports:
    'id name size preset category_id as_drafts redirects source prune deletion_id created_by acting_id created_at started_at ended_at run_at lease_until attempts fence',
}
/** Nothing that is cached shows anything of these. */
const SILENT_TABLES =
  `actions answer_tokens audit changes codes counters deletions document_rows events former_slugs folder_pages
  idempotency_keys identities import_categories import_changes import_pieces iterations jobs known_browsers leases log_requests
  mail_settings mails missed_searches nodes passkeys presence preview_links processes publishing_rules recovery_codes redirects scim_users
  groups live_documents live_updates schedules schema_migrations search_documents search_words secrets sso_uses throttles tickets totp_secrets upload_pieces
  upload_uses uploads views webhook_deliveries webhooks`.split(/\s+/)

test('a change of WRITES comes with a migration, which makes the triggers of existing databases again', () => {
  const made = hash('sha256', JSON.stringify(WRITES)).slice(0, 16)
  assert.equal(made, '1693ee90a98f8737', 'add a migration (an empty one will do), then write the new value here')
})

onEngines('what is written', (engine) => {
  test('is noted, or nothing cached shows it', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const unknown: string[] = []
    for (const { name, columns } of await db.catalog.tables(db.read)) {
      const writes = WRITES.filter(({ table }) => table === name)
      if (SILENT_TABLES.includes(name) && writes.length === 0) continue
      const noted = new Set(writes.flatMap((write) => write.columns ?? (write.on ? [] : columns)))
      const known = noted.union(new Set(SILENT[name]?.split(/\s+/)))
      for (const column of columns)
        if (![...known].some((one) => one.split(' ')[0] === column)) unknown.push(`${name}.${column}`)
    }
    assert.deepEqual(unknown, [])
  })
})

/** A step is a request of an editor or an administrator; `left`, `right` and `doc` stand for the ids of what was made first. */
const STEPS: [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object][] = [
  [
    'PUT',
    '/api/docs/DOC',
    { title: 'Other title', markdown: '## Heading\n\n[Next](/read/second) and [new](/read/late)' },
  ],
  ['PUT', '/api/docs/DOC', { tags: ['one', 'two'] }],
  ['PUT', '/api/docs/DOC', { slug: 'renamed' }],
  ['PUT', '/api/docs/DOC', { slug: 'first' }],
  ['PUT', '/api/docs/DOC', { visibility: 'restricted' }],
  ['PUT', '/api/docs/DOC', { access: { roles: ['reader'], users: [] } }],
  ['PUT', '/api/docs/DOC', { visibility: 'public' }],
  ['PUT', '/api/docs/DOC', { category_id: 'RIGHT' }],
  ['PUT', '/api/docs/DOC', { position: 3 }],
  ['POST', '/api/docs/DOC/pin'],
  ['POST', '/api/docs/DOC/unpublish'],
  ['POST', '/api/docs/DOC/publish'],
  ['PATCH', '/api/admin/brand', { addresses: 'nested', name: 'Other' }],
  ['POST', '/api/docs/', { title: 'Late', slug: 'late', markdown: 'Came late.', category_id: 'RIGHT' }],
  ['PUT', '/api/docs/DOC?publish=false', { markdown: 'Not published yet.' }],
  ['POST', '/api/docs/DOC/publish'],
  ['PUT', '/api/admin/categories/LEFT', { name: 'Renamed', slug: 'renamed' }],
  ['PUT', '/api/admin/categories/LEFT', { visibility: 'members' }],
  ['PUT', '/api/admin/categories/LEFT', { visibility: 'restricted' }],
  ['PUT', '/api/admin/categories/LEFT', { access: { roles: ['reader'], users: [] } }],
  ['PUT', '/api/admin/categories/LEFT', { visibility: 'public' }],
  ['PUT', '/api/admin/categories/LEFT', { parent_id: 'RIGHT' }],
  ['PATCH', '/auth/me', { display_name: 'Another name' }],
  ['DELETE', '/api/docs/DOC'],
  ['POST', '/api/admin/docs/trash/DOC/restore'],
  ['DELETE', '/api/admin/categories/LEFT'],
]
const LISTS = '/api/docs/ /api/docs/tree /api/docs/first /read/first /read/category/left'.split(' ')
/** SEEN is what a visitor, a reader and an administrator look at. */
const SEEN = [
  [...LISTS, ...'/ /read/second /left/first /right/late /api/docs/suggest?q=head /llms-full.txt /feed.xml'.split(' ')],
  LISTS,
  [...LISTS, '/api/admin/docs/', '/api/admin/docs/?unpublished=true', '/api/admin/categories/'],
]

onEngines('what is cached', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let people: (TestPerson | undefined)[]
  let uncached: Built['app']
  let ids: Record<string, number>

  const send = (app: Built['app'], method: string, url: string, person?: TestPerson, payload?: object) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: { ...person?.headers, ...OUTSIDE },
      ...(payload && { payload }),
    })

  before(async () => {
    built = await build(t, { engine })
    uncached = buildApp({ ...built, db: { ...built.db, isCurrent: () => false, sequence: () => undefined } })
    t.after(() => uncached.close())
    await uncached.ready()
    people = [undefined, await built.person('reader'), await built.person('admin')]
    const add = async (url: string, payload: object) =>
      (await send(built.app, 'POST', url, people[2], payload)).json().id as number
    const left = await add('/api/admin/categories/', { name: 'Left' })
    const right = await add('/api/admin/categories/', { name: 'Right' })
    const doc = await add('/api/docs/', { title: 'First', markdown: 'Text.', category_id: left })
    await add('/api/docs/', { title: 'Second', markdown: '[Back](/read/first)', category_id: right })
    ids = { LEFT: left, RIGHT: right, DOC: doc }
  })

  const seenBy = async (app: Built['app'], nth: number) => {
    const seen: Record<string, unknown> = {}
    for (const url of SEEN[nth]!) {
      const { statusCode, body, headers } = await send(app, 'GET', url, people[nth])
      // Views and age are no change: what is read most may be some minutes old.
      const lasting = body.replace(/"score":[\d.]+|<section aria-labelledby="most-read">.+?<\/section>/gs, '')
      seen[url] = { statusCode, body: lasting, location: headers.location }
    }
    return seen
  }
  const withIds = (text: string) => text.replace(/DOC|LEFT|RIGHT/g, (name) => String(ids[name]))

  test('is what is made without a cache, after every write', async () => {
    for (const nth of people.keys()) await seenBy(built.app, nth)
    for (const [method, url, payload] of STEPS) {
      const given = payload && JSON.parse(withIds(JSON.stringify(payload)).replace(/"(\d+)"/g, '$1'))
      const { statusCode, body } = await send(built.app, method, withIds(url), people[2], given)
      assert.ok(statusCode < 300, `${method} ${url}: ${body}`)
      for (const nth of people.keys())
        assert.deepEqual(await seenBy(built.app, nth), await seenBy(uncached, nth), `${nth}: ${method} ${url}`)
    }
  })
})
