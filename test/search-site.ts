// Sites for tests of search: documents in one transaction, and a reader who asks.

import assert from 'node:assert/strict'
import type { Actor } from '../src/actor.ts'
import { blocksFromMarkdown } from '../src/blocks/markdown/from-markdown.ts'
import type { Deps } from '../src/deps.ts'
import type { DocumentCreate } from '../src/features/documents/schemas.ts'
import { prepareContent } from '../src/features/documents/writing/prepare/prepare.ts'
import { addDocument } from '../src/features/documents/writing/write.ts'
import { build, type Engine } from './build.ts'
import type { Cleaner } from './cleaner.ts'

export const SOME_EDITOR: Actor = { userId: null, role: 'editor', label: 'test', member: true }

export type SearchSample = Omit<DocumentCreate, 'markdown' | 'blocks'> & { markdown?: string }

/** addAll makes many documents in one transaction. */
export async function addAll({ db, clock }: Pick<Deps, 'db' | 'clock'>, documents: SearchSample[]): Promise<number[]> {
  const ready = await Promise.all(
    documents.map(async ({ markdown = '', ...fields }) => ({
      ...fields,
      prepared: await prepareContent(blocksFromMarkdown(markdown)),
    })),
  )
  return db.inTransaction(async (tx) => {
    const ids = []
    for (const document of ready) {
      const cause = { actor: SOME_EDITOR, origin: 'hand', at: clock.now() } as const
      ids.push((await addDocument({ db }, tx, document, cause)).id)
    }
    return ids
  })
}

export type FoundHit = { id: number; slug: string; title: string; snippet: string; score: number }

export async function searchSite(t: Cleaner, engine: Engine) {
  const built = await build(t, { engine, env: { GALLEY_EDITORS_SEE: 'everything' } })
  const reader = await built.person('reader')
  const get = async <T>(path: string, query: Record<string, string>, headers = reader.headers): Promise<T> => {
    const response = await built.app.inject({ url: path, query, headers })
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
  return { ...built, reader, get }
}
