// What search does for whoever answers questions (features/ask): the pages that are worth reading for one, with what its terms
// weigh, and what these pages say. As in search, who may read what is decided before anything is looked for.

import type { Deps } from '#deps.ts'
import type { Readable, SearchTerm } from '#engine/db/search.ts'
import { findCandidates } from './finding/candidates.ts'
import { type FindingDeps, ReadersIndex } from './finding/readers-index.ts'
import { termsOf } from './finding/terms.ts'
import { titleKey } from './indexing/words.ts'
import { type ContentRow, type DocumentVersion, findContents, findFound } from './store.ts'

type WordedQuestion = { q: string; lang: string; most: number }
/** AskedPages has the best page first; `dropped` are words that nothing has. */
export type AskedPages = {
  lang: string
  terms: { marks: SearchTerm; weight: number; oddness: number }[]
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
  const found = new Map((await findFound(index.query, ids, readable)).map((one) => [one.id, one]))
  return {
    lang,
    terms: weighed.map(({ term, weight }) => ({ marks: term.marks, weight, oddness: term.oddness })),
    dropped,
    pages: ids.flatMap((id) => found.get(id) ?? []),
  }
}

/** listContents is what these documents say, of those that still have these versions: others may be closed. */
export async function listContents({ db }: Pick<Deps, 'db'>, wanted: DocumentVersion[]): Promise<ContentRow[]> {
  const versions = new Map(wanted.map(({ id, version }) => [id, version]))
  const rows = await findContents(db.read, [...versions.keys()])
  return rows.filter(({ id, version }) => versions.get(id) === version)
}
