// The shapes a model's answers must have, and what is made of them. Everything in an answer is hostile input: sizes are
// cut, names of sections and sources are looked up, control characters go. The schemas hold no bounds on purpose, because
// providers refuse some of them; the bounds are applied here.

import Type, { type Static } from 'typebox'
import { DOCUMENT_KINDS, type DraftInputs, type NewQuestion, type Plan, type Section } from './drafter.ts'
import { UnusableAnswer } from './llm-fetch.ts'
import { findRoleIn, phrasesFor } from './phrases.ts'
import { FEWEST_SECTIONS, mostSections } from './plan.ts'
import { MOST_QUESTIONS } from './questions.ts'
import { headingKey, terms } from './terms.ts'

const strict = { additionalProperties: false }
const Citation = Type.Object({ source: Type.String(), quote: Type.String() }, strict)

export const PlanAnswer = Type.Object(
  {
    kind: Type.Enum([...DOCUMENT_KINDS]),
    language: Type.String(),
    sections: Type.Array(
      Type.Object({ heading: Type.String(), purpose: Type.String(), keywords: Type.Array(Type.String()) }, strict),
    ),
    queries: Type.Array(Type.String()),
  },
  strict,
)
export const ExtractAnswer = Type.Object(
  {
    passages: Type.Array(Type.Object({ section: Type.String(), source: Type.String(), quote: Type.String() }, strict)),
  },
  strict,
)
export const QuestionAnswer = Type.Object(
  { questions: Type.Array(Type.Object({ section: Type.String(), body: Type.String() }, strict)) },
  strict,
)
export const DraftAnswer = Type.Object(
  {
    summary: Type.Object({ text: Type.String(), sources: Type.Array(Citation) }, strict),
    sections: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          blocks: Type.Array(Type.Object({ markdown: Type.String(), sources: Type.Array(Citation) }, strict)),
        },
        strict,
      ),
    ),
  },
  strict,
)

export const LONGEST_BLOCK = 8_000
export const MOST_BLOCKS_A_SECTION = 60

/** line makes a model's string fit to stand in one line. */
export function line(text: string, length: number): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/^[#\s]+/, '')
    .trim()
    .slice(0, length)
}

/** planFrom keeps what a plan must hold whatever the model says: demanded, kept and answered sections, 3 to 8 in all but a FAQ's. */
export function planFrom(answer: Static<typeof PlanAnswer>, own: Plan): Plan {
  const language = /^[a-z]{2,3}$/.test(answer.language.toLowerCase()) ? answer.language.toLowerCase() : own.language
  const sections: Section[] = []
  const most = Math.max(mostSections(answer.kind), mostSections(own.kind))
  for (const section of answer.sections.slice(0, most)) {
    const heading = line(section.heading, 120)
    if (heading === '' || sections.some((other) => headingKey(other.heading) === headingKey(heading))) continue
    const twin = own.outline.find((other) => headingKey(other.heading) === headingKey(heading))
    const keywords = section.keywords.slice(0, 20).flatMap((keyword) => terms(line(keyword, 60)))
    const bare: Section = {
      id: '',
      heading,
      purpose: line(section.purpose, 300),
      keywords: [],
      role: findRoleIn(answer.kind, heading) ?? null,
      source: null,
    }
    sections.push({
      ...(twin ?? bare),
      purpose: bare.purpose || phrasesFor(language).roles.overview.purpose,
      keywords: [...new Set([...terms(heading), ...keywords])],
    })
  }
  if (sections.length === 0) throw new UnusableAnswer('the outline is empty')
  const has = (section: Section) => sections.some((other) => headingKey(other.heading) === headingKey(section.heading))
  for (const section of own.outline) if ((section.asked || section.blockId) && !has(section)) sections.push(section)
  for (const section of own.outline) if (sections.length < FEWEST_SECTIONS && !has(section)) sections.push(section)
  // What people demanded is never cut off to make room.
  while (sections.length > most) {
    const extra = sections.findLastIndex((section) => !section.asked && !section.blockId)
    sections.splice(extra < 0 ? sections.length - 1 : extra, 1)
  }
  const queries = [...new Set([...answer.queries.map((query) => line(query, 200)), ...own.queries])].filter(
    (query) => query !== '',
  )
  return {
    kind: answer.kind,
    language,
    outline: sections.map((section, index) => ({ ...section, id: `s${index + 1}` })),
    queries: queries.slice(0, 5),
  }
}

/** questionsFrom keeps one question for each section of the outline that has not been answered. */
export function questionsFrom(answer: Static<typeof QuestionAnswer>, inputs: DraftInputs, plan: Plan): NewQuestion[] {
  const answered = new Set(inputs.answers.map((entry) => headingKey(entry.section ?? '')))
  const bodies = new Set(inputs.answers.map((entry) => headingKey(entry.body)))
  const questions: NewQuestion[] = []
  for (const question of answer.questions) {
    const section = findSection(plan, question.section)
    const body = line(question.body, 600)
    if (!section || body === '' || answered.has(headingKey(section.heading)) || bodies.has(headingKey(body))) continue
    if (questions.some((other) => other.section === section.heading)) continue
    questions.push({ section: section.heading, body })
  }
  return questions.slice(0, MOST_QUESTIONS)
}

export function findSection(plan: Plan, name: string): Section | undefined {
  const wanted = line(name, 200)
  return plan.outline.find((section) => section.id === wanted || headingKey(section.heading) === headingKey(wanted))
}
