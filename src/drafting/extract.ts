// From sources to passages: the notes sorted into facts and held sentences, evidence chosen by what they ask, every item
// given its place, and contradictions between sources settled. Both drafters rest on it.

import type { Base } from './base.ts'
import type { DraftInputs, Extracted, Item, Passage, Plan } from './contract.ts'
import { headingsOf, Places } from './place.ts'
import { selectMaterial, selectRelated } from './select.ts'
import { sortNotes, sourceOf } from './sources.ts'
import { settleSources } from './updates.ts'

export function extractFrom(inputs: DraftInputs, plan: Plan, base: Base): Extracted {
  const notes = sortNotes(inputs, plan)
  const { items: fromRelated, related } = selectRelated(inputs, plan, notes)
  const items = [...notes.facts, ...materialFor(inputs, plan, notes), ...fromRelated]
  const places = new Places(plan, base)
  const only = inputs.material.length + inputs.related.length === 1
  const tops = commonTops(items)
  const passages = items.map((item): Passage => {
    const headings = headingsOf(item, inputs.document.title, only).filter(
      (heading, index) => index > 0 || heading !== (only ? tops.get(item.source.title) : undefined),
    )
    const { section, under } = places.place(item, headings, !base.isEmpty)
    return {
      section,
      form: item.form,
      text: item.text,
      source: sourceOf(item.source, item.quote),
      group: `${item.source.kind} ${item.source.id} ${item.group}`,
      depth: item.depth,
      score: 1,
      ...(under ? { under } : {}),
      ...(item.language ? { language: item.language } : {}),
    }
  })
  const settled = settleSources(passages, plan.language)
  return { ...settled, held: notes.held, outline: places.outline, related }
}

/** On a redraft the material is in the draft already; it is searched again for what new notes and instructions ask. */
function materialFor(inputs: DraftInputs, plan: Plan, notes: Parameters<typeof selectMaterial>[2]): Item[] {
  const asks = !inputs.previous || notes.asks.length > 0 || inputs.instructions.trim() !== ''
  return asks ? selectMaterial(inputs, plan, notes) : []
}

/** commonTops: a source whose items all stand under one heading has that for its title. */
function commonTops(items: Item[]): Map<string, string> {
  const tops = new Map<string, Set<string>>()
  for (const { source, under } of items) {
    const known = tops.get(source.title) ?? new Set()
    tops.set(source.title, known.add(under[0] ?? ''))
  }
  return new Map([...tops].flatMap(([title, found]) => (found.size === 1 ? [[title, [...found][0]!] as const] : [])))
}
