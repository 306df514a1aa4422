// The texts a draft may rest on, in the order of their precedence, and the source entry that each of them gives.

import type { Directions } from './directions.ts'
import type { DraftInputs, Source, SourceKind } from './drafter.ts'
import { hasNothingToSay, isCheck } from './replies.ts'

/**
 * A SourceText's `section` is set when it belongs to one section whatever it says: an answer to a question about it. One that
 * `settles` a check says which figure is right, and is no text for a draft.
 */
export type SourceText = {
  kind: SourceKind
  id: number | null
  title: string
  text: string
  section?: string
  settles?: boolean
}

/** gatherSources lists answers, then what was said to actions, the notes, the material and the related documents. */
export function gatherSources(inputs: DraftInputs, directions: Directions, notesTitle: string): SourceText[] {
  const sources: SourceText[] = []
  for (const answer of inputs.answers) {
    if (hasNothingToSay(answer.answer)) continue
    const section = answer.section ?? undefined
    sources.push({
      kind: 'answer',
      id: answer.id,
      title: answer.body,
      text: answer.answer,
      ...(section ? { section } : {}),
    })
  }
  for (const action of inputs.actions) {
    // An answer to a link is an address.
    if (!action.answer || hasNothingToSay(action.answer) || action.kind === 'fix_link') continue
    const section = typeof action.meta?.section === 'string' ? action.meta.section : undefined
    const title = action.title ?? action.body
    const settles = isCheck(action.kind)
    sources.push({
      kind: 'action',
      id: action.id,
      title,
      text: action.answer,
      settles,
      ...(section ? { section } : {}),
    })
  }
  if (directions.content.trim() !== '')
    sources.push({ kind: 'notes', id: null, title: notesTitle, text: directions.content })
  for (const [index, material] of inputs.material.entries())
    sources.push({ kind: 'material', id: index, title: material.title, text: material.text })
  for (const related of inputs.related)
    sources.push({ kind: 'document', id: related.id, title: related.title, text: related.markdown })
  return sources
}

const LONGEST_QUOTE = 1_000

/** sourceOf makes the entry for a verbatim quote; a long one is cut, so that it can still be found in its source. */
export function sourceOf(source: SourceText, quote: string): Source {
  return { kind: source.kind, id: source.id, title: source.title.slice(0, 300), quote: quote.slice(0, LONGEST_QUOTE) }
}
