// The plan: the kind of document, its language, the outline that people gave it, what to search related documents for, and
// the orders that a program can carry out. Both drafters start from it.

import { fold } from '#folding.ts'
import { detectLanguage } from '#languages/detect.ts'
import { LANGUAGES, patternOf } from '#languages/languages.ts'
import type { Base } from './base.ts'
import type { DocumentKind, DraftInputs, Plan, Section } from './contract.ts'
import { readDirectives, withoutDirectives } from './directives.ts'
import { isTalk } from './roles/roles.ts'
import { readItems } from './shapes/read.ts'
import { keyOf } from './text/words.ts'

const LONGEST_QUERY = 200
const MOST_QUERIES = 6

/** languageFor: what the instructions say, else what the notes and the title are written in. */
export function languageFor(inputs: DraftInputs, given: string | undefined): string {
  if (given) return given
  const own = [inputs.document.title, ...inputs.earlierNotes, inputs.notes].map(withoutDirectives).join('\n')
  return detectLanguage(own.length > 60 ? own : `${own}\n${inputs.material[0]?.text.slice(0, 1_000) ?? ''}`)
}

export function planFor(inputs: DraftInputs, base: Base, language: string): Plan {
  const directives = readDirectives(inputs)
  return {
    kind: directives.kind ?? kindOf(inputs.document.title) ?? kindOf(inputs.notes.slice(0, 300)) ?? 'explanation',
    language,
    outline: outlineOf(directives.sections, base),
    queries: queriesOf(inputs, language),
    directives,
  }
}

const signals = new Map<DocumentKind, RegExp>()
function signalOf(kind: DocumentKind): RegExp {
  const lists = () => LANGUAGES.map(({ data }) => patternOf(data.kinds[kind], data.unspaced).source)
  return signals.getOrInsertComputed(kind, () => new RegExp(lists().join('|'), 'u'))
}
/** The telling kinds first: “FAQ: release notes” is an FAQ. */
const ORDER: DocumentKind[] = [
  'faq',
  'release-notes',
  'incident',
  'policy',
  'tutorial',
  'reference',
  'how-to',
  'explanation',
]

const kindOf = (text: string): DocumentKind | undefined => ORDER.find((kind) => signalOf(kind).test(fold(text)))

/** outlineOf: the sections that were asked for, in their order, then those of the base that were not named. */
function outlineOf(asked: string[], base: Base): Section[] {
  const zones = base.zones.filter(({ heading }) => heading)
  const sections: Omit<Section, 'id'>[] = asked.map((heading) => {
    const zone = zones.find(({ title }) => keyOf(title) === keyOf(heading))
    return { heading, purpose: '', keywords: [], source: null, ...(zone ? { blockId: zone.heading!.id } : {}) }
  })
  for (const { heading, title } of zones)
    if (!sections.some(({ blockId }) => blockId === heading!.id))
      sections.push({
        heading: title,
        purpose: '',
        keywords: [],
        source: heading!.sources[0] ?? null,
        blockId: heading!.id,
      })
  return sections.map((section, index) => ({ id: `s${index + 1}`, ...section }))
}

/** queriesOf: what the notes say, without the heads of mails, marks of quoting, names before messages and small talk. */
function queriesOf({ notes, instructions, material }: DraftInputs, language: string): string[] {
  const said = readItems({ kind: 'notes', id: null, title: '', text: withoutDirectives(notes) })
    .values()
    .filter(({ form, text }) => form !== 'code' && !isTalk(text, language))
    .map(({ text }) => text)
    .take(MOST_QUERIES)
  return [...said, ...withoutDirectives(instructions).split('\n'), ...material.map(({ title }) => title)]
    .map((line) => line.trim().slice(0, LONGEST_QUERY))
    .filter((line) => line !== '')
    .slice(0, MOST_QUERIES)
}
