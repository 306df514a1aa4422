// The sources that a model sees: all of them when they are small, else the beginning of each. Names (S1, S2 …) are in a fixed
// order, the same in every step of a job.

import { walkBlocks } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { Assembly } from '../assembly.ts'
import { statementsOf } from '../builtin/builtin.ts'
import type { DraftInputs, Plan, SourceText } from '../contract.ts'
import { closedIn, isByPerson } from '../overlay.ts'
import { findQuote, type Offer, type OfferedSource } from './ground.ts'

/** About 20,000 tokens of sources in all; a model that can't take them is shown less. */
export const LARGEST_OFFER = 80_000
/** No source after the first gets more than this share. */
const LARGEST_SHARE = 3 / 8

type OfferedMaterial = Omit<OfferedSource, 'name' | 'shown'>

const textOf = (kind: 'answer' | 'document', id: number, title: string, text: string): SourceText => {
  return { kind, id, title: title.slice(0, 300), key: `${kind}:${id}`, text }
}

/** Held sentences of the notes are left out: they aren't evidence. */
export function offerSources(inputs: DraftInputs, plan: Plan, room: number): Offer {
  const extracted = { statements: statementsOf(inputs, plan.language) }
  const evidence = new Assembly(inputs, plan, extracted, { isForModel: true }).evidence()
  const answers = inputs.answers.map(({ id, body, answer }) => textOf('answer', id, body, answer))
  const related = inputs.related.map(({ id, title, markdown }) => textOf('document', id, title, markdown))
  const isNotes = ({ kind }: SourceText) => kind === 'notes'
  const sources = [...evidence.filter(isNotes), ...answers, ...evidence.filter((one) => !isNotes(one)), ...related]
  const all: OfferedMaterial[] = [...sources.map((source) => ({ source })), ...ownText(inputs)]
  const filled = all.filter(({ source }) => source.text.trim() !== '')
  const total = filled.reduce((sum, { source }) => sum + source.text.length, 0)
  let left = room
  return new Map(
    filled.map((offered, index) => {
      const name = `S${index + 1}`
      const { text } = offered.source
      const shown = total <= room ? text : text.slice(0, Math.max(0, Math.min(left, room * LARGEST_SHARE)))
      left -= shown.length
      return [name, { name, shown, ...offered }]
    }),
  )
}

/** The current text, or what is left of the previous draft, as a source of its own. */
function ownText({ previous, document, related }: DraftInputs): OfferedMaterial[] {
  const isClosed = closedIn({ document, related })
  const isOwn = previous ? isByPerson(previous) : () => false
  const parts = (previous?.draft.blocks ?? document.blocks).flatMap((block) => {
    const sources = [...walkBlocks([block])].flatMap(({ id }) => previous?.draft.provenance[id]?.sources ?? [])
    return sources.some(isClosed) && !isOwn(block) ? [] : [{ text: blocksToMarkdown([block]).trim(), sources }]
  })
  const text = parts.map((part) => part.text).join('\n\n')
  if (text.trim() === '') return []
  if (!previous) return [{ source: textOf('document', document.id, document.title, text) }]
  const trace = (quote: string) => parts.find((part) => findQuote(part.text, quote) !== undefined)?.sources ?? []
  return [{ source: { kind: 'draft', id: null, title: previous.draft.title, key: 'draft', text }, trace }]
}
