// Answers a question from the documentation, word for word: the passage that says it, the sentence in it, and how sure it is. Below
// that it refuses, and shows what is nearest. Finding pages is search's (documents/search/asking.ts), with the reader's rights in
// every query; nothing here looks at a page that was not found there.

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
import type { AskedPage, CutPages } from './pages.ts'
import { type AskedQuestion, askingIn, kindOf, MOST_TERMS } from './question.ts'
import type { AnswerPassage, AnswerSentence, AskEvent, AskOut } from './schemas.ts'
import { type ScoredPassage, Scorer } from './score.ts'
import { levelOf, signsOf, sureness } from './sure.ts'
import type { AnswerWriter } from './writer.ts'

/** How many pages are read for a question, and how many passages are shown: with a likely answer, and with none. */
const MOST_PAGES = 16
const LIKELY_PASSAGES = 3
const MOST_PASSAGES = 5
/** From where on it is an answer, and from where on it is likely one. */
const SURE = 0.6
const LIKELY = 0.4
/** How many passages are read closely. */
const MOST_READ = 60

/** Without `missed`, refused questions are not counted; without `writer`, no model writes; without `calibration`, all sites are alike. */
export type AskDeps = FindingDeps &
  EvidenceDeps & {
    cutPages: CutPages
    config: Pick<Deps['config'], 'siteLang' | 'ask'>
    missed?: MissedSearches | undefined
    writer?: AnswerWriter | undefined
    calibration?: { shift: () => number } | undefined
  }

/** `channel` is how the pages are read: the site shows those with content. `mayWrite` is false where nobody waits for a model. */
type AskOptions = { q: string; lang?: string | undefined; channel?: 'api' | 'site'; mayWrite?: boolean }
type AnswerCandidate = ScoredPassage & { page: AskedPage }
/** FoundPassages is what the passages say by themselves, and what a model would be given. */
type FoundPassages = { out: AskOut; lang: string; shown: AnswerCandidate[]; readable: Readable }

export async function ask(deps: AskDeps, actor: Actor, options: AskOptions): Promise<AskOut> {
  return conclude(deps, actor, await look(deps, actor, options), options.mayWrite ?? true)
}

/** askStreamed sends the passages at once, then each sentence that was checked, then all of it. */
export async function* askStreamed(
  deps: AskDeps,
  actor: Actor,
  options: AskOptions,
): AsyncGenerator<{ id: number; data: AskEvent }> {
  const found = await look(deps, actor, options)
  yield { id: 1, data: { passages: found.out.passages } }
  const done = await conclude(deps, actor, found, true)
  const sentences = done.answer?.sentences ?? []
  for (const [nth, sentence] of sentences.entries()) yield { id: nth + 2, data: { sentence } }
  yield { id: sentences.length + 2, data: { done } }
}

/** conclude has a model write the answer where one does; whatever keeps it from that, the passages answer. */
async function conclude(deps: AskDeps, actor: Actor, found: FoundPassages, mayWrite: boolean): Promise<AskOut> {
  const { shown, lang } = found
  const written = await deps.writer?.write({ ...found, q: found.out.question, pages: shown.map(pageShown) }, mayWrite)
  const out = written ? await withWritten(deps, actor, found, written) : found.out
  // Where a model is still to be asked, it is not settled.
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

/** look finds the passages that are nearest to a question, and what they say by themselves. */
export async function look(
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
  const sure = best ? sureness(levelOf(signsOf(question, candidates, best)) - (deps.calibration?.shift() ?? 0)) : 0
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

/** candidatesFor are all passages that have something of the question, the best first. */
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

/** questionOf: a word that nothing has is taken for as rare as the rarest that something has. */
function questionOf(q: string, { lang, terms, dropped }: Omit<AskedPages, 'pages'>): AskedQuestion {
  const asking = askingIn(q, lang)
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

/** distinct takes the best of those that are alike. */
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

/** exactSentence cuts with care what was cut roughly; code and tables are one. */
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
 * sentenceOf also says whether what the block of the sentence rests on has changed, whatever pages show of it
 * (GALLEY_SITE_REVIEW_MARKS): out of its page, nobody would notice.
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
