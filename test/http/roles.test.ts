// Every registered route, asked by everyone: the gate lets through whom the route's rule names and nobody else.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rankOf } from '../../src/actor.ts'
import { buildApp } from '../../src/app.ts'
import type { Role } from '../../src/engine/db/vocabulary.ts'
import type { Access } from '../../src/http/gate/access.ts'
import { buildDeps, makePerson, OUTSIDE } from '../build.ts'

type Route = { method: 'GET'; url: string; access: Access; asksItself: boolean }
/** These end or renew the session that they are called with, or delete the account. */
const SESSION_CHANGES = ['/auth/me', '/auth/logout', '/auth/logout-all', '/auth/refresh']

async function openService(t: Parameters<typeof buildDeps>[0]) {
  const deps = await buildDeps(t)
  const app = buildApp(deps)
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const asksItself = schema !== undefined && 'security' in schema
    // A stream that is got does not end; the gate is the same for its head.
    const streams = schema?.produces?.includes('text/event-stream')
    for (const one of [method].flat())
      if (one !== 'HEAD')
        routes.push({
          method: (streams && one === 'GET' ? 'HEAD' : one) as 'GET',
          url,
          access: config!.access!,
          asksItself,
        })
  })
  t.after(() => app.close())
  await app.ready()
  return { deps, app, routes }
}

/** addressOf fills in ids and slugs that nobody has. */
const addressOf = (url: string) =>
  url
    .replace(/:bucket/, 'empty')
    .replace(/:slug/, 'no-such-slug')
    .replace(/:\w+/g, '999999')
    .replace('*', 'no-such-file.js')

/** gateSays is what the rule of a route means for a role, from outside every trusted network. */
function gateSays(access: Access, role: Role | null): 'pass' | 401 | 403 {
  const least = access.replace('guarded:', '')
  if (least === 'open' || least === 'any') return 'pass'
  if (role === null) return 401
  return rankOf(role) >= rankOf(least as Role) ? 'pass' : 403
}

describe('every route', () => {
  test('lets through exactly whom its rule names', async (t) => {
    const { deps, app, routes } = await openService(t)
    assert.ok(routes.length >= 69)
    const people = new Map<Role | null, Record<string, string>>([[null, {}]])
    for (const role of ['reader', 'editor', 'admin'] as const) people.set(role, (await makePerson(deps, role)).headers)

    const wrong: string[] = []
    for (const { method, url, access, asksItself } of routes) {
      for (const [role, headers] of people) {
        const own = role && SESSION_CHANGES.includes(url) ? (await makePerson(deps, role)).headers : headers
        const response = await app.inject({ method, url: addressOf(url), headers: { ...OUTSIDE, ...own } })
        const expected = gateSays(access, role)
        const isRefused = [401, 403].includes(response.statusCode)
        const isRight = expected === 'pass' ? !isRefused || (asksItself && !role) : response.statusCode === expected
        if (!isRight || response.statusCode >= 500)
          wrong.push(`${method} ${url} (${access}) by ${role}: ${response.body}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('that is guarded passes without a token from a trusted network, and no other does', async (t) => {
    const { app, routes } = await openService(t)
    const wrong: string[] = []
    for (const { method, url, access, asksItself } of routes) {
      const { statusCode, body } = await app.inject({ method, url: addressOf(url) })
      const passes = access === 'open' || access.startsWith('guarded:')
      if ((statusCode === 401) === passes && !asksItself) wrong.push(`${method} ${url} (${access}): ${body}`)
    }
    assert.deepEqual(wrong, [])
  })
})
