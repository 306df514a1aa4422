// What a model is shown of the sources: all of them when they are small, else the best chunks of each for the outline.
// Names are given in a fixed order, so that every step of a job speaks of the same S1, S2 …

import { blocksToMarkdown } from '#blocks/to-markdown.ts'
import { readBase } from './base.ts'
import { chunksOf } from './chunks.ts'
import type { DraftInputs, Plan, Source } from './drafter.ts'
import { findQuote, type OfferedSource } from './grounding.ts'
import { phrasesFor } from './phrases.ts'
import { readNotes } from './plan.ts'
import { Ranker } from './rank.ts'
import { gatherSources, type SourceText } from './sources.ts'

/** About 20,000 tokens of sources in all. */
const LARGEST_OFFER = 80_000
const SMALLEST_SHARE = 1_500

/** offerSources names the sources; the notes go as orders too, but facts in them can be cited like any other. */
export function offerSources(inputs: DraftInputs, plan: Plan): Map<string, OfferedSource> {
  const gathered = gatherSources(inputs, readNotes(inputs.notes), phrasesFor(plan.language).notes)
  const own = ownText(inputs)
  const sources = [...gathered, ...(own ? [own.source] : [])].filter(({ text }) => text.trim() !== '')
  const ranker = new Ranker(plan.outline, inputs.document.title)
  const share = Math.max(SMALLEST_SHARE, Math.floor(LARGEST_OFFER / Math.max(1, sources.length)))
  const total = sources.reduce((sum, source) => sum + source.text.length, 0)
  const offered = new Map<string, OfferedSource>()
  for (const source of sources) {
    const name = `S${offered.size + 1}`
    const isWhole = total <= LARGEST_OFFER || source.text.length <= share
    const shown = isWhole ? source.text : excerpt(source, ranker, share, plan.language)
    const trace = source === own?.source && inputs.previous ? { trace: own.trace } : {}
    offered.set(name, { name, source, shown, ...trace })
  }
  return offered
}

/** The present text, or on a redraft what is left of the previous draft, is a source of its own. */
function ownText(inputs: DraftInputs): { source: SourceText; trace: (quote: string) => Source[] } | undefined {
  const zones = readBase(inputs)?.zones ?? []
  const entries = zones.flatMap((zone) => [...(zone.heading ? [zone.heading] : []), ...zone.blocks])
  if (entries.length === 0) return undefined
  const parts = entries.map((entry) => ({ entry, text: blocksToMarkdown([entry.block]).trim() }))
  const text = parts.map((part) => part.text).join('\n\n')
  const { id, title } = inputs.document
  const source: SourceText = inputs.previous
    ? { kind: 'draft', id: null, title: inputs.previous.draft.title, text }
    : { kind: 'document', id, title, text }
  const trace = (quote: string) => parts.find((part) => findQuote(part.text, quote) !== undefined)?.entry.sources ?? []
  return { source, trace }
}

function excerpt(source: SourceText, ranker: Ranker, size: number, language: string): string {
  const chunks = chunksOf(source, language).slice(0, 20_000)
  const known = ranker.learn(chunks)
  const ranked = chunks.map((chunk) => ranker.rank(chunk, known.get(chunk) ?? new Set()))
  const chosen = new Set<number>()
  let left = size
  for (const { chunk } of ranked.sort((a, b) => b.score + b.relevance * 1.5 - (a.score + a.relevance * 1.5))) {
    if (chunk.text.length > left) continue
    chosen.add(chunk.order)
    left -= chunk.text.length
  }
  return chunks
    .filter((chunk) => chosen.has(chunk.order))
    .map((chunk) => chunk.pieces.map((piece) => piece.raw).join('\n'))
    .join('\n\n')
}
