// Directus on SQLite: one collection of titles and texts, its cache and rate limits as they come, reads and writes with a token.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../test/postgres.ts'
import { madeDocument, TWO_PERCENT } from '../corpus.ts'
import type { MeasuredCms } from './cms-cases.ts'
import { installed, on, sent, startPeer } from './installed.ts'

const TOKEN = 'a-token-for-measuring-alone'
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
const AT_ONCE = 100
const VARIANTS = 400

export async function startDirectus(folder: string, count: number, node: string): Promise<MeasuredCms> {
  const cwd = installed('directus', node)
  const port = await freePort()
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: 'measuring',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(folder, 'directus.db'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'measuring-alone',
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
  }
  const cli = join(cwd, 'node_modules', 'directus', 'cli.js')
  execFileSync(node, [cli, 'bootstrap'], { cwd, env: { ...on(node), ...env }, stdio: 'ignore' })
  const started = await startPeer(
    { node, cwd, words: [cli, 'start'], env, log: join(folder, 'directus.log'), port },
    '/server/ping',
  )
  const field = (name: string, type: string) => ({ field: name, type, schema: {}, meta: {} })
  const fields = [field('title', 'string'), field('text', 'text')]
  await sent(`${started.origin}/collections`, headers, { collection: 'docs', schema: {}, meta: {}, fields })
  for (let from = 0; from < count; from += AT_ONCE)
    await sent(
      `${started.origin}/items/docs`,
      headers,
      Array.from({ length: AT_ONCE }, (_, nth) => record(from + nth)),
    )
  const get = (path: string) => ({ method: 'GET' as const, path, headers })
  return {
    ...started,
    name: 'Directus',
    cases: {
      list: () => [get('/items/docs?limit=50&fields=id,title')],
      read: () => Array.from({ length: VARIANTS }, (_, index) => get(`/items/docs/${index + 1}`)),
      'search 2 %': () => TWO_PERCENT.map((word) => get(`/items/docs?search=${word}&limit=20&fields=id,title`)),
      create: (round) =>
        Array.from({ length: 2_000 }, (_, index) => ({
          method: 'POST',
          path: '/items/docs',
          headers,
          body: JSON.stringify(record(5_000_000 + round * 2_000 + index)),
        })),
    },
  }
}

function record(index: number): { title: string; text: string } {
  const { title, markdown: text } = madeDocument(index)
  return { title, text }
}
