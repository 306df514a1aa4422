// Finds the documents that are worth a closer look: for each term those that hold it, and in which field; the rarer the term
// and the better the field, the more it counts. Bounded: of a common term the newest holders are known, and those that hold
// a rarer term as well. Only ids pass here, so it is the same on both engines; rank.ts looks closer.

import type { Query as DbQuery } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Readable, SearchField, SearchTerm } from '#engine/db/search.ts'
import { findTitlesBeginning } from './store.ts'
import type { Term } from './terms.ts'

/** How many of the newest holders of one term are looked at; more where more are asked for. */
const MOST_HOLDERS = 100
const MOST_OF_ONE = 50
/** How many are looked at closer: many documents may have the words in equal fields. */
const MOST_LOOKED_AT = 60
const WORTH: Record<SearchField, number> = { title: 4, heading: 3, tags: 2.5, head: 1.5, anywhere: 1 }
/** A title that begins with the whole query is worth more than one that has its words. */
const BEGINS_ALIKE = WORTH.title + 0.5
const FIELDS = ['tags', 'heading', 'title'] as const

/** A Weighed term is one that some document holds: the rarer, the heavier. `worths` are by document. */
export type Weighed = { term: Term; weight: number; worths: Map<number, number> }
export type Candidate = { id: number; score: number; isWhole: boolean }
export type Candidates = { weighed: Weighed[]; candidates: Candidate[] }

type Asking = { dialect: Dialect; query: DbQuery; readable: Readable; titleKey: string; limit: number }

/** findCandidates gives the best first, and what each term weighs. */
export async function findCandidates(asking: Asking, terms: Term[]): Promise<Candidates> {
  const { dialect, query, readable, limit } = asking
  const most = terms.length === 1 ? Math.max(MOST_OF_ONE, 2 * limit) : Math.max(MOST_HOLDERS, 2 * limit)
  const holders = (asked: { field: SearchField; terms: SearchTerm[] }[]) =>
    asked.length === 0 ? [] : dialect.search.holders(query, asked, { readable, limit: most })

  const wide = await holders(
    terms.flatMap(({ words }) => [
      { field: 'anywhere' as const, terms: [words] },
      { field: 'head' as const, terms: [words] },
    ]),
  )
  const held = terms.map((term, nth) => ({ term, anywhere: wide[2 * nth]!, head: wide[2 * nth + 1]! }))
  const newest = Math.max(0, ...held.flatMap(({ anywhere }) => anywhere.slice(0, 1)))
  const weighed = held.map(({ term, anywhere, head }) => {
    const worths = new Map<number, number>()
    for (const id of anywhere) worths.set(id, WORTH.anywhere)
    for (const id of head) worths.set(id, WORTH.head)
    return { term, worths, weight: term.worth * rarity(anywhere, newest, most), isCut: anywhere.length >= most, head }
  })

  // In a head means in one of its fields, or in its lead.
  const headed = weighed.filter(({ head, term }) => head.length > 0 || term.titles !== term.words)
  const narrow = await holders(
    headed.flatMap(({ term }) =>
      FIELDS.map((field) => ({ field, terms: [field === 'title' ? term.titles : term.words] })),
    ),
  )
  for (const [nth, ids] of narrow.entries()) {
    const { worths } = headed[Math.floor(nth / FIELDS.length)]!
    for (const id of ids) worths.set(id, Math.max(worths.get(id) ?? 0, WORTH[FIELDS[nth % FIELDS.length]!]))
  }

  // Where more titles have a term than are looked at, those that begin with the whole query are among them.
  if (narrow.some((ids, nth) => FIELDS[nth % FIELDS.length] === 'title' && ids.length >= most))
    for (const { id } of await findTitlesBeginning(query, asking.titleKey, readable, limit))
      for (const { worths } of weighed) worths.set(id, BEGINS_ALIKE)

  const cut = weighed.filter(({ isCut }) => isCut)
  if (weighed.length > 1 && cut.length > 0) {
    const rare = weighed.filter(({ isCut }) => !isCut)
    const rarest = weighed.toSorted((a, b) => b.weight - a.weight)[0]!
    const driving: SearchTerm = rare.length > 0 ? rare.flatMap(({ term }) => term.words) : rarest.term.words
    const others = cut.filter((one) => rare.length > 0 || one !== rarest)
    const both = await holders(others.map(({ term }) => ({ field: 'anywhere', terms: [driving, term.words] })))
    for (const [nth, ids] of both.entries())
      for (const id of ids) if (!others[nth]!.worths.has(id)) others[nth]!.worths.set(id, WORTH.anywhere)
  }
  return { weighed, candidates: best(weighed, Math.max(MOST_LOOKED_AT, 2 * limit)) }
}

/** rarity of a term that more documents hold than are looked at is judged by how close together the newest of them are. */
function rarity(holders: number[], newest: number, most: number): number {
  if (holders.length === 0) return 0
  const count = holders.length < most ? holders.length : (most * newest) / (newest - holders.at(-1)! + 1)
  return Math.log(1 + Math.max(0.5, newest - count + 0.5) / (count + 0.5))
}

/** best leaves out what holds only words by which people ask, as long as the query says anything else. */
function best(weighed: Weighed[], most: number): Candidate[] {
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const isTold = weighed.some(({ term }) => term.worth === 1)
  const found = new Map<number, { score: number; terms: number; isMeant: boolean }>()
  for (const { term, weight, worths } of weighed)
    for (const [id, worth] of worths) {
      const one = found.get(id) ?? { score: 0, terms: 0, isMeant: !isTold }
      one.score += weight * worth
      one.terms++
      one.isMeant ||= term.worth === 1
      found.set(id, one)
    }
  return [...found]
    .filter(([, { isMeant }]) => isMeant)
    .map(([id, { score, terms }]) => ({ id, score: score / total, isWhole: terms === weighed.length }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, most)
}
