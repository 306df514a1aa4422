// Schemas of questions and answers.

import { type Static, Type } from 'typebox'
import { closed, Id, Nullable, named, Timestamp } from '#http/atoms.ts'

export const AskQuery = Type.Object({
  q: Type.String({ minLength: 1, maxLength: 400, description: 'A question in your own words.' }),
  lang: Type.Optional(Type.String({ description: 'The language of the reader, where the question does not tell.' })),
})

const Section = Nullable(Type.Object({ id: Type.String(), heading: Type.String() }))

const AnswerEvidence = Type.Object({
  origin: Type.String({
    description: 'Where the block of the sentence comes from: source, notes, answer, human or model.',
  }),
  checked_at: Nullable(Timestamp),
  stale: Type.Boolean({
    description: 'What the block rests on has changed since it was checked: say so when you quote it.',
  }),
})

const AnswerSentence = Type.Object({
  text: Type.String(),
  quote: Type.String({ description: 'The words of the page that say it.' }),
  document_id: Id,
  slug: Type.String(),
  title: Type.String(),
  section: Section,
  evidence: AnswerEvidence,
})
export type AnswerSentence = Static<typeof AnswerSentence>

const AnswerPassage = Type.Object({
  text: Type.String({ description: 'Two to six sentences of the page, word for word.' }),
  document: Type.Object({ id: Id, slug: Type.String(), title: Type.String() }),
  section: Section,
  score: Type.Number({ description: 'How likely the passage answers the question: 0 to 1.' }),
  highlight: Type.Object(
    { start: Type.Integer(), end: Type.Integer() },
    { description: 'The sentence of the text that answers, in characters.' },
  ),
})
export type AnswerPassage = Static<typeof AnswerPassage>

export const REFUSALS = ['nothing_found', 'not_sure', 'not_allowed'] as const

export const AskOut = named('AskOut', {
  question: Type.String(),
  answer: Nullable(
    Type.Object(
      { sentences: Type.Array(AnswerSentence), by: closed(['passage', 'model'] as const) },
      {
        description: 'Null where it is not sure: passages without a refusal may well answer.',
      },
    ),
  ),
  passages: Type.Array(AnswerPassage, { description: 'Up to five, the best first; the nearest ones with a refusal.' }),
  refused: Nullable(
    closed(REFUSALS, {
      description:
        'The documentation does not say it: no page has the words, none says it clearly, or questions are off (`GALLEY_ASK=off`).',
    }),
  ),
})
export type AskOut = Static<typeof AskOut>

/** AskEvent: passages first, then sentences, then everything. */
export type AskEvent = { passages: AnswerPassage[] } | { sentence: AnswerSentence } | { done: AskOut }

export const AnswerUseOut = named('AnswerUseOut', {
  by: closed(['passage', 'model', 'off'] as const),
  model: Nullable(Type.String()),
  budget: Type.Integer({ description: 'Tokens a day; 0 sets no bound.' }),
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      calls: Type.Integer(),
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      cost: Nullable(Type.Number({ description: 'In US dollars, where prices are set.' })),
    }),
    { description: 'The last thirty on which a model was asked, the newest first.' },
  ),
})
