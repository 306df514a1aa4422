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
  'scope',
  'rules',
  'exceptions',
  'news',
  'fixes',
  'upgrading',
  'impact',
  'timeline',
  'cause',
  'followUps',
  'questions',
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
  'contact',
] as const
export type SectionRole = (typeof SECTION_ROLES)[number]

/** RolePhrases: the first heading is the one we write, the others are how authors also call such a section. */
type RolePhrases = { headings: string[]; purpose: string; ask: string; keywords: string }

export type Phrases = {
  roles: Record<SectionRole, RolePhrases>
  kinds: Record<DocumentKind, string[]>
  /** What hints at a how-to whose list is its steps. */
  checklists: string[]
  /** What to ask about the overview of a kind that the role's own question does not suit. */
  overviewAsks: Partial<Record<DocumentKind, string>>
  seeAlso: string[]
  notes: string
  question: { missing: string; thin: string; generic: string; topic: string; answer: string; open: string }
  addSource: { title: string; titleOfOne: string; body: string }
  verify: { title: string; body: string; unsourcedTitle: string; unsourcedBody: string }
  /** For what the notes ask to be done with the text and no program can do. */
  request: { title: string; body: string }
  conflict: { title: string; body: string }
  fixLink: { title: string; body: string }
}

const TABLES: Record<string, Phrases> = { en, de, fr, es, ru, zh, ja }

export function phrasesFor(language: string): Phrases {
  return TABLES[language] ?? en
}

/** TEMPLATES are the outlines of the kinds of document: the four of Diátaxis, and those that an organisation has besides. */
export const TEMPLATES: Record<DocumentKind, SectionRole[]> = {
  tutorial: ['overview', 'prerequisites', 'steps', 'result', 'next'],
  'how-to': ['overview', 'prerequisites', 'steps', 'result', 'troubleshooting'],
  reference: ['overview', 'usage', 'parameters', 'examples', 'limits', 'errors'],
  explanation: ['overview', 'how', 'why', 'examples', 'limits'],
  policy: ['overview', 'scope', 'rules', 'exceptions', 'contact'],
  'release-notes': ['overview', 'news', 'fixes', 'upgrading'],
  incident: ['overview', 'impact', 'timeline', 'cause', 'followUps'],
  // A FAQ's questions are its outline; this one is for notes that hold none.
  faq: ['overview', 'questions', 'contact'],
}

/** HOMES say where the facts of a kind go that fit no section clearly; in the other kinds that is the overview. */
export const HOMES: Partial<Record<DocumentKind, SectionRole>> = {
  policy: 'rules',
  'release-notes': 'news',
  faq: 'questions',
}

const OPTIONAL: ReadonlySet<string> = new Set<SectionRole>(['exceptions', 'fixes', 'upgrading', 'timeline'])

/** isOptional: a good document of the kind may lack such a section, as it may an overview where facts have another home. */
export function isOptional(role: string | null, kind: DocumentKind): boolean {
  return role === 'overview' ? HOMES[kind] !== undefined : OPTIONAL.has(role ?? '')
}

const roleByHeading = new Map<string, SectionRole>()
const seeAlsoHeadings = new Set<string>()
for (const table of Object.values(TABLES)) {
  for (const role of SECTION_ROLES)
    for (const heading of table.roles[role].headings) roleByHeading.getOrInsert(headingKey(heading), role)
  for (const heading of table.seeAlso) seeAlsoHeadings.add(headingKey(heading))
}

/** findRole says which template section a heading means, in any language we have words for. */
export function findRole(heading: string): SectionRole | undefined {
  return roleByHeading.get(headingKey(heading))
}

const COMMON_ROLES: ReadonlySet<SectionRole> = new Set(
  [TEMPLATES.tutorial, TEMPLATES['how-to'], TEMPLATES.reference, TEMPLATES.explanation].flat(),
)

/** findRoleIn is findRole for a section of a document: “Changes” are news in release notes alone. */
export function findRoleIn(kind: DocumentKind, heading: string): SectionRole | undefined {
  const role = findRole(heading)
  return role && (COMMON_ROLES.has(role) || TEMPLATES[kind].includes(role)) ? role : undefined
}

export function isSeeAlso(heading: string): boolean {
  return seeAlsoHeadings.has(headingKey(heading))
}

/** fill puts values into a phrase's {places}. */
export function fill(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

const pointedOpenings = Object.values(TABLES)
  .flatMap(({ question }) => [question.open, question.topic])
  .map((phrase) => phrase.slice(0, phrase.indexOf('{')))

/** isPointed: a question about one point of the notes; its answer says nothing of the section as a whole. */
export function isPointed(question: string): boolean {
  return pointedOpenings.some((opening) => question.startsWith(opening))
}

/** allKindSignals lists what hints at a kind in every language: a title need not be in the language of the notes. */
export function allKindSignals(kind: DocumentKind): string[] {
  const signals = Object.values(TABLES).flatMap((table) => table.kinds[kind])
  return kind === 'how-to' ? [...signals, ...checklistSignals] : signals
}

const checklistSignals = Object.values(TABLES).flatMap((table) => table.checklists)

export function isChecklist(title: string): boolean {
  return checklistSignals.some((signal) => title.toLowerCase().includes(signal))
}
