// The database goes away under a running service: everything that needs it is a 503, everything else goes on, and nothing
// has to be started again when it comes back.

import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type Built, build, type Engine, onEngines } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { onServer } from '../postgres.ts'

/** takeAway makes the storage unusable: the file is no longer a database, or the server refuses every connection. */
async function takeAway({ config }: Built, engine: Engine): Promise<() => Promise<void>> {
  if (engine === 'sqlite') {
    const file = join(config.dataDir, 'galley.db')
    truncateSync(`${file}-wal`)
    writeFileSync(file, Buffer.alloc(1_000_000, 'x'))
    return async () => {}
  }
  const name = new URL(config.databaseUrl).pathname.slice(1)
  await onServer(
    config.databaseUrl,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  return () => onServer(config.databaseUrl, `alter database ${name} allow_connections true`)
}

const LOGIN = { identifier: 'a@example.com', password: 'x' }
const NEEDS_IT = [
  { url: '/api/docs/?limit=7' },
  { url: '/docs/dashboard' },
  { method: 'POST', url: '/auth/login', payload: LOGIN },
  { method: 'POST', url: '/api/pipeline/docs/enqueue', payload: { document_id: 1 } },
  { url: '/readyz' },
] as const
const GOES_ON = { '/healthz': 200, '/api/time': 200, '/openapi.json': 200, '/api/nowhere': 404 }

onEngines('without its database', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let headers: { authorization: string }
  let bringBack: () => Promise<void>
  before(async () => {
    built = await build(t, { engine })
    ;({ headers } = await built.person('editor'))
    assert.equal((await built.app.inject({ url: '/api/docs/private', headers })).statusCode, 200)
    bringBack = await takeAway(built, engine)
  })

  test('what needs it is a 503 that says when to come again', async () => {
    for (const request of NEEDS_IT) {
      const response = await built.app.inject({ ...request })
      assert.equal(response.statusCode, 503, `${request.url}: ${response.body}`)
      assert.equal(response.body, '{"detail":"Storage unavailable"}')
      assert.equal(response.headers['retry-after'], '1')
    }
  })

  test('what does not need it goes on', async () => {
    for (const [url, status] of Object.entries(GOES_ON))
      assert.equal((await built.app.inject({ url })).statusCode, status, url)
  })

  // A file that was overwritten does not come back; a server does.
  if (engine === 'postgres')
    test('nothing has to be started again when it is back', async () => {
      await bringBack()
      assert.equal((await built.app.inject({ url: '/api/docs/private', headers })).statusCode, 200)
    })
})
