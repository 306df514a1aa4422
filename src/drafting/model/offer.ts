// What a model is shown of the sources: all of them when they are small, else what the notes ask of each. Names are given in
// a fixed order, so that every step of a job speaks of the same S1, S2 …

import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { languageOf } from '#languages/languages.ts'
import { Base } from '../base.ts'
import type { DraftInputs, Plan, SourceText } from '../contract.ts'
import { selectMaterial, selectRelated } from '../select.ts'
import { materialSources, relatedSources, sortNotes } from '../sources.ts'
import { findQuote, type Offer, type OfferedSource } from './ground.ts'

/** About 20,000 tokens of sources in all; a model that can't take them is shown less. */
export const LARGEST_OFFER = 80_000
/** No source but the first gets more than this share of them. */
const LARGEST_SHARE = 3 / 8

/** offerSources: sentences of the notes that are held are no evidence, so the model does not see them as such. */
export function offerSources(inputs: DraftInputs, plan: Plan, room: number): Offer {
  const sorted = sortNotes(inputs, plan)
  const notes = sorted.facts.map(({ quote }) => quote).join('\n')
  const title = languageOf(plan.language).data.phrases.notes
  const answers = inputs.answers.map(
    ({ id, body, answer }): SourceText => ({ kind: 'answer', id, title: body.slice(0, 300), text: answer }),
  )
  const chosen = [...selectMaterial(inputs, plan, sorted), ...selectRelated(inputs, plan, sorted).items]
  const own = ownText(inputs, plan.language)
  const all: (Omit<OfferedSource, 'name' | 'shown'> & { shown?: string })[] = [
    { source: { kind: 'notes', id: null, title, text: notes } },
    ...answers.map((source) => ({ source })),
    ...[...materialSources(inputs), ...relatedSources(inputs)].map((source) => ({ source })),
    ...(own ? [own] : []),
  ]
  const filled = all.filter(({ source }) => source.text.trim() !== '')
  const total = filled.reduce((sum, { source }) => sum + source.text.length, 0)
  const isOf = (a: SourceText, b: SourceText) => a.kind === b.kind && a.id === b.id
  let left = room
  return new Map(
    filled.map(({ source, ...rest }, index) => {
      const name = `S${index + 1}`
      const best = chosen.filter((item) => isOf(item.source, source)).map(({ quote }) => quote)
      const cut = best.length > 0 ? best.join('\n') : source.text
      const shown = total <= room ? source.text : cut.slice(0, Math.min(left, room * LARGEST_SHARE))
      left -= shown.length
      return [name, { name, source, shown, ...rest }]
    }),
  )
}

/** The current text, or on a redraft what is left of the previous draft, is a source of its own. */
function ownText(inputs: DraftInputs, language: string): Omit<OfferedSource, 'name' | 'shown'> | undefined {
  const entries = new Base(inputs, language).zones.flatMap(({ heading, blocks }) => [
    ...(heading ? [heading] : []),
    ...blocks,
  ])
  const parts = entries.flatMap((entry) =>
    entry.block ? [{ entry, text: blocksToMarkdown([entry.block]).trim() }] : [],
  )
  if (parts.length === 0) return undefined
  const text = parts.map((part) => part.text).join('\n\n')
  const { id, title } = inputs.document
  if (!inputs.previous) return { source: { kind: 'document', id, title, text } }
  const trace = (quote: string) => parts.find((part) => findQuote(part.text, quote) !== undefined)?.entry.sources ?? []
  return { source: { kind: 'draft', id: null, title: inputs.previous.draft.title, text }, trace }
}
