// A model's answer to a question. Nobody reviews it before the reader sees it, so it is checked harder than a draft: a
// sentence is kept only if its quote is in the passage, our own checks pass, and the judge calls it supported.

import type { Static } from 'typebox'
import { splitSentences } from '#languages/sentences.ts'
import type { StepContext } from '../contract.ts'
import { Marks, verifyPrompt } from './brief.ts'
import { askModel, type ModelConfig } from './call.ts'
import type { DraftedClaim } from './claims.ts'
import { findQuote, isCarried } from './ground.ts'
import { judgeClaims } from './judge.ts'
import { AnswerResponse, line } from './responses.ts'
import { promptText } from './wording.ts'

const MOST_SENTENCES = 6
const LONGEST_SENTENCE = 600

type QuestionToModel = { question: string; language: string; passages: readonly { title: string; text: string }[] }
/** `passage` is the index of the quoted passage. */
export type WrittenSentence = { text: string; quote: string; passage: number }
type AnswerClaim = DraftedClaim & WrittenSentence

/** The sentences that passed; none if the passages don't answer the question. */
export async function writeAnswer(
  config: ModelConfig,
  { question, language, passages }: QuestionToModel,
  context: StepContext,
): Promise<WrittenSentence[]> {
  const marks = new Marks([question, ...passages.map(({ text }) => text)])
  const sources = passages.map(({ title, text }, nth) => marks.material(`S${nth + 1} document`, `${title}\n\n${text}`))
  const order = promptText('answer', { language, question: marks.material('question', question) })
  const judge = ({ sentences }: Static<typeof AnswerResponse>): AnswerClaim[] =>
    sentences.slice(0, MOST_SENTENCES).flatMap(({ text, source, quote: cited }) => {
      const passage = Number(/^S(\d+)$/i.exec(source.trim())?.[1] ?? 0) - 1
      const quote = findQuote(passages[passage]?.text ?? '', cited)
      if (quote === undefined) return []
      return splitSentences(line(text, LONGEST_SENTENCE))
        .filter((sentence) => isCarried(sentence, [quote], language))
        .map((sentence) => ({ text: sentence, quotes: [quote], verdict: 'supported' as const, quote, passage }))
    })
  const prompt = { shared: [], order: [...sources, order].join('\n\n') }
  const claims = await askModel(config, { name: 'answer', schema: AnswerResponse, prompt, judge }, context)
  if (claims.length > 0) await judgeClaims(config, claims, verifyPrompt(marks, claims), context)
  return claims
    .filter(({ verdict }) => verdict === 'supported')
    .map(({ text, quote, passage }) => ({ text, quote, passage }))
}
