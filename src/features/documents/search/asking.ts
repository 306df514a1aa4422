// Search for answering questions (features/ask): promising pages with the weights of their terms, and their content. Access
// rules apply first, as in search.

import type { Deps } from '#deps.ts'
import type { Readable, SearchTerm } from '#engine/db/search.ts'
import { findCandidates, type WeightedTerm } from './finding/candidates.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { ALIKE_WORTH, termsOf } from './finding/terms.ts'
import { titleKey } from './indexing/words.ts'
import { type ContentRow, type DocumentVersion, findContents, findReadableAmong, listVersions } from './store.ts'

type WordedQuestion = { q: string; lang: string; most: number }
/** Best page first; `dropped` are words found nowhere. */
export type AskedPages = {
  lang: string
  terms: { marks: SearchTerm; alike: SearchTerm; weight: number; oddness: number }[]
  dropped: string[]
  pages: DocumentVersion[]
}

export async function findPages(deps: FindingDeps, readable: Readable, asked: WordedQuestion): Promise<AskedPages> {
  const index = await ReadersIndex.open(deps, readable)
  const { lang, terms, dropped, isLone } = await termsOf(index, { ...asked, isTyped: false })
  if (terms.length === 0) return { lang, terms: [], dropped, pages: [] }
  const looking = { titleKey: titleKey(asked.q), isLone, limit: asked.most }
  const { weighed, candidates } = await findCandidates(index, looking, terms)
  const ids = candidates.slice(0, asked.most).map(({ id }) => id)
  const found = new Map((await findReadableAmong(index.query, ids, readable)).map((one) => [one.id, one]))
  return {
    lang,
    terms: askedTerms(weighed),
    dropped: dropped.filter((word) => !terms.some(({ shown }) => shown === word)),
    pages: ids.flatMap((id) => found.get(id) ?? []),
  }
}

/** A term and its synonyms; for a term found nowhere, the synonyms alone. */
function askedTerms(weighed: WeightedTerm[]): AskedPages['terms'] {
  const byWord = new Map<string, AskedPages['terms'][number]>()
  for (const { term, weight } of weighed) {
    const { shown, marks, oddness, isAlike } = term
    const earlier = byWord.get(shown)
    if (!isAlike) byWord.set(shown, { marks, alike: [], weight, oddness })
    else byWord.set(shown, { marks: [], weight: weight / ALIKE_WORTH, oddness, ...earlier, alike: marks })
  }
  return [...byWord.values()]
}

/** Up to so many readable documents, evenly distributed. */
export async function samplePages(
  { db }: Pick<Deps, 'db'>,
  readable: Readable,
  most: number,
): Promise<DocumentVersion[]> {
  const all = await listVersions(db.read, readable)
  const step = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, nth) => nth % step === 0)
}

/** The content of documents that still have these versions; newer ones may be closed to the reader. */
export async function listContents({ db }: Pick<Deps, 'db'>, wanted: DocumentVersion[]): Promise<ContentRow[]> {
  const versions = new Map(wanted.map(({ id, version }) => [id, version]))
  const rows = await findContents(db.read, [...versions.keys()])
  return rows.filter(({ id, version }) => versions.get(id) === version)
}
