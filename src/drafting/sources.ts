// The texts that a draft may rest on, and the items of the notes sorted by what they are: facts to draft, and what is held.

import { fold } from '#folding.ts'
import { isStopWord, languageOf } from '#languages/languages.ts'
import type { DraftInputs, Held, Item, Plan, Source, SourceText } from './contract.ts'
import { termFinder, withoutDirectives } from './directives.ts'
import { isBrief, isTalk, isTopic, roleOf } from './roles/roles.ts'
import { readItems } from './shapes/read.ts'
import { keyOf, runsOf } from './text/words.ts'

const LONGEST_QUOTE = 1_000
const LONGEST_NAME = 8

/** sourceOf makes the evidence for an item; a long quote is cut, so that it can still be found in its source. */
export const sourceOf = ({ kind, id, title }: Omit<SourceText, 'text'>, quote: string): Source => ({
  kind,
  id,
  title: title.slice(0, 300),
  quote: quote.slice(0, LONGEST_QUOTE),
})

/** notesSource: what earlier notes say stands in the previous draft; without one they are read again. */
function notesSource(inputs: DraftInputs, language: string): SourceText {
  const texts = inputs.previous ? [inputs.notes] : [...inputs.earlierNotes, inputs.notes]
  const text = texts.map(withoutDirectives).join('\n\n')
  return { kind: 'notes', id: null, title: languageOf(language).data.phrases.notes, text }
}

export const materialSources = ({ material }: DraftInputs): SourceText[] =>
  material.map(({ title, text }, id) => ({ kind: 'material', id, title, text }))

export const relatedSources = ({ related }: DraftInputs): SourceText[] =>
  related.map(({ id, title, markdown }) => ({ kind: 'document', id, title, text: markdown }))

/** SortedNotes: `asks` are sentences that order something; what they speak of is what the material is searched for. */
export type SortedNotes = { facts: Item[]; held: Held[]; asks: string[] }

/** sortNotes reads the notes: every item of them becomes a fact or is held, with the reason. */
export function sortNotes(inputs: DraftInputs, plan: Pick<Plan, 'language' | 'directives'>): SortedNotes {
  const items = fluently(readItems(notesSource(inputs, plan.language)), plan.language)
  const isExcluded = termFinder(plan.directives.leaveOut)
  const title = keyOf(inputs.document.title)
  const sorted: SortedNotes = { facts: [], held: [], asks: [] }
  const hold = (item: Item, reason: Held['reason']) =>
    sorted.held.push({ text: item.quote, reason, source: sourceOf(item.source, item.quote) })
  for (const item of items) {
    const isFirst = item === items[0] && item.form === 'sentence' && items.length > 1 - inputs.material.length
    const judged = isSmallTalk(item, plan.language) ? 'talk' : roleOf(item, items, plan.language)
    const isHead = isFirst && (judged === 'fact' || judged === 'open')
    const asksForMaterial = inputs.material.length > 0 && isTopic(item.text, inputs.document.title)
    const isOrder = isHead && (asksForMaterial || isBrief(item.text, inputs.document.title, plan.language))
    const role = isOrder ? 'order' : isHead && isNameOfNotes(item, items[1]) ? 'doubtful' : judged
    const open = sorted.held.at(-1)
    // “Who pays? ask Jo” is one point.
    const together = `${open?.text} ${item.quote}`
    if (role === 'open' && open?.reason === 'open_point' && item.source.text.includes(together)) {
      sorted.held.pop()
      hold({ ...item, quote: together }, 'open_point')
    } else if (role === 'open') hold(item, 'open_point')
    else if (role === 'order') {
      hold(item, 'order')
      sorted.asks.push(item.text)
    } else if (role === 'talk' || role === 'doubtful') hold(item, 'doubtful')
    else if (isExcluded(`${item.label ?? ''} ${item.text} ${item.under.join(' ')}`)) hold(item, 'excluded')
    // A line that only repeats the title heads the notes.
    else if (keyOf(item.text) !== title) sorted.facts.push(item)
  }
  return sorted
}

/** fluently takes out the sounds between words that a transcript has. What is quoted stays verbatim. */
function fluently(items: Item[], language: string): Item[] {
  const { hesitations } = languageOf(language)
  const said = (text: string) =>
    text
      // “um” is a word of other languages, which notes may be mixed with.
      .replace(hesitations, (sound, at: number) =>
        isStopWord(fold(sound)) && text[at + sound.length] !== ',' ? sound : '\0',
      )
      .replace(/^\0[,.…]?|[.!?] \0[,.…]?/u, (sound) => (sound.startsWith('\0') ? '' : sound[0]!))
      .replace(/,?[ \t]{0,3}\0[,.…]?/gu, (sound) => (/^,|,$/.test(sound) ? ',' : ''))
      .trim()
  return items
    .map((item) => (item.form === 'code' || item.form === 'block' ? item : { ...item, text: said(item.text) }))
    .filter(({ text }) => text !== '')
}

/** isNameOfNotes: a short first line without a full stop, alone above the rest, names the notes: “Standup 12 May”. */
const isNameOfNotes = ({ text, group }: Item, next: Item | undefined): boolean =>
  next !== undefined && next.group - group > 1 && runsOf(text).length <= LONGEST_NAME && !/[.!?:。！？：]$/u.test(text)

/** evidenceOf reads a source that is no notes: nothing in it is an order, small talk and excluded items are not content. */
export function evidenceOf(source: SourceText, plan: Pick<Plan, 'language' | 'directives'>): Item[] {
  const isExcluded = termFinder(plan.directives.leaveOut)
  const all = fluently(readItems(source), plan.language)
  const kept = all.filter((item) => !isExcluded(`${item.label ?? ''} ${item.text} ${item.under.join(' ')}`))
  return kept.filter((item) => !isSmallTalk(item, plan.language))
}

/** isSmallTalk: only messages have it; what a commit or a log says is a record of what happened. */
const isSmallTalk = ({ form, label, text }: Item, language: string): boolean =>
  form === 'record' && label === undefined && isTalk(text, language)
