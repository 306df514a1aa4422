// A reader's documents with a tag, by the search index, which respects reach: a tag of hidden documents alone costs the same
// as an unknown one.

import type { Actor } from '#actor.ts'
import { searchableFor } from '../access/access.ts'
import { listReadable, type SiteItem } from '../reading/page.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { askedIn } from './indexing/entry.ts'
import { wordsOf } from './indexing/words.ts'

/** The newest documents are examined, because titles with the tag's words match too. */
const MOST_LOOKED_AT = 1_000

/** Most recently changed first. */
export async function listTagged(deps: FindingDeps, actor: Actor, tag: string): Promise<SiteItem[]> {
  const words = wordsOf(tag)
  if (words.length === 0) return []
  const index = await ReadersIndex.open(deps, await searchableFor(deps.db.read, actor, 'site'))
  const asked = askedIn('tags', ...words.map((word) => [{ word, prefix: false }]))
  const [ids = []] = await index.holders([asked], { limit: MOST_LOOKED_AT, first: 'newest' })
  const wanted = tag.toLowerCase()
  return (await listReadable(deps, actor, ids))
    .filter(({ tags }) => tags.some((own) => own.toLowerCase() === wanted))
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
}
