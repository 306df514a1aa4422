// Strapi on SQLite: one content type of titles and texts (the folder beside this file is its project), with a token that may do all.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/postgres.ts'
import { madeDocument, TWO_PERCENT } from '../corpus.ts'
import type { MeasuredCms } from './cms-cases.ts'
import { installed, sent, startPeer } from './installed.ts'

const VARIANTS = 400
/** Strapi has no bulk creation. */
const AT_ONCE = 10

export async function startStrapi(folder: string, count: number): Promise<MeasuredCms> {
  const cwd = installed('strapi', process.execPath)
  const port = await freePort()
  const tokenFile = join(folder, 'token')
  const env = { HOST: '127.0.0.1', PORT: String(port), DATABASE_FILE: join(folder, 'strapi.db'), TOKEN_FILE: tokenFile }
  const cli = join(cwd, 'node_modules', '@strapi', 'strapi', 'bin', 'strapi.js')
  const started = await startPeer(
    { node: process.execPath, cwd, words: [cli, 'start'], env, log: join(folder, 'strapi.log'), port },
    '/_health',
  )
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8')}`, 'content-type': 'application/json' }
  const ids: string[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const creations = Array.from({ length: AT_ONCE }, (_, nth) =>
      sent(`${started.origin}/api/docs`, headers, record(from + nth)),
    )
    for (const one of (await Promise.all(creations)) as { data: { documentId: string } }[])
      ids.push(one.data.documentId)
  }
  const get = (path: string) => ({ method: 'GET' as const, path, headers })
  const short = 'pagination%5BpageSize%5D=50&fields%5B0%5D=title'
  return {
    ...started,
    name: 'Strapi',
    cases: {
      list: () => [get(`/api/docs?${short}`)],
      read: () => ids.slice(0, VARIANTS).map((id) => get(`/api/docs/${id}`)),
      'search 2 %': () =>
        TWO_PERCENT.map((word) => get(`/api/docs?_q=${word}&pagination%5BpageSize%5D=20&fields%5B0%5D=title`)),
      create: (round) =>
        Array.from({ length: 2_000 }, (_, index) => ({
          method: 'POST',
          path: '/api/docs',
          headers,
          body: JSON.stringify(record(5_000_000 + round * 2_000 + index)),
        })),
    },
  }
}

function record(index: number): { data: { title: string; text: string } } {
  const { title, markdown: text } = madeDocument(index)
  return { data: { title, text } }
}
