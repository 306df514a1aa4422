// How well questions in people's own words are met: `npm run bench -- --ask <folder>`. `corpus/` has questions about public
// documentations, each with the pages that answer it and a few words of the sentence that does; those without answers are about
// what a documentation treats, and ask for what it does not say (“nearly”). The questions of the others are unanswerable. The
// folder holds the documentations under the names of the sets. What is fitted is fitted without the documentation that it is
// measured on.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { COMMAND_LINE } from '../../src/actor.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { SIGNS, signsOf } from '../../src/features/ask/confidence.ts'
import { FEATURES } from '../../src/features/ask/score.ts'
import { importFolder } from '../../src/features/exchange/import/import.ts'
import { makeSlug } from '../../src/slugs.ts'
import { systemClock } from '../../src/time.ts'
import { markdownTable } from '../report.ts'
import { galley, miniSearch, orama, readPages, type SamplePage, type SearchEngine } from '../search-quality.ts'
import { dot, fitRanking, fitSureness, type RankCase } from './fit.ts'
import { askGalley, type BenchPassage, levelOver, othersOver } from './passages.ts'

type CorpusQuestion = { q: string; answers?: { page: string; holds: string }[] }
type QuestionSet = { name: string; source: string; commit: string; folder: string; questions: CorpusQuestion[] }
type QuestionKind = 'answerable' | 'unanswerable' | 'nearly'
/** Questions taken from each other documentation. */
const FOREIGN = 8
const THRESHOLDS = [0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8]

const CORPUS = new URL('corpus/', import.meta.url)
export const readSets = (): QuestionSet[] =>
  readdirSync(CORPUS)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, CORPUS), 'utf8')) as QuestionSet)

/** askQuality prints three tables: pages by search, passages, and what is refused at which threshold. */
export async function askQuality(folder: string): Promise<string> {
  const sets = readSets()
  const here = sets.filter(({ name }) => existsSync(join(folder, name)))
  if (here.length === 0) throw new Error(`${folder} has none of ${sets.map(whereabouts).join(', ')}`)
  const read: ReadSet[] = []
  for (const set of here) read.push(await readSet(set, here, join(folder, set.name)))
  const pages = [
    ['documentation', 'engine', 'questions', 'page first', 'page in three'],
    ...read.flatMap(({ rows }) => rows),
  ]
  const { passages, refusals, fitted } = judge(read)
  return [pages, passages, refusals].map(markdownTable).concat(fitted).join('\n\n')
}

const whereabouts = ({ name, source, folder, commit }: QuestionSet): string =>
  `${name} (${folder} of ${source} at ${commit.slice(0, 8)})`

/** An AskCase is a question with all that an answer is chosen from; `signs` need to know which passage is the best. */
type AskCase = RankCase & {
  kind: QuestionKind
  found: (BenchPassage & { sentence: string })[]
  right: Map<string, string[]>
  signs: (nth: number, score: number) => number[]
}
/** `level` is what Calibration measures. */
type ReadSet = { name: string; rows: string[][]; cases: AskCase[]; level: number; others: Map<string, JudgedAnswer[]> }

async function readSet(set: QuestionSet, all: QuestionSet[], folder: string): Promise<ReadSet> {
  const data = mkdtempSync(join(tmpdir(), 'galley-bench-ask-'))
  const config = readConfig({ GALLEY_DATA: data, DATABASE_URL: '' })
  const db = await openDb(config)
  try {
    await migrate(db)
    await importFolder({ db, clock: systemClock, config }, COMMAND_LINE, resolve(folder))
    const pages = await readPages(db)
    const engines = [galley(db, 'Galley'), miniSearch(pages), await orama(pages)]
    const rows = await Promise.all(engines.map(async (one) => [set.name, ...(await rowOf(one, pages, set.questions))]))
    const find = await askGalley(db)
    const cases: AskCase[] = []
    for (const asked of [...set.questions, ...foreignTo(set, all)]) cases.push(await caseOf(find, asked))
    const others = new Map<string, JudgedAnswer[]>()
    for (const { name, find } of await othersOver(db, pages))
      others.set(
        name,
        await Promise.all(
          set.questions.filter(({ answers }) => answers).map(async (one) => judged(await find(one.q), rightOf(one))),
        ),
      )
    return { name: set.name, rows, cases, level: await levelOver(db), others }
  } finally {
    await db.close()
    rmSync(data, { recursive: true, force: true })
  }
}

type ForeignQuestion = CorpusQuestion & { isForeign?: boolean }
const foreignTo = ({ name }: QuestionSet, all: QuestionSet[]): ForeignQuestion[] =>
  all
    .filter((other) => other.name !== name)
    .flatMap(({ questions }) => questions.filter(({ answers }) => answers).slice(0, FOREIGN))
    .map(({ q }) => ({ q, isForeign: true }))

async function caseOf(find: Awaited<ReturnType<typeof askGalley>>, asked: ForeignQuestion): Promise<AskCase> {
  const { question, candidates } = await find(asked.q)
  const right = rightOf(asked)
  const found = candidates.map(({ page, passage: { from, to }, sentence }) => ({
    slug: page.slug,
    from,
    to,
    text: page.text.slice(from, to),
    sentence: page.text.slice(...sentence),
  }))
  return {
    kind: asked.isForeign ? 'unanswerable' : asked.answers ? 'answerable' : 'nearly',
    found,
    right,
    features: candidates.map(({ features }) => FEATURES.map((name) => features[name])),
    answers: found.map((one) => holds(one, right)),
    signs: (nth, score) => {
      const signs = signsOf(question, candidates, { ...candidates[nth]!, score })
      return SIGNS.map((sign) => signs[sign])
    },
  }
}

const slugOf = (page: string): string => makeSlug(page.replace(/\.mdx?$/, '').replace(/\/index$/, ''), 'document')
const plain = (text: string): string => text.toLowerCase().replace(/[`*_]/g, '').replace(/\s+/g, ' ').trim()

/** rightOf are the words that answer, by page. */
function rightOf({ answers = [] }: CorpusQuestion): Map<string, string[]> {
  const right = new Map<string, string[]>()
  for (const { page, holds } of answers) right.set(slugOf(page), [...(right.get(slugOf(page)) ?? []), plain(holds)])
  return right
}
const holds = ({ slug, text }: { slug: string; text: string }, right: Map<string, string[]>): boolean =>
  right.get(slug)?.some((words) => plain(text).includes(words)) ?? false

type JudgedAnswer = { first: boolean; inThree: boolean; page: boolean; sentence: boolean | undefined }

/** Without passages that overlap a better one, as in answers. */
function judged(found: (BenchPassage & { sentence?: string })[], right: Map<string, string[]>): JudgedAnswer {
  const apart: typeof found = []
  for (const one of found) {
    if (apart.length === 3) break
    if (!apart.some(({ slug, from, to }) => slug === one.slug && from < one.to && one.from < to)) apart.push(one)
  }
  const [best] = apart
  const first = best !== undefined && holds(best, right)
  const sentence = best?.sentence === undefined ? undefined : plain(best.sentence)
  const isSaid =
    sentence === undefined
      ? undefined
      : right.get(best!.slug)?.some((words) => sentence.includes(words) || words.includes(sentence))
  return {
    first,
    inThree: apart.some((one) => holds(one, right)),
    page: best !== undefined && right.has(best.slug),
    sentence: first ? isSaid : undefined,
  }
}

type ShownQuestion = { kind: QuestionKind; sure: number; isRight: boolean }

/** judge fits on all documentations but one, and measures on that one. */
function judge(read: ReadSet[]): { passages: string[][]; refusals: string[][]; fitted: string } {
  const answerable = ({ kind }: AskCase) => kind === 'answerable'
  const ranked = read.map((set) => {
    const others = read.filter((other) => other !== set)
    const weights = fitRanking(
      others.flatMap(({ cases }) => cases.filter(answerable)),
      FEATURES.length,
    )
    return { ...set, cases: set.cases.map((one) => ({ ...one, ...inOrder(one, weights) })) }
  })
  const sure = ranked.flatMap((set) => {
    const others = ranked.filter((other) => other !== set)
    const weights = fitSureness(others.flatMap(({ cases }) => cases.map(asSure)))
    const shift = set.level - meanLevel(others)
    return set.cases.map((one): ShownQuestion => {
      const sum = dot(weights, [1, ...one.best]) - shift
      return { kind: one.kind, sure: one.found.length === 0 ? 0 : 1 / (1 + Math.exp(-sum)), isRight: one.judged.first }
    })
  })
  const all = read.flatMap(({ cases }) => cases)
  const final = fitRanking(all.filter(answerable), FEATURES.length)
  const finalSure = fitSureness(all.map((one) => asSure({ ...one, ...inOrder(one, final) })))
  const listed = (names: readonly string[], weights: number[]) =>
    names.map((name, nth) => `${name}: ${weights[nth]!.toFixed(2)}`).join(', ')
  return {
    passages: passageRows(
      ranked.map(({ name, cases, others }) => ({
        name,
        engines: new Map([['Galley', cases.filter(answerable).map((one) => one.judged)], ...others]),
      })),
    ),
    refusals: refusalRows(sure),
    fitted: `score.ts: ${listed(FEATURES, final)}\n\nconfidence.ts: ${listed(['constant', ...SIGNS], finalSure)}\n\ncalibration.ts: ${meanLevel(read).toFixed(2)}`,
  }
}

const meanLevel = (sets: { level: number }[]): number => sets.reduce((sum, { level }) => sum + level, 0) / sets.length

const asSure = ({ kind, best }: { kind: QuestionKind; best: number[] }) => ({
  signs: best,
  isAnswerable: kind === 'answerable',
})

/** inOrder judges a case by these weights; `best` are the signs of what comes first. */
function inOrder(one: AskCase, weights: number[]): { best: number[]; judged: JudgedAnswer } {
  const scores = one.features.map((values) => dot(weights, values))
  const order = scores.map((_, nth) => nth).sort((a, b) => scores[b]! - scores[a]!)
  const [first] = order
  if (first === undefined) return { best: SIGNS.map(() => 0), judged: judged([], one.right) }
  return {
    best: one.signs(first, scores[first]!),
    judged: judged(
      order.map((nth) => one.found[nth]!),
      one.right,
    ),
  }
}

function passageRows(sets: { name: string; engines: Map<string, JudgedAnswer[]> }[]): string[][] {
  const rows = [['documentation', 'engine', 'passage first', 'in three', 'page first', 'sentence']]
  const share = (of: JudgedAnswer[], isIt: (one: JudgedAnswer) => boolean | undefined) =>
    (of.filter(isIt).length / of.length).toFixed(2)
  const rowOf = (name: string, engine: string, of: JudgedAnswer[]) => {
    const answered = of.filter(({ sentence }) => sentence !== undefined)
    const sentence = answered.length === 0 ? '' : share(answered, (one) => one.sentence)
    return [
      name,
      engine,
      share(of, ({ first }) => first),
      share(of, ({ inThree }) => inThree),
      share(of, ({ page }) => page),
      sentence,
    ]
  }
  for (const { name, engines } of sets) for (const [engine, of] of engines) rows.push(rowOf(name, engine, of))
  for (const engine of sets[0]!.engines.keys())
    rows.push(
      rowOf(
        'all',
        engine,
        sets.flatMap(({ engines }) => engines.get(engine)!),
      ),
    )
  return rows
}

function refusalRows(shown: ShownQuestion[]): string[][] {
  const refused = (kind: QuestionKind, threshold: number) => {
    const of = shown.filter((one) => one.kind === kind)
    return (of.filter(({ sure }) => sure < threshold).length / of.length).toFixed(2)
  }
  const rows = THRESHOLDS.map((threshold) => {
    const rest = shown.filter(({ kind, sure }) => kind === 'answerable' && sure >= threshold)
    const right = (rest.filter(({ isRight }) => isRight).length / rest.length).toFixed(2)
    return [
      String(threshold),
      refused('answerable', threshold),
      refused('unanswerable', threshold),
      refused('nearly', threshold),
      right,
    ]
  })
  return [
    ['threshold', 'answerable refused', 'unanswerable refused', 'nearly refused', 'right among those shown'],
    ...rows,
  ]
}

async function rowOf(engine: SearchEngine, pages: SamplePage[], questions: CorpusQuestion[]): Promise<string[]> {
  const slugs = new Map(pages.map(({ id, slug }) => [id, slug]))
  const ranks: number[] = []
  for (const one of questions) {
    if (!one.answers) continue
    const right = rightOf(one)
    ranks.push((await engine.find(one.q)).findIndex((id) => right.has(slugs.get(id)!)))
  }
  const share = (most: number) => (ranks.filter((rank) => rank >= 0 && rank < most).length / ranks.length).toFixed(2)
  return [engine.name, String(ranks.length), share(1), share(3)]
}
