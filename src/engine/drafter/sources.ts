// The texts a draft may rest on, in the order of their precedence, and the source entry that each of them gives.

import type { Directions } from './directions.ts'
import type { DraftInputs, Source, SourceKind } from './drafter.ts'

/** A SourceText's `section` is set when it belongs to one section whatever it says: an answer to a question about it. */
export type SourceText = { kind: SourceKind; id: number | null; title: string; text: string; section?: string }

/** Answers that only say yes, no or "nothing to add" settle a question without adding a sentence. */
const EMPTY_ANSWER =
  /^(?:n\/?a|none|no|nope|nothing|not (?:needed|applicable|relevant)|skip(?: it)?|yes|ok(?:ay)?|done|fixed|confirmed|correct|checked|verified|right|fine|nein|keine?|nichts|ja|erledigt|stimmt|geprüft|bestätigt|non|rien|oui|aucune?|ninguno|nada|sí|si|hecho|correcto|нет|да|готово|верно|ничего|не нужно|проверено|无|没有|是|否|不需要|好的|なし|はい|いいえ|不要|確認済み)[.!。]?$/i

function isEmptyAnswer(answer: string): boolean {
  return EMPTY_ANSWER.test(answer.trim())
}

/** gatherSources lists answers, then what was said to actions, the notes, the material and the related documents. */
export function gatherSources(inputs: DraftInputs, directions: Directions, notesTitle: string): SourceText[] {
  const sources: SourceText[] = []
  for (const answer of inputs.answers) {
    if (isEmptyAnswer(answer.answer)) continue
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
    if (!action.answer || isEmptyAnswer(action.answer) || !addsContent(action.kind, action.answer)) continue
    const section = typeof action.meta?.section === 'string' ? action.meta.section : undefined
    const title = action.title ?? action.body
    sources.push({ kind: 'action', id: action.id, title, text: action.answer, ...(section ? { section } : {}) })
  }
  if (directions.content.trim() !== '')
    sources.push({ kind: 'notes', id: null, title: notesTitle, text: directions.content })
  for (const [index, material] of inputs.material.entries())
    sources.push({ kind: 'material', id: index, title: material.title, text: material.text })
  for (const related of inputs.related)
    sources.push({ kind: 'document', id: related.id, title: related.title, text: related.markdown })
  return sources
}

/** An answer to a link is an address and one to a conflict often a bare value: neither is a sentence for the draft. */
function addsContent(kind: string, answer: string): boolean {
  if (kind === 'fix_link') return false
  return kind === 'resolve_conflict' ? answer.trim().split(/\s+/).length >= 4 || /[。、]/.test(answer) : true
}

const LONGEST_QUOTE = 1_000

/** sourceOf makes the entry for a verbatim quote; a long one is cut, so that it can still be found in its source. */
export function sourceOf(source: SourceText, quote: string): Source {
  return { kind: source.kind, id: source.id, title: source.title.slice(0, 300), quote: quote.slice(0, LONGEST_QUOTE) }
}
