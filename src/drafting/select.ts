// Which items of long evidence a draft takes: BM25 over groups (a paragraph, a list with the headings above it), the notes
// and the title ask, MMR keeps repeats out. Below the floor nothing is taken. Short material was attached on purpose: it is
// taken whole, but for sections that share nothing with what is asked.

import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import type { DraftInputs, Item, Plan, Related } from './contract.ts'
import { evidenceOf, materialSources, relatedSources, type SortedNotes } from './sources.ts'
import { termsOf } from './text/words.ts'

const TAKEN_WHOLE = 24_000
const BUDGET = { short: 3_000, normal: 6_000, long: 14_000 }
const RELATED_BUDGET = 1_500
/** Shares of the best score: of a group that is taken, and of one that alone covers a topic. */
const FLOOR = 0.35
const TOPIC_FLOOR = 0.2
/** How much of what is asked a related document, and a group in it, must speak of. */
const RELATED_FLOOR = 0.5
const K1 = 1.2
const B = 0.6
const REPEATS = 0.85

type QueryWeights = Map<string, number>

/** queryOf weighs what the title and the notes speak of; words about writing ask for nothing. */
function queryOf(
  inputs: DraftInputs,
  plan: Pick<Plan, 'language' | 'directives'>,
  { facts, asks }: SortedNotes,
): QueryWeights {
  const query: QueryWeights = new Map()
  const { classes } = languageOf(plan.language)
  const add = (text: string, weight: number) => {
    const bare = fold(text).replace(
      new RegExp(`${classes.writingVerbs.source}|${classes.documentNouns.source}|${classes.politeness.source}`, 'gu'),
      ' ',
    )
    for (const term of new Set(termsOf(bare))) query.set(term, Math.max(query.get(term) ?? 0, weight))
  }
  add(inputs.document.title, 2)
  for (const text of [...asks, ...plan.directives.rest, ...plan.directives.mention, ...plan.directives.sections])
    add(text, 2)
  for (const { text } of facts.slice(0, 200)) add(text, 1)
  return query
}

type Group = { items: Item[]; terms: string[]; size: number; score: number; order: number }

/** selectMaterial gives the items of the attached material that a draft takes, in their order. */
export function selectMaterial(inputs: DraftInputs, plan: Plan, notes: SortedNotes): Item[] {
  const items = materialSources(inputs).flatMap((source) => evidenceOf(source, plan))
  const size = items.reduce((sum, { text }) => sum + text.length, 0)
  const query = queryOf(inputs, plan, notes)
  if (size <= (plan.directives.length === 'short' ? BUDGET.normal : TAKEN_WHOLE))
    return withoutStrangers(items, query, inputs.document.title)
  return choose(groupsOf(items), query, BUDGET[plan.directives.length])
}

/**
 * withoutStrangers leaves out sources that share no word with what is asked, where others do; and where the title names a
 * section of a source, its sections that share none.
 */
function withoutStrangers(items: Item[], query: QueryWeights, title: string): Item[] {
  const isAsked = (texts: string[]) => termsOf(texts.join('\n')).some((term) => query.has(term))
  const named = new Set(termsOf(title))
  const kept = [...Map.groupBy(items, ({ source }) => source)]
    .filter(([source]) => isAsked([source.title, source.text]))
    .flatMap(([, own]) => {
      const sections = [...Map.groupBy(own, ({ under }) => under.join('\n')).values()]
      const isNamed = sections.some(([item]) => isNamedBy(named, item!.under.at(-1) ?? ''))
      const asks = (section: Item[]) => isAsked([...section[0]!.under.slice(-1), ...section.map(({ text }) => text)])
      return (isNamed ? sections.filter(asks) : sections).flat()
    })
  if (kept.length === 0) return items
  const chosen = new Set(kept)
  return items.filter((item) => chosen.has(item))
}

function isNamedBy(named: ReadonlySet<string>, heading: string): boolean {
  const terms = termsOf(heading)
  return terms.length > 0 && terms.filter((term) => named.has(term)).length >= terms.length / 2
}

/** selectRelated takes from other documents only when the notes order a text or hold no facts, and only what is asked. */
export function selectRelated(
  inputs: DraftInputs,
  plan: Plan,
  notes: SortedNotes,
): { items: Item[]; related: Pick<Related, 'id' | 'score'>[] } {
  const query = queryOf(inputs, plan, { ...notes, facts: [] })
  const total = [...query.values()].reduce((sum, weight) => sum + weight, 0)
  const share = (terms: string[]) => {
    const held = new Set(terms)
    return total === 0 ? 0 : [...query].reduce((sum, [term, weight]) => sum + (held.has(term) ? weight : 0), 0) / total
  }
  const scored = relatedSources(inputs).map((source) => ({
    source,
    named: share(termsOf(source.title)) > 0,
    score: Math.round(100 * share(termsOf(`${source.title} ${source.text.slice(0, 50_000)}`))) / 100,
  }))
  const related = scored.map(({ source, score }) => ({ id: source.id!, score }))
  if (notes.asks.length === 0 && plan.directives.rest.length === 0 && notes.facts.length > 0)
    return { items: [], related }
  const groups = scored
    .filter(({ named, score }) => named && score >= RELATED_FLOOR)
    .flatMap(({ source }) => groupsOf(evidenceOf(source, plan)))
    .filter(({ terms }) => share(terms) >= RELATED_FLOOR)
  return { items: choose(groups, query, RELATED_BUDGET), related }
}

/** groupsOf puts what stood together together; headings and the source's title speak for what is under them. */
function groupsOf(items: Item[]): Group[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = `${item.source.kind} ${item.source.id} ${item.group}`
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()].map((members, order) => {
    const text = members.map((item) => item.text).join('\n')
    const above = [...new Set(members.flatMap(({ under }) => under.slice(-1)))].join(' ')
    return { items: members, terms: termsOf(`${text} ${above}`), size: text.length, score: 0, order }
  })
}

function choose(groups: Group[], query: QueryWeights, budget: number): Item[] {
  score(groups, query)
  const ranked = groups.filter((group) => group.score > 0).sort((a, b) => b.score - a.score || a.order - b.order)
  const top = ranked[0]?.score ?? 0
  const chosen: Group[] = []
  let left = budget
  const take = (group: Group) => {
    const own = new Set(group.terms)
    // What repeats a better group adds nothing.
    if (group.size > left || chosen.some((other) => overlap(own, other.terms) > REPEATS)) return
    chosen.push(group)
    left -= group.size
  }
  for (const group of ranked) if (group.score >= top * FLOOR) take(group)
  coverTopics(ranked, query, chosen, take, top)
  return chosen.sort((a, b) => a.order - b.order).flatMap(({ items }) => items)
}

/** coverTopics: a term that is asked for and stands nowhere yet gets the best group that has it. */
function coverTopics(
  ranked: Group[],
  query: QueryWeights,
  chosen: Group[],
  take: (group: Group) => void,
  top: number,
): void {
  for (const [term, weight] of query) {
    if (weight < 2 || chosen.some(({ terms }) => terms.includes(term))) continue
    const holders = ranked.filter(({ terms }) => terms.includes(term))
    const [best] = holders
    // A term that stands in many places is no topic.
    if (best && best.score >= top * TOPIC_FLOOR && holders.length <= 1 + ranked.length / 50) take(best)
  }
}

function score(groups: Group[], query: QueryWeights): void {
  const frequency = new Map<string, number>()
  for (const { terms } of groups)
    for (const term of new Set(terms)) if (query.has(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const mean = groups.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, groups.length)
  for (const group of groups) {
    const counts = new Map<string, number>()
    for (const term of group.terms) if (query.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const holders = frequency.get(term)!
      const rarity = Math.log(1 + (groups.length - holders + 0.5) / (holders + 0.5))
      const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * group.terms.length) / mean))
      group.score += query.get(term)! * rarity * weight
    }
  }
}

function overlap(own: Set<string>, other: string[]): number {
  const shared = other.filter((term) => own.has(term)).length
  return shared / Math.max(1, Math.min(own.size, other.length))
}
