// How well questions in people's own words are met: `npm run bench -- --ask <folder>`. `corpus/` has questions about public
// documentations, each with the pages that answer it and a few words of the sentence that does; those without answers are about
// what a documentation treats, and ask for what it does not say. The folder holds the documentations under the names of the sets.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { COMMAND_LINE } from '../../src/actor.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { importFolder } from '../../src/features/exchange/import/import.ts'
import { makeSlug } from '../../src/slugs.ts'
import { systemClock } from '../../src/time.ts'
import { markdownTable } from '../report.ts'
import { galley, miniSearch, orama, readPages, type SamplePage, type SearchEngine } from '../search-quality.ts'

type AskedQuestion = { q: string; answers?: { page: string; holds: string }[] }
type QuestionSet = { name: string; source: string; commit: string; folder: string; questions: AskedQuestion[] }

const CORPUS = new URL('corpus/', import.meta.url)
const readSets = (): QuestionSet[] =>
  readdirSync(CORPUS)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, CORPUS), 'utf8')) as QuestionSet)

/** askQuality prints one table: a row per documentation and engine. */
export async function askQuality(folder: string): Promise<string> {
  const sets = readSets()
  const here = sets.filter(({ name }) => existsSync(join(folder, name)))
  if (here.length === 0) throw new Error(`${folder} has none of ${sets.map(whereabouts).join(', ')}`)
  const rows = [['documentation', 'engine', 'questions', 'page first', 'page in three']]
  for (const set of here) rows.push(...(await rowsOf(set, join(folder, set.name))))
  return markdownTable(rows)
}

const whereabouts = ({ name, source, folder, commit }: QuestionSet): string =>
  `${name} (${folder} of ${source} at ${commit.slice(0, 8)})`

async function rowsOf({ name, questions }: QuestionSet, folder: string): Promise<string[][]> {
  const data = mkdtempSync(join(tmpdir(), 'galley-bench-ask-'))
  const db = await openDb(readConfig({ GALLEY_DATA: data, DATABASE_URL: '' }))
  try {
    await migrate(db)
    await importFolder({ db, clock: systemClock }, COMMAND_LINE, resolve(folder))
    const pages = await readPages(db)
    const engines = [galley(db, 'Galley'), miniSearch(pages), await orama(pages)]
    return await Promise.all(engines.map(async (engine) => [name, ...(await rowOf(engine, pages, questions))]))
  } finally {
    await db.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function rowOf(engine: SearchEngine, pages: SamplePage[], questions: AskedQuestion[]): Promise<string[]> {
  const slugs = new Map(pages.map(({ id, slug }) => [id, slug]))
  const ranks: number[] = []
  for (const { q, answers } of questions) {
    if (!answers) continue
    const right = new Set(
      answers.map(({ page }) => makeSlug(page.replace(/\.mdx?$/, '').replace(/\/index$/, ''), 'document')),
    )
    ranks.push((await engine.find(q)).findIndex((id) => right.has(slugs.get(id)!)))
  }
  const share = (most: number) => (ranks.filter((rank) => rank >= 0 && rank < most).length / ranks.length).toFixed(2)
  return [engine.name, String(ranks.length), share(1), share(3)]
}
