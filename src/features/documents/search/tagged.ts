// The documents with a tag, as one reader finds them in the search index: the words of tags stand there with their reach, so that
// a tag which only hidden documents have costs what an unknown one costs.

import type { Actor } from '#actor.ts'
import { searchableFor } from '../access/access.ts'
import { listReadable, type SiteItem } from '../reading/page.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { askedIn } from './indexing/entry.ts'
import { wordsOf } from './indexing/words.ts'

/** Of a tag that more have, the newest: titles with its words are among those that are looked through. */
const MOST_LOOKED_AT = 1_000

/** listTagged is what changed last first. */
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
