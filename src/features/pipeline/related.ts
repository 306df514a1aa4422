// Related documents that may ground a draft: only what every reader of the target document may read at this moment,
// so that a draft can leak nothing. Finding them is the search's affair, their text is read here.

import { blocksToMarkdown } from '../../blocks/to-markdown.ts'
import type { Block } from '../../blocks/types.ts'
import type { Deps } from '../../deps.ts'
import type { Related } from '../../engine/drafter/drafter.ts'
import { findOpenToReadersOf } from '../documents/related.ts'
import { relatedDocuments } from '../documents/search.ts'
import type { RelatedRef } from './content.ts'
import * as store from './store.ts'

const MOST_RELATED = 6
const MARKDOWN_KEPT = 500

/** findRelatedRefs: what the search finds, and what an earlier draft cites, as far as it is still open. */
export async function findRelatedRefs(
  deps: Pick<Deps, 'db'>,
  documentId: number,
  queries: string[],
  cited: number[],
): Promise<RelatedRef[]> {
  const found = await relatedDocuments(deps, documentId, queries, MOST_RELATED)
  const ids = [...new Set([...cited, ...found.map(({ id }) => id)])].filter((id) => id !== documentId)
  const open = await findOpen(deps, documentId, ids)
  return ids.flatMap((id) => open.get(id) ?? []).map(({ id, slug, title }) => ({ id, slug, title }))
}

/** readRelated brings the text of the documents that are still open; the others are left out. */
export async function readRelated(deps: Pick<Deps, 'db'>, documentId: number, ids: number[]): Promise<Related[]> {
  const open = await findOpen(deps, documentId, ids)
  const texts = new Map((await store.findDocuments(deps.db.read, [...open.keys()])).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = texts.get(id)
    return row ? [{ id, slug: row.slug, title: row.title, markdown: markdownOf(row) }] : []
  })
}

async function findOpen(deps: Pick<Deps, 'db'>, documentId: number, ids: number[]): Promise<Map<number, RelatedRef>> {
  if (ids.length === 0) return new Map()
  const rows = await findOpenToReadersOf(deps.db.read, documentId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

const markdownCache = new Map<string, string>()

/** markdownOf keeps the last few conversions: many jobs of one category rest on the same documents. */
function markdownOf(row: store.DocumentRow): string {
  const key = `${row.id}:${row.version}`
  const known = markdownCache.get(key)
  if (known !== undefined) return known
  const markdown = blocksToMarkdown(JSON.parse(row.blocks) as Block[])
  if (markdownCache.size >= MARKDOWN_KEPT) markdownCache.delete(markdownCache.keys().next().value!)
  markdownCache.set(key, markdown)
  return markdown
}
