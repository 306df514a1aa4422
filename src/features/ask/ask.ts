// Answers a question with text from the documentation: the best passage, the best sentence in it, and a confidence. Below the
// threshold it refuses and shows the nearest passages. Pages are found by documents/search/asking.ts, with access rules in
// every query; no other page is read here.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { WrittenSentence } from '#drafting/model/answer.ts'
import type { Readable } from '#engine/db/search.ts'
import { searchableFor } from '#features/documents/access/access.ts'
import { type AskedPages, findPages } from '#features/documents/search/asking.ts'
import type { FindingDeps } from '#features/documents/search/finding/readers-index.ts'
import type { MissedSearches } from '#features/documents/search/missed/missed.ts'
import { type EvidenceDeps, getEvidence } from '#features/evidence/reading.ts'
import { oddness } from '#languages/everyday/everyday.ts'
import { placedSentences } from '#languages/sentences.ts'
import { baseOf } from '#languages/tag.ts'
import { confidenceOf, levelOf, signsOf } from './confidence.ts'
import type { AskedPage, CutPages } from './pages.ts'
import { type AskedQuestion, kindOf, MOST_TERMS, questionWordsIn } from './question.ts'
import type { AnswerPassage, AnswerSentence, AskEvent, AskOut } from './schemas.ts'
import { type ScoredPassage, Scorer } from './score.ts'
import type { AnswerWriter } from './writer.ts'

/** Pages read for a question, and passages shown: with a likely answer, and without. */
const MOST_PAGES = 16
const LIKELY_PASSAGES = 3
const MOST_PASSAGES = 5
/** Confidence from which it is an answer, and from which it is a likely one. */
const SURE = 0.6
const LIKELY = 0.4
/** Passages scored in detail. */
const MOST_READ = 60

/**
 * Without `missed`, refused questions aren't counted; without `writer`, no model writes; without `calibration`, the threshold
 * is the default.
 */
export type AskDeps = FindingDeps &
  EvidenceDeps & {
    cutPages: CutPages
    config: Pick<Deps['config'], 'siteLang' | 'ask'>
    missed?: MissedSearches | undefined
    writer?: AnswerWriter | undefined
    calibration?: { shift: () => number } | undefined
  }

/** `channel`: the site shows only pages with content. `mayWrite` is false if nobody waits for a model. */
type AskOptions = { q: string; lang?: string | undefined; channel?: 'api' | 'site'; mayWrite?: boolean }
type AnswerCandidate = ScoredPassage & { page: AskedPage }
/** What the passages say by themselves, and the input for a model. */
type FoundPassages = { out: AskOut; lang: string; shown: AnswerCandidate[]; readable: Readable }

export async function ask(deps: AskDeps, actor: Actor, options: AskOptions): Promise<AskOut> {
  return conclude(deps, actor, await findAnswer(deps, actor, options), options.mayWrite ?? true)
}

/** Sends the passages at once, then each checked sentence, then everything. */
export async function* askStreamed(
  deps: AskDeps,
  actor: Actor,
  options: AskOptions,
): AsyncGenerator<{ id: number; data: AskEvent }> {
  const found = await findAnswer(deps, actor, options)
  yield { id: 1, data: { passages: found.out.passages } }
  const done = await conclude(deps, actor, found, true)
  const sentences = done.answer?.sentences ?? []
  for (const [nth, sentence] of sentences.entries()) yield { id: nth + 2, data: { sentence } }
  yield { id: sentences.length + 2, data: { done } }
}

/** A model writes the answer if possible; otherwise the passages are the answer. */
async function conclude(deps: AskDeps, actor: Actor, found: FoundPassages, mayWrite: boolean): Promise<AskOut> {
  const { shown, lang } = found
  const written = await deps.writer?.write({ ...found, q: found.out.question, pages: shown.map(pageShown) }, mayWrite)
  const out = written ? await withWritten(deps, actor, found, written) : found.out
  // The response may change while a model may still be asked.
  const isSettled = mayWrite || !deps.writer || shown.length === 0
  if (out.refused !== null && out.refused !== 'not_allowed' && isSettled)
    deps.missed?.noteQuestion(out.question, lang, shown[0]?.page.id)
  return out
}

const pageShown = ({ page, passage }: AnswerCandidate) => ({
  key: `${page.id}.${page.version}.${passage.from}`,
  title: page.title,
  text: page.text.slice(passage.from, passage.to),
})

async function withWritten(
  deps: AskDeps,
  actor: Actor,
  { out, shown }: FoundPassages,
  written: WrittenSentence[],
): Promise<AskOut> {
  if (written.length === 0) return { ...out, answer: null, refused: 'not_sure' }
  const sentences = await Promise.all(
    written.map(({ passage: nth, ...sentence }) => {
      const one = shown[nth]!
      return sentenceOf(deps, actor, one, one.page.text.indexOf(sentence.quote, one.passage.from), sentence)
    }),
  )
  return { ...out, answer: { sentences, by: 'model' }, refused: null }
}

/** Finds the nearest passages and what they say by themselves. */
export async function findAnswer(
  deps: AskDeps,
  actor: Actor,
  { q, lang, channel = 'api' }: AskOptions,
): Promise<FoundPassages> {
  const readable = await searchableFor(deps.db.read, actor, channel)
  const nothing = { question: q, answer: null, passages: [] }
  if (deps.config.ask === 'off')
    return { lang: deps.config.siteLang, readable, shown: [], out: { ...nothing, refused: 'not_allowed' } }
  const { question, candidates } = await candidatesFor(deps, readable, { q, lang: lang ?? deps.config.siteLang })
  const [best] = candidates
  const sure = best ? confidenceOf(levelOf(signsOf(question, candidates, best)) - (deps.calibration?.shift() ?? 0)) : 0
  const found = { lang: question.lang, readable }
  if (!best) return { ...found, shown: [], out: { ...nothing, refused: 'nothing_found' } }
  const shown = distinct(candidates, sure < LIKELY || sure >= SURE ? MOST_PASSAGES : LIKELY_PASSAGES, overlaps)
  const passages = shown.map((one) => presentPassage(one, sure * Math.exp(one.score - best.score)))
  const { text, highlight } = passages[0]!
  const quote = text.slice(highlight.start, highlight.end)
  const sentences = sure >= SURE ? [await sentenceOf(deps, actor, best, best.sentence[0], { text: quote, quote })] : []
  return {
    ...found,
    shown,
    out: {
      question: q,
      answer: sentences.length > 0 ? { sentences, by: 'passage' } : null,
      passages,
      refused: sure < LIKELY ? 'not_sure' : null,
    },
  }
}

/** All passages that share a term with the question, best first. */
export async function candidatesFor(
  deps: Omit<AskDeps, 'readableBy' | 'config'> & { config: Pick<Deps['config'], 'siteLang'> },
  readable: Readable,
  asked: { q: string; lang: string },
): Promise<{ question: AskedQuestion; candidates: AnswerCandidate[] }> {
  const { lang, terms, dropped, pages } = await findPages(deps, readable, { ...asked, most: MOST_PAGES })
  const question = questionOf(asked.q, { lang, terms, dropped })
  const scorer = new Scorer(question)
  const cut = await deps.cutPages.get(pages)
  const inLanguage = cut.filter((page) => baseOf(page.lang ?? deps.config.siteLang) === lang)
  const candidates = (inLanguage.length > 0 ? inLanguage : cut).flatMap((page) =>
    scorer.score(page).map((one) => ({ ...one, page })),
  )
  const close = candidates.sort(byScore).slice(0, MOST_READ)
  const read = close.map((one) => ({ ...one, ...scorer.readClosely(one.page, one) }))
  return { question, candidates: read.sort(byScore) }
}

/** A word found nowhere counts as rare as the rarest one found. */
function questionOf(q: string, { lang, terms, dropped }: Omit<AskedPages, 'pages'>): AskedQuestion {
  const asking = questionWordsIn(q, lang)
  const heaviest = Math.max(1, ...terms.map(({ weight }) => weight))
  const missing = dropped.filter((word) => !asking.includes(word))
  return {
    terms: terms
      .slice(0, MOST_TERMS)
      .map(({ marks, alike, weight, oddness }) => ({ marks, alike, weight, tells: weight * oddness ** 2 })),
    unknown: missing.map((word) => heaviest * oddness(word, lang) ** 2),
    kind: kindOf(q, lang),
    lang,
  }
}

const byScore = (a: AnswerCandidate, b: AnswerCandidate): number =>
  b.score - a.score || a.page.id - b.page.id || a.passage.from - b.passage.from

/** The best of each group of similar ones. */
function distinct(
  all: AnswerCandidate[],
  most: number,
  areAlike: (a: AnswerCandidate, b: AnswerCandidate) => boolean,
): AnswerCandidate[] {
  const shown: AnswerCandidate[] = []
  for (const one of all) {
    if (shown.length === most) break
    if (!shown.some((other) => areAlike(one, other))) shown.push(one)
  }
  return shown
}

const isOfPage = (one: AnswerCandidate, other: AnswerCandidate): boolean => one.page.id === other.page.id
const overlaps = (one: AnswerCandidate, other: AnswerCandidate): boolean =>
  isOfPage(one, other) && one.passage.from < other.passage.to && other.passage.from < one.passage.to

function presentPassage({ page, passage, sentence }: AnswerCandidate, score: number): AnswerPassage {
  const { from, to, section } = passage
  const [start, end] = exactSentence(page, passage, sentence)
  return {
    text: page.text.slice(from, to),
    document: { id: page.id, slug: page.slug, title: page.title },
    section: sectionOf(page, section),
    score: Math.round(Math.min(1, score) * 1_000) / 1_000,
    highlight: { start: start - from, end: end - from },
  }
}

const sectionOf = ({ sections }: AskedPage, nth: number) =>
  nth === 0 ? null : { id: sections[nth]!.anchor, heading: sections[nth]!.heading }

/** Cuts the roughly cut sentence exactly; code and tables are one sentence. */
function exactSentence(
  { text }: AskedPage,
  { pieces }: ScoredPassage['passage'],
  [from, to]: [number, number],
): [from: number, to: number] {
  const piece = pieces.find((one) => one.from <= from && from < one.to)!
  if (piece.starts.length === 1) return [piece.from, piece.to]
  const [middle, end] = [(from + Math.min(to, piece.to)) / 2, Math.min(to, piece.to)]
  const sentences = placedSentences(text.slice(piece.from, piece.to), false)
  const found = sentences.find((sentence) => piece.from + sentence.to >= middle)
  return found ? [piece.from + found.from, piece.from + found.to] : [from, end]
}

/**
 * Also says whether the sources of the sentence's block have changed, whatever GALLEY_SITE_REVIEW_MARKS says: outside its
 * page a sentence carries no mark.
 */
async function sentenceOf(
  deps: AskDeps,
  actor: Actor,
  { page, passage }: AnswerCandidate,
  at: number,
  sentence: { text: string; quote: string },
): Promise<AnswerSentence> {
  const { block } = passage.pieces.findLast(({ from }) => from <= at)!
  const config = { ...deps.config, siteReviewMarks: 'on' as const }
  const { blocks } = await getEvidence({ ...deps, config }, actor, page.id)
  const resting = blocks.find(({ block_id }) => block_id === block)
  return {
    ...sentence,
    document_id: page.id,
    slug: page.slug,
    title: page.title,
    section: sectionOf(page, passage.section),
    evidence: {
      origin: resting?.origin ?? 'human',
      checked_at: resting?.checked_at ?? null,
      stale: resting?.under_review ?? false,
    },
  }
}
