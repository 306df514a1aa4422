// Everything the built-in drafter says in its own words: template headings, questions and the texts of actions, in the
// languages we have words for (phrases/*.ts, one table each). None of it ever stands in a draft as a statement.

import type { DocumentKind } from './drafter.ts'
import { de } from './phrases/de.ts'
import { en } from './phrases/en.ts'
import { es } from './phrases/es.ts'
import { fr } from './phrases/fr.ts'
import { ja } from './phrases/ja.ts'
import { ru } from './phrases/ru.ts'
import { zh } from './phrases/zh.ts'
import { headingKey } from './terms.ts'

/** SECTION_ROLES are the places a section can have in a template, in the order in which they stand in a document. */
export const SECTION_ROLES = [
  'overview',
  'prerequisites',
  'usage',
  'steps',
  'how',
  'why',
  'parameters',
  'examples',
  'result',
  'limits',
  'errors',
  'troubleshooting',
  'next',
] as const
export type SectionRole = (typeof SECTION_ROLES)[number]

/** RolePhrases: the first heading is the one we write, the others are how authors also call such a section. */
type RolePhrases = { headings: string[]; purpose: string; ask: string; keywords: string }

export type Phrases = {
  roles: Record<SectionRole, RolePhrases>
  kinds: Record<DocumentKind, string[]>
  seeAlso: string[]
  notes: string
  question: { missing: string; thin: string; generic: string; topic: string }
  addSource: { title: string; body: string; thinTitle: string; thinBody: string }
  verify: { title: string; body: string; unsourcedTitle: string; unsourcedBody: string }
  conflict: { title: string; body: string }
  fixLink: { title: string; body: string }
}

const TABLES: Record<string, Phrases> = { en, de, fr, es, ru, zh, ja }

export function phrasesFor(language: string): Phrases {
  return TABLES[language] ?? en
}

/** TEMPLATES are the outlines of the four kinds of document (after the Diátaxis division). */
export const TEMPLATES: Record<DocumentKind, SectionRole[]> = {
  tutorial: ['overview', 'prerequisites', 'steps', 'result', 'next'],
  'how-to': ['overview', 'prerequisites', 'steps', 'result', 'troubleshooting'],
  reference: ['overview', 'usage', 'parameters', 'examples', 'limits', 'errors'],
  explanation: ['overview', 'how', 'why', 'examples', 'limits'],
}

const roleByHeading = new Map<string, SectionRole>()
const seeAlsoHeadings = new Set<string>()
for (const table of Object.values(TABLES)) {
  for (const role of SECTION_ROLES)
    for (const heading of table.roles[role].headings) roleByHeading.set(headingKey(heading), role)
  for (const heading of table.seeAlso) seeAlsoHeadings.add(headingKey(heading))
}

/** findRole says which template section a heading means, in any language we have words for. */
export function findRole(heading: string): SectionRole | undefined {
  return roleByHeading.get(headingKey(heading))
}

export function isSeeAlso(heading: string): boolean {
  return seeAlsoHeadings.has(headingKey(heading))
}

/** fill puts values into a phrase's {places}. */
export function fill(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** allKindSignals lists what hints at a kind in every language: a title need not be in the language of the notes. */
export function allKindSignals(kind: DocumentKind): string[] {
  return Object.values(TABLES).flatMap((table) => table.kinds[kind])
}
