// Finds candidate documents: for each term, which documents contain it in which field; rarer terms and better fields count
// more. Bounded: of a common term only the newest documents are known, and those that also have a rarer term. Handles only
// ids, so it is the same on both engines; rank.ts examines the texts.

import type { SearchTerm, WordQuery } from '#engine/db/search.ts'
import { askedIn, type SearchField } from '../indexing/entry.ts'
import type { ReadersIndex } from './readers-index.ts'
import type { Term } from './terms.ts'

/** How many of a term's newest documents are examined, and the surplus for a single-term query. */
const MOST_HOLDERS = 100
const MORE_OF_ONE = 10
/** Candidates examined by rank.ts: many documents may have the words in equal fields. */
const MOST_LOOKED_AT = 60
const WORTH: Record<SearchField, number> = { title: 3, tags: 3, heading: 2.5, head: 1.5, anywhere: 1 }
/** The weight of the most common everyday word relative to an unusual one in as many documents. */
const LEAST_ODD = 0.3
/** A title that begins with the whole query is better than one that contains its words. */
const BEGINS_ALIKE = WORTH.title + 0.5

/** A term found in at least one document; `worths` by document. */
export type WeightedTerm = { term: Term; weight: number; worths: Map<number, number> }
export type Candidate = { id: number; score: number; isWhole: boolean }
type Candidates = { weighed: WeightedTerm[]; candidates: Candidate[] }

/** `isLone`: a single term; others may have been dropped. */
type Asking = { titleKey: string; isLone: boolean; limit: number }
type Holders = (asked: WordQuery[]) => Promise<number[][]>

const mostOf = (terms: number, limit: number): number =>
  terms === 1 ? limit + MORE_OF_ONE : Math.max(MOST_HOLDERS, 2 * limit)

/** Best first, with each term's weight. */
export async function findCandidates(
  index: ReadersIndex,
  { titleKey, isLone, limit }: Asking,
  terms: Term[],
): Promise<Candidates> {
  const most = mostOf(terms.length, limit)
  const holders: Holders = (asked) => index.holders(asked, { limit: most })
  const weighed =
    terms.length > 1
      ? await weighMany(holders, terms, most)
      : [await weighOne(holders, terms[0]!, { most, limit, isLone })]
  // If a term is in more titles than are examined, include titles that begin with the whole query.
  const isCut = weighed.some(({ isTitleCut }) => isTitleCut)
  const begun = isCut ? await index.titlesBeginning(titleKey, limit) : []
  for (const id of begun) for (const { worths } of weighed) worths.set(id, BEGINS_ALIKE)
  return { weighed, candidates: best(weighed, Math.max(MOST_LOOKED_AT, 2 * limit)) }
}

/** All queries at once; results follow the order of terms, then fields. */
const heldIn = (holders: Holders, terms: Term[], fields: readonly SearchField[]): Promise<number[][]> =>
  holders(terms.flatMap((term) => fields.map((field) => askOf(term, field))))

const FIELDS: SearchField[] = ['anywhere', 'head', 'heading', 'tags']
const FIELDS_OF_MANY: SearchField[] = ['anywhere', 'heading', 'tags']
type Bounds = { most: number; limit: number; isLone: boolean }

const lone = (term: Term, found: number[][], { most }: Bounds) => ({
  term,
  weight: 1,
  worths: worthsOf(FIELDS, found),
  isTitleCut: found[3]!.length >= most,
})

/** With one term, the lead counts only if no words were dropped. */
async function weighOne(holders: Holders, term: Term, bounds: Bounds) {
  const [titles] = term.words.length > 1 ? await heldIn(holders, [term], ['tags']) : []
  if (titles && isFull(term, titles, bounds)) return lone(term, [[], [], [], titles], bounds)
  const [anywhere, heading, tags, head] = await heldIn(
    holders,
    [term],
    bounds.isLone ? [...FIELDS_OF_MANY, 'head'] : FIELDS_OF_MANY,
  )
  return lone(term, [anywhere!, head ?? [], heading!, tags!], bounds)
}

/** Titles fill the response, so other fields can't matter. */
const isFull = ({ words }: Term, titles: number[], { limit }: Bounds): boolean =>
  words.length > 1 && titles.length >= limit

/** Titles are few, so a common prefix is searched there as typed. */
const askOf = (term: Term, field: SearchField): WordQuery =>
  field === 'tags' && term.titles !== term.words ? askedIn('title', term.titles) : askedIn(field, term.words)

/** The best field of each document; `fields` are ordered from worst to best. */
function worthsOf(fields: SearchField[], found: number[][]): Map<number, number> {
  const worths = new Map<number, number>()
  for (const [nth, ids] of found.entries()) for (const id of ids) worths.set(id, WORTH[fields[nth]!])
  return worths
}

async function weighMany(holders: Holders, terms: Term[], most: number) {
  const fields = FIELDS_OF_MANY
  const found = await heldIn(holders, terms, fields)
  const held = terms.map((term, nth) => ({ term, found: found.slice(3 * nth, 3 * nth + 3) }))
  const newest = Math.max(0, ...held.flatMap(({ found: [anywhere] }) => anywhere!.slice(0, 1)))
  const weighed = held.map(({ term, found }) => ({
    term,
    weight: term.worth * (LEAST_ODD + (1 - LEAST_ODD) * term.oddness) * rarity(found[0]!, newest, most),
    worths: worthsOf(fields, found),
    isCut: found[0]!.length >= most,
    isTitleCut: found[2]!.length >= most,
  }))
  // Of a common term only the newest documents are known, so those that also have a rarer term are queried.
  const rarest = weighed.toSorted((a, b) => b.weight - a.weight)[0]!
  const rare = weighed.filter(({ isCut }) => !isCut)
  const driving: SearchTerm = (rare.length > 0 ? rare : [rarest]).flatMap(({ term }) => term.words)
  const common = weighed.filter((one) => one.isCut && one !== rarest)
  const both = await holders(common.map(({ term }) => askedIn('anywhere', driving, term.words)))
  for (const [nth, ids] of both.entries())
    for (const id of ids) if (!common[nth]!.worths.has(id)) common[nth]!.worths.set(id, WORTH.anywhere)
  return weighed
}

/** Estimates the rarity of a term with more documents than are examined, by how close together the newest are. */
function rarity(holders: number[], newest: number, most: number): number {
  if (holders.length === 0) return 0
  const count = holders.length < most ? holders.length : (most * newest) / (newest - holders.at(-1)! + 1)
  return Math.log(1 + Math.max(0.5, newest - count + 0.5) / (count + 0.5))
}

/** Leaves out documents that match only question words, if the query has others. */
function best(weighed: WeightedTerm[], most: number): Candidate[] {
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
