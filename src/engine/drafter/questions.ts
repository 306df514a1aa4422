// Questions for people: one for each section that the sources leave empty or thin, and one for each subject that the
// notes ask for and nothing covers, and each point that they leave open. An answered question is never asked again.

import {
  type DraftInputs,
  type Extracted,
  LEAD,
  type NewQuestion,
  type Passage,
  type Plan,
  type Section,
} from './drafter.ts'
import { readAs } from './faq.ts'
import { openPointsIn } from './notes.ts'
import { isBareMarker, withoutMarker } from './open-points.ts'
import { fill, findRole, isOptional, isPointed, phrasesFor, type SectionRole } from './phrases.ts'
import { clip, plainText } from './plain.ts'
import { readNotes } from './plan.ts'
import { Ranker } from './rank.ts'
import { headingKey, terms, textSize } from './terms.ts'

export const MOST_QUESTIONS = 7
const MOST_OPEN_POINTS = 20
const LONGEST_QUOTE = 160
/** A section says enough from one full sentence on, such as “You need the editor role.” */
const ENOUGH_SIZE = 20
/** A document of which fewer sections say enough says next to nothing. */
export const ENOUGH_SECTIONS = 2

/** raiseQuestions asks in the outline's order. */
export function raiseQuestions(inputs: DraftInputs, plan: Plan, extracted: Extracted): NewQuestion[] {
  const phrases = phrasesFor(plan.language).question
  const bySection = Map.groupBy(extracted.passages, (passage) => passage.sectionId)
  const questions = openQuestions(inputs, plan)
  for (const section of wantedSections(plan, bySection)) {
    const passages = passagesFor(section, bySection)
    if (isAnswered(section.heading, inputs)) continue
    const quote = clip(plainText(passages[0]?.text ?? ''), LONGEST_QUOTE)
    const values = { section: section.heading, quote, ask: askFor(section, plan, inputs) }
    questions.push({
      section: section.heading,
      body: fill(passages.length === 0 ? phrases.missing : phrases.thin, values),
    })
  }
  for (const topic of uncoveredTopics(inputs, extracted)) {
    const section = plan.outline[0]?.heading ?? inputs.document.title
    const body = fill(phrases.topic, { topic: clip(plainText(topic), LONGEST_QUOTE), section })
    if (!inputs.answers.some((answer) => answer.body === body)) questions.push({ section, body })
  }
  // What people left open themselves is asked however much it is.
  return questions.slice(0, Math.max(MOST_QUESTIONS, openQuestions(inputs, plan).length))
}

/** openQuestions asks what the notes leave open, for the section that it fits best. */
function openQuestions(inputs: DraftInputs, plan: Plan): NewQuestion[] {
  const points = openPointsIn(readAs(plan.kind, readNotes(inputs.notes).content), plan.language)
  const ranker = new Ranker(plan.outline, inputs.document.title)
  const asked = points.slice(0, MOST_OPEN_POINTS).flatMap(({ said, heading }): NewQuestion[] => {
    const under = heading && ranker.findSection(heading)
    // A section that only says "TBD" is asked for like any other that says nothing.
    if (under && isBareMarker(said)) return []
    const point = clip(plainText(said), LONGEST_QUOTE)
    // In a FAQ the answer stands under a heading of its own.
    const own = plan.kind === 'faq' ? withoutMarker(point) : undefined
    const section = own ?? (under || ranker.findSectionOf(said) || plan.outline[0])?.heading ?? inputs.document.title
    return [{ section, body: fill(phrasesFor(plan.language).question.open, { point }) }]
  })
  return asked.filter(({ body }) => !inputs.answers.some((answer) => answer.body === body))
}

/**
 * wantedSections are those that say too little. One that good documents may lack is wanted only until two others say enough; an
 * address is enough of a contact, a word of an answer.
 */
export function wantedSections(plan: Plan, bySection: Map<string, Passage[]>): Section[] {
  const mayBeBrief = ({ role }: Section) => role === 'contact' || plan.kind === 'faq'
  const isFull = (section: Section) => {
    const passages = passagesFor(section, bySection)
    return hasEnough(passages) || (mayBeBrief(section) && passages.length > 0)
  }
  const wanted = plan.outline.filter((section) => !isFull(section))
  if (plan.outline.length - wanted.length < ENOUGH_SECTIONS) return wanted
  return wanted.filter((section) => section.asked || bySection.has(section.id) || !isOptional(section.role, plan.kind))
}

/** What stands before the first heading is the overview of a document that has no such heading. */
export function passagesFor(section: Section, bySection: Map<string, Passage[]>): Passage[] {
  const own = bySection.get(section.id) ?? []
  return section.role === 'overview' ? [...own, ...(bySection.get(LEAD) ?? [])] : own
}

function hasEnough(passages: Passage[]): boolean {
  if (passages.some(({ form, blockId }) => form === 'code' || form === 'table' || (form === 'list' && !blockId)))
    return true
  // What a document already says under a heading, its authors meant.
  if (passages.length > 0 && passages.every(({ blockId, source }) => blockId && source.kind === 'document')) return true
  return passages.reduce((size, passage) => size + textSize(passage.text), 0) >= ENOUGH_SIZE
}

function isAnswered(heading: string, inputs: DraftInputs): boolean {
  return inputs.answers.some(({ section, body }) => {
    if (!section || isPointed(body)) return false
    if (headingKey(section) === headingKey(heading)) return true
    const role = findRole(heading)
    return role !== undefined && findRole(section) === role
  })
}

function askFor(section: Section, plan: Plan, inputs: DraftInputs): string {
  const phrases = phrasesFor(plan.language)
  const overview = section.role === 'overview' ? phrases.overviewAsks[plan.kind] : undefined
  if (overview) return overview
  if (section.role) return phrases.roles[section.role as SectionRole].ask
  if (plan.kind === 'faq') return phrases.question.answer
  return fill(phrases.question.generic, { title: inputs.document.title })
}

function uncoveredTopics(inputs: DraftInputs, extracted: Extracted): string[] {
  const { topics } = readNotes(inputs.notes)
  if (topics.length === 0) return []
  const held = extracted.passages.map((passage) => new Set(terms(passage.text)))
  return topics.filter((topic) => {
    const wanted = [...new Set(terms(topic, 20))]
    const needed = Math.max(1, Math.ceil(wanted.length * 0.6))
    return wanted.length > 0 && !held.some((set) => wanted.filter((term) => set.has(term)).length >= needed)
  })
}
