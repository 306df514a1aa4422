// The schemas of a model's responses, and their conversion. A response is hostile input: lengths are cut, names of sections
// and sources are looked up, control characters are removed. The schemas have no bounds because some providers reject them;
// bounds are applied here.

import Type, { type Static } from 'typebox'
import { DOCUMENT_KINDS, type DraftInputs, type NewQuestion, type Plan, type Section } from '../contract.ts'
import { keyOf } from '../text/words.ts'
import { UnusableResponse } from './fetch.ts'

const strict = { additionalProperties: false }
const Citation = Type.Object({ source: Type.String(), quote: Type.String() }, strict)

export const PlanResponse = Type.Object(
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
export const ExtractResponse = Type.Object(
  {
    passages: Type.Array(Type.Object({ section: Type.String(), source: Type.String(), quote: Type.String() }, strict)),
  },
  strict,
)
export const QuestionResponse = Type.Object(
  { questions: Type.Array(Type.Object({ section: Type.String(), body: Type.String() }, strict)) },
  strict,
)
export const DraftResponse = Type.Object(
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
const VERDICTS = ['supported', 'partly', 'unsupported', 'contradicted'] as const
export type Verdict = (typeof VERDICTS)[number]
export const VerifyResponse = Type.Object(
  { verdicts: Type.Array(Type.Object({ claim: Type.String(), verdict: Type.Enum([...VERDICTS]) }, strict)) },
  strict,
)

export const AnswerResponse = Type.Object(
  {
    sentences: Type.Array(Type.Object({ text: Type.String(), source: Type.String(), quote: Type.String() }, strict)),
  },
  strict,
)

const MOST_SECTIONS = { faq: 60, other: 12 }
const MOST_QUESTIONS = 5
const MOST_QUERIES = 5

/** A model's string as a single line. */
export const line = (text: string, length: number): string =>
  text
    .slice(0, 10 * length)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/^[#\s]+/, '')
    .trim()
    .slice(0, length)

/** Keeps what a plan must have whatever the model says: the requested sections, and those of the base. */
export function planFrom(response: Static<typeof PlanResponse>, own: Plan): Plan {
  const language = /^[a-z]{2,3}$/.test(response.language.toLowerCase()) ? response.language.toLowerCase() : own.language
  const kind = own.directives.kind ?? response.kind
  const sections: Section[] = []
  const has = (heading: string) => sections.some((other) => keyOf(other.heading) === keyOf(heading))
  for (const section of response.sections) {
    const heading = line(section.heading, 120)
    if (heading === '' || has(heading)) continue
    const twin = own.outline.find((other) => keyOf(other.heading) === keyOf(heading))
    sections.push({ id: '', heading, ...twin, purpose: line(section.purpose, 300) })
  }
  // If people asked for an outline, the model may add nothing to it.
  const asked = own.directives.sections.length > 0 ? own.outline : undefined
  for (const section of own.outline) if (!has(section.heading)) sections.push(section)
  if (sections.length === 0) throw new UnusableResponse('the outline is empty')
  const most = kind === 'faq' ? MOST_SECTIONS.faq : MOST_SECTIONS.other
  const outline = (asked ?? sections.slice(0, most)).map((section, index) => ({ ...section, id: `s${index + 1}` }))
  const queries = [...new Set([...response.queries.map((query) => line(query, 200)), ...own.queries])]
  return { ...own, kind, language, outline, queries: queries.filter((query) => query !== '').slice(0, MOST_QUERIES) }
}

/** One question for each section of the outline that has no answer yet. */
export function questionsFrom(
  response: Static<typeof QuestionResponse>,
  inputs: DraftInputs,
  plan: Plan,
): NewQuestion[] {
  const answered = new Set(inputs.answers.flatMap(({ section, body }) => [keyOf(section ?? ''), keyOf(body)]))
  const questions = new Map<string, NewQuestion>()
  for (const question of response.questions) {
    const section = findSection(plan, question.section)
    const body = line(question.body, 600)
    if (!section || body === '' || answered.has(keyOf(section.heading)) || answered.has(keyOf(body))) continue
    if (!questions.has(section.id)) questions.set(section.id, { section: section.heading, body })
  }
  return [...questions.values()].slice(0, MOST_QUESTIONS)
}

export function findSection(plan: Pick<Plan, 'outline'>, name: string): Section | undefined {
  const wanted = line(name, 200)
  return plan.outline.find((section) => section.id === wanted || keyOf(section.heading) === keyOf(wanted))
}
