// Documents that may ground the draft of another one: those that every reader of that one may read now.
// The rule is on the safe side: readers of a restricted document are signed in, so what members may read will do
// for it; another restricted document never will, even where the same people may read both.

import type { Deps } from '#deps.ts'
import { filterOf, openToReadersOf } from '../access/access.ts'
import { findAudience, findInBranchOf, findTitles } from '../reading/store.ts'
import { askedIn } from './indexing/entry.ts'
import { isUnspaced, wordsOf } from './indexing/words.ts'

/** findOpenToReadersOf returns those of the documents that every reader of the target may read and that say something. */
export async function findOpenToReadersOf({ db }: Pick<Deps, 'db'>, targetId: number, ids: readonly number[]) {
  const audience = ids.length === 0 ? undefined : await findAudience(db.read, targetId)
  return audience === undefined ? [] : findTitles(db.read, filterOf(openToReadersOf(audience)), ids)
}

/** Words of at least this length say what a text is about; below: how many of them, and of documents with each, are used. */
const TELLING_LENGTH = 4
const MOST_TELLING = 12
const LONGEST_RELATED_QUERY = 2_000
const MOST_HOLDING = 100
const TITLE_WORTH = 4
const HEAD_WORTH = 1
/** A document of the own branch need not say quite as much as one from elsewhere. */
const NEARLY = 0.5

/**
 * relatedDocuments finds what may ground a draft of the document: open to everyone who may read that one, and sharing
 * telling words with the queries (titles, notes). A word that few documents hold tells more than one that many hold.
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

/** ownBranchFirst: of what says nearly as much as the best, what is filed at or below the document's own category leads. */
async function ownBranchFirst(db: Deps['db'], documentId: number, ranked: [number, number][]): Promise<number[]> {
  const most = ranked[0]?.[1] ?? 0
  const near = ranked.filter(([, weight]) => weight >= most * NEARLY).map(([id]) => id)
  const own = new Set(await findInBranchOf(db.read, documentId, near))
  const ids = ranked.map(([id]) => id)
  return [...ids.filter((id) => own.has(id)), ...ids.filter((id) => !own.has(id))]
}

/** tellingWords takes turns among the queries, so that a long one does not crowd out the others. */
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
