// Sources for a document's draft: documents that every reader of it may read now. Errs on the safe side: readers of a
// restricted document are signed in, so documents for members qualify; other restricted ones never do, even with the same
// readers.

import type { Deps } from '#deps.ts'
import { filterOf, openToReadersOf } from '../access/access.ts'
import { findAudience, findInBranchOf, findTitles } from '../reading/store.ts'
import { askedIn } from './indexing/entry.ts'
import { isUnspaced, wordsOf } from './indexing/words.ts'

/** Those of the documents with content that every reader of the target may read. */
export async function findOpenToReadersOf({ db }: Pick<Deps, 'db'>, targetId: number, ids: readonly number[]) {
  const audience = ids.length === 0 ? undefined : await findAudience(db.read, targetId)
  return audience === undefined ? [] : findTitles(db.read, filterOf(openToReadersOf(audience)), ids)
}

/** Meaningful words have at least this length; below: how many of them, and of documents for each, are used. */
const TELLING_LENGTH = 4
const MOST_TELLING = 12
const LONGEST_RELATED_QUERY = 2_000
const MOST_HOLDING = 100
const TITLE_WORTH = 4
const HEAD_WORTH = 1
/** Documents of the same branch may score this much lower and still come first. */
const NEARLY = 0.5

/**
 * Finds sources for a draft: open to all readers of the document, and sharing meaningful words with the queries (titles,
 * notes). Rarer words count more.
 */
export async function relatedDocuments(
  { db }: Pick<Deps, 'db'>,
  documentId: number,
  queries: string[],
  limit: number,
): Promise<number[]> {
  const audience = await findAudience(db.read, documentId)
  if (audience === undefined) return []
  const readable = openToReadersOf(audience)
  const weights = new Map<number, number>()
  const words = tellingWords(queries)
  const holders = (field: 'head' | 'title') => {
    const asked = words.map((word) => askedIn(field, [{ word, prefix: false }]))
    return db.dialect.search.holders(db.read, asked, { readable, limit: MOST_HOLDING })
  }
  const titled = await holders('title')
  for (const [index, ids] of (await holders('head')).entries()) {
    const rarity = 1 / (1 + Math.log2(ids.length))
    const inTitle = new Set(titled[index]!)
    for (const id of ids)
      weights.set(id, (weights.get(id) ?? 0) + (inTitle.has(id) ? TITLE_WORTH : HEAD_WORTH) * rarity)
  }
  weights.delete(documentId)
  const ranked = [...weights].sort(([idA, weightA], [idB, weightB]) => weightB - weightA || idB - idA)
  return (await ownBranchFirst(db, documentId, ranked.slice(0, 2 * limit))).slice(0, limit)
}

/** Among documents that score nearly as well as the best, those in the document's category or below it come first. */
async function ownBranchFirst(db: Deps['db'], documentId: number, ranked: [number, number][]): Promise<number[]> {
  const most = ranked[0]?.[1] ?? 0
  const near = ranked.filter(([, weight]) => weight >= most * NEARLY).map(([id]) => id)
  const own = new Set(await findInBranchOf(db.read, documentId, near))
  const ids = ranked.map(([id]) => id)
  return [...ids.filter((id) => own.has(id)), ...ids.filter((id) => !own.has(id))]
}

/** Takes words from the queries in turn, so that a long query doesn't crowd out the others. */
function tellingWords(queries: string[]): string[] {
  const cut = queries.map((query) =>
    [...new Set(wordsOf(query.slice(0, LONGEST_RELATED_QUERY)))].filter(
      (word) => word.length >= TELLING_LENGTH || isUnspaced(word),
    ),
  )
  const longest = Math.max(0, ...cut.map((words) => words.length))
  const turns = Array.from({ length: longest }, (_, turn) => cut.flatMap((words) => words[turn] ?? []))
  return [...new Set(turns.flat())].slice(0, MOST_TELLING)
}
