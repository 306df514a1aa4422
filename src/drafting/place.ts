// Where an item goes. The author's own headings and order win; sections that the instructions name take an item only by a
// clear margin; in a document that stands, a new item goes where the text around it speaks of the same. Otherwise an item
// stays where its author put it: before the first heading.

import { fold } from '#folding.ts'
import { entries } from '#languages/entries.ts'
import { SECTION_ROLES, type SectionRole } from '#languages/language.ts'
import { LANGUAGES, languageOf } from '#languages/languages.ts'
import type { Base } from './base.ts'
import { type Item, LEAD, type Plan, type Section, type Source } from './contract.ts'
import { sourceOf } from './sources.ts'
import { keyOf, termsOf } from './text/words.ts'

const roles = new Map<string, SectionRole>()
for (const { data } of LANGUAGES)
  for (const role of SECTION_ROLES)
    for (const heading of entries(data.roles[role].headings)) roles.getOrInsert(keyOf(heading), role)

/** roleOfHeading says what a section with this heading is for, in any language. */
export const roleOfHeading = (heading: string): SectionRole | undefined => roles.get(keyOf(heading))

/** Placed: the section of an item, and the sub-heading that it stands under there. */
type Placed = { section: string; under?: string }

export class Places {
  readonly outline: Section[]
  readonly #plan: Plan
  readonly #terms = new Map<string, Set<string>>()
  readonly #named: boolean

  constructor(plan: Plan, base: Base) {
    this.#plan = plan
    this.#named = plan.directives.sections.length > 0
    this.outline = [...plan.outline]
    for (const zone of base.zones) {
      const section = this.outline.find(({ blockId }) => blockId === zone.heading?.id)
      const text = zone.blocks.flatMap(({ block }) => (block ? [JSON.stringify(block.content ?? '')] : [])).join(' ')
      this.#terms.set(section?.id ?? LEAD, new Set(termsOf(`${zone.title} ${text.slice(0, 20_000)}`)))
    }
  }

  /** place finds the section of an item; `headings` are those of its source that are worth keeping. */
  place(item: Item, headings: string[], hasBase: boolean): Placed {
    const [first, ...deeper] = headings
    const under = deeper.at(-1)
    const own = headings.findLast((heading) => this.#find(heading))
    if (own) return { section: this.#find(own)!.id, ...(under && under !== own ? { under } : {}) }
    if (this.#named) return { section: this.#fitting(item) }
    if (first !== undefined && item.source.kind !== 'document')
      return { section: this.#add(first, sourceOf(item.source, first)), ...(under ? { under } : {}) }
    return { section: hasBase ? this.#near(item.text) : LEAD }
  }

  /** placeText finds the section for a text that comes with the name of one, as an answer does. */
  placeText(text: string, heading: string | null): string {
    const known = heading ? this.#find(heading) : undefined
    return known?.id ?? this.#near(text)
  }

  #find(heading: string): Section | undefined {
    const key = keyOf(heading)
    return this.outline.find((section) => keyOf(section.heading) === key)
  }

  #add(heading: string, source: Source): string {
    const section = { id: `s${this.outline.length + 1}`, heading, purpose: '', keywords: [], source }
    this.outline.push(section)
    return section.id
  }

  /** fitting: a section takes an item when its name or its cues speak for it more than any other's. */
  #fitting(item: Item): string {
    const said = fold(`${item.label ?? ''}: ${item.text}`)
    const label = fold(/^([^:：\n]{1,40})[:：]/u.exec(item.text)?.[1] ?? item.label ?? '')
    const terms = new Set(termsOf(item.text))
    const { cues } = languageOf(this.#plan.language)
    const ranked = this.outline
      .map(({ id, heading }) => {
        const role = roleOfHeading(heading)
        const byName = termsOf(heading).filter((term) => terms.has(term)).length * 2
        const byLabel = label !== '' && (keyOf(heading) === label || (role && cues[role].test(label))) ? 4 : 0
        return { id, score: byName + byLabel + (role && cues[role].test(said) ? 1 : 0) }
      })
      .sort((a, b) => b.score - a.score)
    const [best, second] = ranked
    return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.id : LEAD
  }

  /** near: the section whose text shares most words with a new one. */
  #near(text: string): string {
    const terms = [...new Set(termsOf(text))]
    const ranked = [LEAD, ...this.outline.map(({ id }) => id)]
      .map((id) => ({ id, score: terms.filter((term) => this.#terms.get(id)?.has(term)).length }))
      .sort((a, b) => b.score - a.score)
    // What fits nowhere comes last.
    return ranked[0] && ranked[0].score > 0 ? ranked[0].id : (this.outline.at(-1)?.id ?? LEAD)
  }
}

/** headingsOf: the headings above an item, without one that only names its source or the document. */
export function headingsOf(item: Item, title: string, isOnlySource: boolean): string[] {
  const { under, source } = item
  if (source.kind === 'notes')
    return under[0] !== undefined && keyOf(under[0]) === keyOf(title) ? under.slice(1) : under
  if (under.length > 0 && (isOnlySource || source.kind === 'document') && under.length > 1) return under.slice(1)
  if (
    under.length === 1 &&
    (keyOf(under[0]!) === keyOf(title) || (isOnlySource && keyOf(under[0]!) === keyOf(source.title)))
  )
    return []
  return under
}
