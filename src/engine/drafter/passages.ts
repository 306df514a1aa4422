// How a passage is made: from a block of the base, or from a part of a source; and who is believed when they disagree.

import type { BaseBlock } from './base.ts'
import type { Part } from './chunks.ts'
import type { Passage, PassageForm, Source } from './drafter.ts'

/** Who is believed when sources disagree: the smaller comes first. */
export const PRECEDENCE = { human: 0, answer: 1, action: 2, notes: 3, material: 4, draft: 5, document: 6 } as const

export function passageOf(part: Part, sectionId: string, score: number, under: string | undefined): Passage {
  const language = part.language ? { language: part.language } : {}
  const rounded = Math.round(score * 100) / 100
  return {
    sectionId,
    form: part.form,
    text: part.text,
    ...language,
    score: rounded,
    source: part.source,
    group: part.group,
    ...(under ? { under } : {}),
  }
}

const BLOCK_FORMS: Record<string, PassageForm> = {
  paragraph: 'sentence',
  heading: 'heading',
  codeBlock: 'code',
  table: 'table',
  quote: 'quote',
  bulletListItem: 'list',
  numberedListItem: 'list',
  checkListItem: 'list',
  toggleListItem: 'list',
}

export function basePassage(entry: BaseBlock, sectionId: string): Passage {
  const { block, text, sources } = entry
  const [source, ...also] = sources
  const own: Source = source ?? { kind: 'draft', id: null, title: '', quote: text }
  const form = BLOCK_FORMS[block.type] ?? 'other'
  return {
    sectionId,
    form,
    text,
    score: 10,
    source: own,
    group: `base:${block.id}`,
    blockId: block.id,
    ...(also.length > 0 ? { also } : {}),
  }
}

export function basePrecedence(entry: BaseBlock): number {
  if (entry.human) return PRECEDENCE.human
  const kind = entry.sources[0]?.kind ?? 'draft'
  // The document's own present text comes after what was brought for this job, but before other documents.
  return kind === 'document' ? PRECEDENCE.draft : PRECEDENCE[kind]
}
