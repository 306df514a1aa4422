// Who may call what: who-may.tsv is written by hand, one line a route, and each line is held against every kind of caller. It
// says the role that a caller needs at least (`guarded:` ones not from a trusted network), the scopes of which an API token needs
// one (`none`: only sessions may), and whether a session has to be proven lately (`proof`) or a token for categories may call it,
// too (`bound`).
// `itself` are routes that look at tokens on their own. Documents and categories have rules of their own, tested beside them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rankOf } from '../../src/actor.ts'
import { buildApp } from '../../src/app.ts'
import type { Role } from '../../src/engine/db/vocabulary.ts'
import { PROOF_LASTS_MS } from '../../src/http/gate/access.ts'
import { buildDeps, type Method, makePerson, OUTSIDE, TestClock } from '../build.ts'
import type { Cleaner } from '../cleaner.ts'

type Row = { who: string; scopes: string[]; limit: string; route: string }
const ROWS: Row[] = readFileSync(join(import.meta.dirname, 'who-may.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [who, scope, limit, method, path] = line.split('\t') as [string, string, string, string, string]
    return { who, scopes: scope.split('|'), limit, route: `${method} ${path}` }
  })

type Caller = { name: string; role: Role | null; given?: string[]; bound?: true; network?: true; isStale?: true }
const CALLERS: Caller[] = [
  { name: 'a visitor', role: null },
  { name: 'a trusted network', role: null, network: true },
  { name: 'a reader', role: 'reader' },
  { name: 'an editor', role: 'editor' },
  { name: 'an admin', role: 'admin' },
  { name: 'an admin who signed in long ago', role: 'admin', isStale: true },
  ...['read', 'write', 'pipeline', 'admin', 'metrics'].map((scope) => ({
    name: `an admin's token with the scope ${scope}`,
    role: 'admin' as const,
    given: [scope],
  })),
  { name: "an editor's token for a category", role: 'editor', given: ['read', 'write'], bound: true },
]

/** expected is what a line of the table means for a caller; a refusal comes before anything else is looked at. */
function expected({ who, scopes, limit }: Row, { role, given, bound, network, isStale }: Caller): 'pass' | 401 | 403 {
  const least = who.replace('guarded:', '')
  if (least === 'open' || least === 'any' || (network && who !== least)) return 'pass'
  if (role === null) return 401
  if (rankOf(role) < rankOf(least as Role) || (bound && limit !== 'bound')) return 403
  const isAny = scopes.includes('any') && !given?.includes('metrics')
  if (given && !isAny && !given.some((scope) => scopes.includes(scope))) return 403
  return isStale && limit === 'proof' ? 403 : 'pass'
}

/** addressOf fills in ids and slugs that nobody has. */
const addressOf = (path: string) =>
  path
    .replace(/:bucket/, 'empty')
    .replace(/:slug/, 'no-such-slug')
    .replace(/:\w+/g, '999999')
    .replace('*', 'no-such-file.js')

async function openService(t: Cleaner) {
  const clock = new TestClock()
  const deps = await buildDeps(t, { clock })
  const app = buildApp(deps)
  const routes = new Map<string, Method | 'HEAD'>()
  app.addHook('onRoute', ({ method, url, schema }) => {
    // A stream that is got does not end; the gate is the same for its head.
    const isStream = schema?.produces?.includes('text/event-stream')
    for (const one of [method].flat() as (Method | 'HEAD')[])
      if (one !== 'HEAD') routes.set(`${one} ${url}`, isStream && one === 'GET' ? 'HEAD' : one)
  })
  t.after(() => app.close())
  await app.ready()

  const post = async (url: string, headers: Record<string, string>, payload: object) =>
    (await app.inject({ method: 'POST', url, headers, payload })).json()
  async function headersOf({ role, given, bound, isStale }: Caller): Promise<Record<string, string>> {
    if (!role) return {}
    const { id, headers } = await makePerson(deps, role)
    if (isStale) {
      const proved_at = clock.now() - PROOF_LASTS_MS
      await deps.db.inTransaction((tx) =>
        tx.updateTable('sessions').set({ proved_at }).where('user_id', '=', id).execute(),
      )
    }
    if (!given) return headers
    const name = 'Category of a token'
    const limits = bound
      ? { category_ids: [(await post('/api/admin/categories/', headers, { name })).id] }
      : { scopes: given }
    const { token } = await post('/api/tokens', headers, { name, ...limits })
    return { authorization: `Bearer ${token}` }
  }
  return { app, routes, headersOf }
}

test('every route is in the table, and lets through exactly whom it names', async (t) => {
  const { app, routes, headersOf } = await openService(t)
  assert.deepEqual(ROWS.map(({ route }) => route).sort(), [...routes.keys()].sort())
  const wrong: string[] = []
  for (const caller of CALLERS) {
    let headers = await headersOf(caller)
    for (const row of ROWS) {
      if (row.who === 'itself') continue
      const url = addressOf(row.route.split(' ')[1]!)
      const from = caller.network ? {} : OUTSIDE
      const { statusCode, body } = await app.inject({
        method: routes.get(row.route)!,
        url,
        headers: { ...from, ...headers },
      })
      const wanted = expected(row, caller)
      // A handler that wants a session sees the request after its body was checked.
      const isBodyFirst = statusCode === 422 && caller.given && row.scopes.includes('none')
      const isRight = wanted === 'pass' ? ![401, 403].includes(statusCode) : statusCode === wanted || isBodyFirst
      if (!isRight || statusCode >= 500) wrong.push(`${row.route} by ${caller.name}: ${statusCode} ${body}`)
      // These end the session that they are called with, or delete the account.
      if (/^(DELETE \/auth\/me|POST \/auth\/logout)/.test(row.route)) headers = await headersOf(caller)
    }
  }
  assert.deepEqual(wrong, [])
})
