// Related documents that a draft may quote: only those that every reader of the target may read now, so that a draft can leak
// nothing. Found by documents/search/related.ts; their text is read here.

import type { Block } from 'galley-blocks/model.ts'
import { LRUCache } from 'lru-cache'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { Deps } from '#deps.ts'
import type { RelatedPage } from '#drafting/contract.ts'
import type { Db } from '#engine/db/db.ts'
import { findOpenToReadersOf, relatedDocuments } from '#features/documents/search/related.ts'
import { findTexts } from '#features/documents/writing/drafts/drafts.ts'
import type { RelatedRef } from './content.ts'

const MOST_RELATED = 6
/** More are found than used, so that those of the same branch can come first. */
const MOST_FOUND = 20
const MARKDOWN_KEPT = 500

/** Search results, and what an earlier draft cites if it is still open. */
export async function findRelatedRefs(
  deps: Pick<Deps, 'db'>,
  documentId: number,
  queries: string[],
  cited: number[],
): Promise<RelatedRef[]> {
  const found = await relatedDocuments(deps, documentId, queries, MOST_FOUND)
  const rows = await findOpenToReadersOf(deps, documentId, [...new Set([...cited, ...found])])
  const open = new Map(rows.map((row) => [row.id, row]))
  const chosen = new Set([...cited, ...found.filter((id) => open.has(id)).slice(0, MOST_RELATED)])
  chosen.delete(documentId)
  return [...chosen].flatMap((id) => open.get(id) ?? []).map(({ id, slug, title }) => ({ id, slug, title }))
}

/** The text of those that are still open, in the given order. */
export async function readRelated(deps: Pick<Deps, 'db'>, documentId: number, ids: number[]): Promise<RelatedPage[]> {
  const open = await findOpenToReadersOf(deps, documentId, ids)
  const markdowns = markdownsOf(deps.db)
  const unread = open.filter((row) => !markdowns.has(keyOf(row))).map(({ id }) => id)
  for (const row of await findTexts(deps.db.read, unread))
    markdowns.set(keyOf(row), blocksToMarkdown(JSON.parse(row.blocks) as Block[]))
  const byId = new Map(open.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const markdown = row && markdowns.get(keyOf(row))
    return row && markdown !== undefined ? [{ id, slug: row.slug, title: row.title, markdown }] : []
  })
}

// Jobs of a category share related documents, and each step reads them again.
const markdownsByDb = new WeakMap<Db, LRUCache<string, string>>()
const keyOf = ({ id, version }: { id: number; version: number }) => `${id}:${version}`

function markdownsOf(db: Db): LRUCache<string, string> {
  const markdowns = markdownsByDb.get(db) ?? new LRUCache({ max: MARKDOWN_KEPT })
  markdownsByDb.set(db, markdowns)
  return markdowns
}
