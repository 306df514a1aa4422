// What the service has itself wins over the address of a page: each route that somebody can open is on the lists of those addresses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '#app.ts'
import { buildDeps } from '../../../../test/build.ts'
import { documentAddress } from './addresses.ts'

/** NESTED: a page would be at its old address. */
const NESTED = { addresses: 'nested', basePath: '', homeId: null, version: 1 } as const
const addressOf = (path: string) => documentAddress(NESTED, [], { id: 1, slug: 'page', path }, false)

test('no page is at an address that a route has', async (t) => {
  const app = buildApp(await buildDeps(t))
  const routes = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) routes.add(url.replace(/:\w+/g, '1').replace('*', 'x'))
  })
  t.after(() => app.close())
  await app.ready()
  assert.ok(routes.size > 69)
  assert.deepEqual(
    [...routes].filter((url) => addressOf(url) !== '/read/page'),
    [],
  )
  assert.equal(addressOf('/guide/page'), '/guide/page')
})
