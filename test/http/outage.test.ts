// The database goes away under a running service: everything that needs it is a 503, everything else goes on, and nothing
// has to be started again when it comes back.

import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Built, build, type Engine, onEngines } from '../build.ts'
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

onEngines('without its database', (engine) => {
  test('the service answers 503 where it needs it, and the rest as ever', async (t) => {
    const built = await build(t, { engine })
    const { app, person } = built
    const { headers } = await person('editor')
    assert.equal((await app.inject({ url: '/api/docs/private', headers })).statusCode, 200)
    const bringBack = await takeAway(built, engine)

    const asked = await Promise.all([
      app.inject({ url: '/api/docs/?limit=7' }),
      app.inject({ url: '/docs/dashboard' }),
      app.inject({ method: 'POST', url: '/auth/login', payload: { identifier: 'a@example.com', password: 'x' } }),
      app.inject({ method: 'POST', url: '/api/pipeline/docs/enqueue', payload: { document_id: 1 } }),
      app.inject({ url: '/readyz' }),
    ])
    for (const [index, answer] of asked.entries()) {
      assert.equal(answer.statusCode, 503, `${index}: ${answer.body}`)
      assert.equal(answer.body, '{"detail":"Storage unavailable"}')
      assert.equal(answer.headers['retry-after'], '1')
    }
    assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
    assert.equal((await app.inject({ url: '/api/time' })).statusCode, 200)
    assert.equal((await app.inject({ url: '/openapi.json' })).statusCode, 200)
    assert.equal((await app.inject({ url: '/nowhere' })).statusCode, 404)

    await bringBack()
    if (engine === 'postgres') assert.equal((await app.inject({ url: '/api/docs/private', headers })).statusCode, 200)
  })
})
