// The plan: which kind of document this is, in which language, its outline and what to look for in other documents.
// Headings that people wrote come first (notes, the base, material); a template fills the gaps.

import { LRUCache } from 'lru-cache'
import { type Base, readBase } from './base.ts'
import { isClerical } from './cues.ts'
import { type Directions, excludedTerms, readDirection, readDirections } from './directions.ts'
import { DOCUMENT_KINDS, type DocumentKind, type DraftInputs, type Plan, type Section, type Source } from './drafter.ts'
import { holdsAnswers, LONGEST_HEADING, MOST_QUESTIONS_ANSWERED, readAs } from './faq.ts'
import { detectLanguage } from './language.ts'
import { isStep } from './lines.ts'
import { directionUnits } from './notes.ts'
import {
  allKindSignals,
  fill,
  findRole,
  findRoleIn,
  isSeeAlso,
  type Phrases,
  phrasesFor,
  SECTION_ROLES,
  type SectionRole,
  TEMPLATES,
} from './phrases.ts'
import { type Heading, type Scan, scanMarkdown } from './pieces.ts'
import { isDismissed } from './replies.ts'
import { headingKey, terms } from './terms.ts'

export const FEWEST_SECTIONS = 3
const MOST_SECTIONS = 8
const MOST_KEYWORDS = 24

/** planDocument decides kind, language, outline and queries; the same inputs always give the same plan. */
export function planDocument(inputs: DraftInputs): Plan {
  const directions = readNotes(inputs.notes)
  const language = languageOf(inputs)
  const phrases = phrasesFor(language)
  const kind = directions.kind ?? kindOf(inputs)
  const outline = outlineOf(inputs, directions, kind, phrases)
  return { kind, language, outline, queries: queriesOf(inputs, directions, outline) }
}

/** NOTES_KEPT: every step of a job reads its notes, and jobs that are enqueued together have the same ones. */
const NOTES_KEPT = 50
const kept = new LRUCache<string, Readonly<Directions>>({ max: NOTES_KEPT, memoMethod: (notes) => readAll(notes) })

/** readNotes reads the whole of the notes: the keys, and every sentence or list item that is a direction. */
export const readNotes = (notes: string): Readonly<Directions> => kept.memo(notes)

function readAll(notes: string): Directions {
  const directions = readDirections(notes)
  for (const unit of directionUnits(directions.content)) {
    const direction = readDirection(unit)
    if (direction?.type === 'exclude') directions.excluded.push(...excludedTerms(direction.what))
    else if (direction?.type === 'topic') directions.topics.push(direction.what)
    else if (direction?.type === 'rename') directions.renames.push({ ...direction, said: unit })
    else if (direction?.type === 'title') directions.title = direction.title
    else if (direction?.type === 'task') directions.tasks.push(unit)
    else if (direction?.type === 'style') {
      directions.short ||= direction.short
      directions.kind ??= direction.kind
    }
  }
  directions.topics = directions.topics.slice(0, 20)
  return directions
}

function languageOf(inputs: DraftInputs): string {
  const own = `${inputs.document.title}\n${inputs.notes}`
  if (inputs.notes.trim().length >= 40) return detectLanguage(own)
  const text = inputs.material.map((material) => material.text.slice(0, 1_000)).join('\n')
  return detectLanguage(`${own}\n${inputs.document.summary ?? ''}\n${text}`)
}

/** kindOf weighs hints: how the title begins counts most, then the rest of it, the category, the shape of the notes. */
function kindOf(inputs: DraftInputs): DocumentKind {
  const title = ` ${inputs.document.title.toLowerCase()} `
  const place = ` ${inputs.document.categoryPath.join(' ').toLowerCase()} `
  let best: DocumentKind = 'how-to'
  let bestScore = 0
  for (const kind of DOCUMENT_KINDS) {
    const signals = allKindSignals(kind)
    const inTitle = signals.filter((signal) => title.includes(signal))
    const opens = inTitle.some((signal) => title.trimStart().startsWith(signal.trimStart()))
    const longest = Math.max(0, ...inTitle.map((signal) => signal.length))
    let score = (inTitle.length > 0 ? 4 + longest / 10 : 0) + (opens ? 2 : 0)
    if (TITLE_FORMS[kind]?.test(title)) score += 4
    if (signals.some((signal) => place.includes(signal))) score += 2
    if (kind === shapeOf(inputs.notes)) score += 1
    if (score > bestScore) [best, bestScore] = [kind, score]
  }
  return bestScore > 1 ? best : defaultKind(inputs)
}

/** "Restoring a backup" is about doing it, "Billing terms" is not; "Incident 12" happened, "Incident response" may. */
const TITLE_FORMS: Partial<Record<DocumentKind, RegExp>> = {
  'how-to': /^ \p{L}+ing (?:an?|the|your|our|to|from|with|up|down|off|in|on) /u,
  policy: /^ (?:general |legal |billing |payment )?terms $/u,
  'release-notes': /^ (?:release|version|versión|версия|выпуск|版本|バージョン|リリース) ?v?\d/u,
  incident:
    /^ (?:incident|outage|störung|vorfall|ausfall|panne|incidente|incidencia|инцидент|сбой|故障|事故|障害)[ #№-]*\d/u,
}
const STEPS_FOLLOW = /^ {0,3}(?:the )?(?:steps|schritte|étapes|pasos|шаги|步骤|手順)\b/imu

/** Questions with their answers make a FAQ, numbered or announced steps a how-to, tables a reference. */
function shapeOf(text: string): DocumentKind | undefined {
  if (holdsAnswers(text)) return 'faq'
  if (/^ {0,3}1[.)]\s/m.test(text) || STEPS_FOLLOW.test(text) || text.split('\n').some(isStep)) return 'how-to'
  return /^ {0,3}\|.*\|/m.test(text) ? 'reference' : undefined
}

function defaultKind(inputs: DraftInputs): DocumentKind {
  const text = [inputs.notes, ...inputs.material.map((material) => material.text.slice(0, 5_000))].join('\n')
  // A table among the material is something to quote from, not yet the shape of what is to be written.
  const shape = shapeOf(inputs.notes) ?? (shapeOf(text) === 'how-to' ? 'how-to' : undefined)
  return shape ?? (/^```/m.test(text) ? 'how-to' : 'explanation')
}

/** Found: a heading for the outline; `meaning` is what it was called before the notes renamed it. */
type Found = {
  heading: string
  source: Source | null
  blockId?: string
  asked?: boolean
  human?: boolean
  meaning?: string
}

function outlineOf(inputs: DraftInputs, directions: Directions, kind: DocumentKind, phrases: Phrases): Section[] {
  const base = readBase(inputs)
  const notes = scanMarkdown(readAs(kind, directions.content))
  const fromBase = baseHeadings(base).map((heading) => ({ ...heading, ...meaningOf(heading, directions) }))
  const asked = askedHeadings(inputs, directions, notes, phrases).map((heading) => asItStands(heading, fromBase))
  let found: Found[]
  if (asked.length >= 2)
    found = merge(
      asked,
      fromBase.filter((heading) => heading.human),
    )
  else if (fromBase.length > 0) found = merge(fromBase, asked)
  else found = merge(asked, materialHeadings(inputs, kind))
  found = found.slice(0, mostSections(kind))
  const roles = TEMPLATES[kind]
  // Authors who wrote an outline meant it; a template fills up one that is too small, or one that it began itself.
  const isOurs = inputs.previous !== null && asked.length < 2 && isFromTemplate(fromBase, roles)
  const fewest = kind === 'faq' ? 1 : FEWEST_SECTIONS
  if (found.length < fewest || isOurs) found = withTemplate(found, roles, phrases, inputs)
  if (kind === 'explanation') found = withFollowUps(found, notes, phrases)
  found = withAnswered(found, inputs, mostSections(kind)).map((heading) => renamed(heading, directions, phrases))
  return found.map((heading, index) => sectionOf(heading, index, kind, phrases, inputs.document.title))
}

/** mostSections: the questions of a FAQ are its sections, and none of them is to be lost. */
export function mostSections(kind: DocumentKind): number {
  return kind === 'faq' ? MOST_QUESTIONS_ANSWERED : MOST_SECTIONS
}

function meaningOf({ heading }: Found, { renames }: Directions): { meaning: string } | undefined {
  const rename = renames.find(({ to }) => headingKey(to) === headingKey(heading))
  return rename && { meaning: rename.from }
}

/** A heading that a person wrote into the draft stays as it is. */
function renamed(found: Found, { renames }: Directions, phrases: Phrases): Found {
  const rename = renames.findLast(({ from }) => headingKey(from) === headingKey(found.heading))
  if (!rename || found.human) return found
  const source: Source = { kind: 'notes', id: null, title: phrases.notes, quote: rename.to }
  return { ...found, heading: rename.to, source, meaning: found.heading }
}

/** A heading that is asked for and stands in the base already is that block. */
function asItStands(asked: Found, fromBase: Found[]): Found {
  const standing = fromBase.find((heading) => sameSection(heading, asked))
  return standing ? { ...standing, ...asked } : asked
}

function askedHeadings(inputs: DraftInputs, directions: Directions, notes: Scan, phrases: Phrases): Found[] {
  const quoted = (quote: string): Source => ({ kind: 'notes', id: null, title: phrases.notes, quote })
  if (directions.sections.length > 0)
    return directions.sections.map((heading) => ({ heading, source: quoted(heading), asked: true }))
  const deleted = new Set(inputs.previous?.deletedTexts.map(headingKey))
  const headings = usable(notes, inputs.document.title).filter(({ text }) => !deleted.has(headingKey(text)))
  return headings.map((heading) => ({
    heading: heading.text,
    source: quoted(quoteOf(heading)),
    asked: true,
  }))
}

/** A heading's text has lost its marks; as a quote it keeps them. */
function quoteOf(heading: Heading): string {
  return heading.raw.replace(/^#{1,6}\s+/, '')
}

function baseHeadings(base: Base | undefined): Found[] {
  const found: Found[] = []
  for (const zone of base?.zones ?? []) {
    if (!zone.heading || isSeeAlso(zone.title) || zone.title === '') continue
    const source = zone.heading.sources[0] ?? null
    found.push({ heading: zone.title, source, blockId: zone.heading.block.id, human: zone.heading.human })
  }
  return found
}

/** usable gives the headings of the level that makes the outline: the highest with two or more. */
function usable(scan: Scan, title: string): Heading[] {
  const candidates = scan.headings.filter(
    ({ text }) =>
      text.length <= LONGEST_HEADING && !isClerical(text) && !isSeeAlso(text) && headingKey(text) !== headingKey(title),
  )
  for (let level = 1; level <= 6; level++) {
    const found = candidates.filter((heading) => heading.level === level)
    if (found.length >= 2) return found
  }
  // A lone first-level heading is the text's title.
  return candidates.filter((heading) => heading.level > 1).slice(0, 1)
}

/** materialHeadings takes the headings that something stands under, those nearest the title first when there are many. */
function materialHeadings(inputs: DraftInputs, kind: DocumentKind): Found[] {
  const about = new Set(terms(inputs.document.title))
  const found: (Found & { near: number; order: number })[] = []
  for (const [index, material] of inputs.material.entries()) {
    const scan = scanMarkdown(readAs(kind, material.text))
    const filled = new Set(scan.pieces.flatMap((piece) => piece.trail))
    for (const heading of usable(scan, inputs.document.title)) {
      if (!filled.has(heading)) continue
      const source: Source = { kind: 'material', id: index, title: material.title, quote: quoteOf(heading) }
      const near = terms(heading.text).filter((term) => about.has(term)).length + (findRole(heading.text) ? 1 : 0)
      found.push({ heading: heading.text, source, near, order: found.length })
    }
  }
  if (found.length < FEWEST_SECTIONS) return found
  const nearest = [...found].sort((a, b) => b.near - a.near || a.order - b.order).slice(0, mostSections(kind))
  return nearest.sort((a, b) => a.order - b.order)
}

/** merge keeps one of the headings that mean the same, and puts a newcomer where its role belongs. */
function merge(first: Found[], more: Found[]): Found[] {
  const merged: Found[] = []
  for (const heading of first) if (!merged.some((other) => sameSection(other, heading))) merged.push(heading)
  for (const heading of more) {
    const twin = merged.find((other) => sameSection(other, heading))
    if (!twin) insertByRole(merged, heading)
    else if (heading.blockId && !twin.blockId) Object.assign(twin, { blockId: heading.blockId, human: heading.human })
    else if (heading.asked) twin.asked = true
  }
  return merged
}

function sameSection(a: Found, b: Found): boolean {
  return headingKey(a.heading) === headingKey(b.heading)
}

function isFromTemplate(headings: Found[], roles: SectionRole[]): boolean {
  return headings.filter((heading) => roles.some((role) => role === roleOf(heading))).length * 2 > headings.length
}

/** withTemplate adds the kind's sections that are missing, but none that a person deleted. */
function withTemplate(found: Found[], roles: SectionRole[], phrases: Phrases, inputs: DraftInputs): Found[] {
  const present = new Set(found.map(roleOf))
  for (const text of inputs.previous?.deletedTexts ?? []) present.add(findRole(text.slice(0, 200)))
  const missing = roles.filter((role) => !present.has(role)).slice(0, MOST_SECTIONS - found.length)
  const filled = [...found]
  for (const role of missing) insertByRole(filled, { heading: phrases.roles[role].headings[0] ?? role, source: null })
  return filled
}

/** The notes of a meeting end with a list of what is to be done, and name it. */
function withFollowUps(found: Found[], notes: Scan, phrases: Phrases): Found[] {
  const labels = notes.pieces.filter(({ leadsIn }) => leadsIn).map(({ raw }) => raw.replace(/[:：]\s*$/, ''))
  const heading = labels.find((label) => findRole(label) === 'followUps')
  if (!heading || found.length >= MOST_SECTIONS || found.some((other) => roleOf(other) === 'followUps')) return found
  return [...found, { heading, source: { kind: 'notes', id: null, title: phrases.notes, quote: heading } }]
}

/** A section that was asked about and answered stands in the outline, even where the draft before left it out. */
function withAnswered(found: Found[], inputs: DraftInputs, most: number): Found[] {
  const sections = inputs.answers
    .map((answer) => answer.section)
    .filter((section) => section !== null)
    .filter((section) => !isDismissed(section, inputs.answers))
  const filled = [...found]
  for (const section of sections) {
    const heading = section.trim()
    if (heading === '') continue
    const known = filled.some((other) => headingKey(other.heading) === headingKey(heading))
    if (!known && filled.length < most) insertByRole(filled, { heading: heading.slice(0, 120), source: null })
  }
  return filled
}

/** insertByRole puts a section before the first one whose role comes later; one without a role goes last. */
function insertByRole(into: Found[], heading: Found): void {
  const place = roleIndex(heading)
  const at = place < 0 ? -1 : into.findIndex((other) => roleIndex(other) > place)
  if (at < 0) into.push(heading)
  else into.splice(at, 0, heading)
}

function roleOf({ heading, meaning }: Found): SectionRole | undefined {
  return findRole(meaning ?? heading)
}

function roleIndex(found: Found): number {
  const role = roleOf(found)
  return role ? SECTION_ROLES.indexOf(role) : -1
}

function sectionOf(found: Found, index: number, kind: DocumentKind, phrases: Phrases, title: string): Section {
  const role = findRoleIn(kind, found.meaning ?? found.heading)
  const phrase = role ? phrases.roles[role] : undefined
  const keywords = [...new Set([...terms(found.heading), ...(phrase ? terms(phrase.keywords) : [])])].slice(
    0,
    MOST_KEYWORDS,
  )
  return {
    id: `s${index + 1}`,
    heading: found.heading,
    purpose: phrase?.purpose ?? fill(phrases.question.generic, { title }),
    keywords,
    role: role ?? null,
    source: found.source,
    ...(found.blockId ? { blockId: found.blockId } : {}),
    ...(found.asked ? { asked: true } : {}),
  }
}

/** queriesOf gives the searches for related documents: the title, what the notes ask for, and headings of its own. */
function queriesOf(inputs: DraftInputs, directions: Directions, outline: Section[]): string[] {
  const title = directions.title ?? inputs.document.title
  const own = outline.filter((section) => section.role === null).map((section) => section.heading)
  const queries = [title, ...directions.topics.map((topic) => topic.slice(0, 100)), ...own]
  return [...new Set(queries.map((query) => query.trim()).filter((query) => query !== ''))].slice(0, 5)
}
