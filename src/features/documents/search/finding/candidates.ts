// Finds the documents that are worth a closer look: for each term those that hold it, and in which field; the rarer the term
// and the better the field, the more it counts. Bounded: of a common term the newest holders are known, and those that hold
// a rarer term as well. Only ids pass here, so it is the same on both engines; rank.ts looks closer.

import type { SearchTerm, WordQuery } from '#engine/db/search.ts'
import { askedIn, type SearchField } from '../indexing/entry.ts'
import type { ReadersIndex } from './readers-index.ts'
import type { Term } from './terms.ts'

/** How many of the newest holders of one term are looked at among others, and how many more than are asked for of a lone one. */
const MOST_HOLDERS = 100
const MORE_OF_ONE = 10
/** How many are looked at closer: many documents may have the words in equal fields. */
const MOST_LOOKED_AT = 60
const WORTH: Record<SearchField, number> = { title: 3, tags: 3, heading: 2.5, head: 1.5, anywhere: 1 }
/** What the most common word of all weighs, beside an odd one that as many documents have. */
const LEAST_ODD = 0.3
/** A title that begins with the whole query is worth more than one that has its words. */
const BEGINS_ALIKE = WORTH.title + 0.5

/** A WeightedTerm is one that some document holds: the rarer, the heavier. `worths` are by document. */
export type WeightedTerm = { term: Term; weight: number; worths: Map<number, number> }
export type Candidate = { id: number; score: number; isWhole: boolean }
type Candidates = { weighed: WeightedTerm[]; candidates: Candidate[] }

/** isLone: one word was asked for; others may have been dropped. */
type Asking = { titleKey: string; isLone: boolean; limit: number }
type Holders = (asked: WordQuery[]) => Promise<number[][]>

const mostOf = (terms: number, limit: number): number =>
  terms === 1 ? limit + MORE_OF_ONE : Math.max(MOST_HOLDERS, 2 * limit)

/** findCandidates gives the best first, and what each term weighs. */
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
  // Where more titles have a term than are looked at, those that begin with the whole query are among them.
  const isCut = weighed.some(({ isTitleCut }) => isTitleCut)
  const begun = isCut ? await index.titlesBeginning(titleKey, limit) : []
  for (const id of begun) for (const { worths } of weighed) worths.set(id, BEGINS_ALIKE)
  return { weighed, candidates: best(weighed, Math.max(MOST_LOOKED_AT, 2 * limit)) }
}

/** heldIn asks for all at once; fields follow the terms. */
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

/** weighOne: as among many, the lead does not count where other words were dropped. */
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

/** isFull: where a prefix fills the response with titles, nothing else can come among them. */
const isFull = ({ words }: Term, titles: number[], { limit }: Bounds): boolean =>
  words.length > 1 && titles.length >= limit

/** askOf: titles are few, so a prefix that many words share is asked for as it is among them. */
const askOf = (term: Term, field: SearchField): WordQuery =>
  field === 'tags' && term.titles !== term.words ? askedIn('title', term.titles) : askedIn(field, term.words)

/** worthsOf takes the best field of each document; fields come from the widest to the best. */
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
  // Of a common term only the newest holders are known: those that hold a rarer one as well are asked for.
  const rarest = weighed.toSorted((a, b) => b.weight - a.weight)[0]!
  const rare = weighed.filter(({ isCut }) => !isCut)
  const driving: SearchTerm = (rare.length > 0 ? rare : [rarest]).flatMap(({ term }) => term.words)
  const common = weighed.filter((one) => one.isCut && one !== rarest)
  const both = await holders(common.map(({ term }) => askedIn('anywhere', driving, term.words)))
  for (const [nth, ids] of both.entries())
    for (const id of ids) if (!common[nth]!.worths.has(id)) common[nth]!.worths.set(id, WORTH.anywhere)
  return weighed
}

/** rarity of a term that more documents hold than are looked at is judged by how close together the newest of them are. */
function rarity(holders: number[], newest: number, most: number): number {
  if (holders.length === 0) return 0
  const count = holders.length < most ? holders.length : (most * newest) / (newest - holders.at(-1)! + 1)
  return Math.log(1 + Math.max(0.5, newest - count + 0.5) / (count + 0.5))
}

/** best leaves out what holds only words by which people ask, as long as the query says anything else. */
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
