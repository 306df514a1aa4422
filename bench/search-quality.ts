// How well search finds what people ask for, on any folder of Markdown: `npm run bench -- --search-quality <folder>`.
// Known-item queries: a heading that only one page has is asked for in several forms, and that page must come back.
// Galley on both engines, beside MiniSearch and Orama over the same titles and texts, with their usual settings.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { create, insertMultiple, search } from '@orama/orama'
import type { Block } from 'galley-blocks/model.ts'
import { outlineOf } from 'galley-blocks/outline.ts'
import MiniSearch from 'minisearch'
import { COMMAND_LINE, VISITOR } from '../src/actor.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/engine/db/db.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import { GrantedDocuments } from '../src/features/documents/search/finding/granted.ts'
import { Hits } from '../src/features/documents/search/finding/hits.ts'
import { wordsOf } from '../src/features/documents/search/indexing/words.ts'
import { searchDocuments } from '../src/features/documents/search/search.ts'
import { importFolder } from '../src/features/exchange/import/import.ts'
import { systemClock } from '../src/time.ts'
import { startPostgres } from '../test/postgres.ts'
import { markdownTable } from './report.ts'

const MOST_FOUND = 20
const MOST_ITEMS = 700
const LONGEST_HEADING = 8

export type SamplePage = { id: number; slug: string; title: string; text: string; headings: string[] }
type FindTask = { page: number; heading: string }
export type SearchEngine = { name: string; find: (q: string) => Promise<number[]> }
type Form = { name: string; ask: (heading: string, nth: number) => string }

/** People put a question in many ways: none of these wordings is known to the search. */
const QUESTIONS: ((topic: string) => string)[] = [
  (topic) => `how do I use ${topic} in my project`,
  (topic) => `what is ${topic} and when do I need it?`,
  (topic) => `where can I find something about ${topic}`,
  (topic) => `I want to understand ${topic}, where should I start?`,
  (topic) => `is there a way to get ${topic} working for our team`,
]
const UNKNOWN_WORD = 'foobarium'

const FORMS: Form[] = [
  { name: 'the heading', ask: (heading) => heading },
  { name: 'words in reverse order', ask: (heading) => heading.split(/\s+/).toReversed().join(' ') },
  { name: 'a typo in the longest word', ask: mistyped },
  { name: 'a question', ask: (heading, nth) => QUESTIONS[nth % QUESTIONS.length]!(heading) },
  { name: 'one word more that no page has', ask: (heading) => `${heading} ${UNKNOWN_WORD}` },
]

/** searchQuality prints one table: a row per form and engine. */
export async function searchQuality(folder: string, say: (text: string) => void): Promise<string> {
  const postgres = await startPostgres(undefined)
  const data = mkdtempSync(join(tmpdir(), 'galley-bench-quality-'))
  const open = (url: string) => openDb(readConfig({ GALLEY_DATA: data, DATABASE_URL: url }))
  const databases = [await open(''), await open(postgres.url)]
  try {
    for (const db of databases) {
      await migrate(db)
      await importFolder(
        { db, clock: systemClock, config: readConfig({ GALLEY_DATA: data }) },
        COMMAND_LINE,
        resolve(folder),
      )
      await db.inTransaction((tx) => db.dialect.optimize(tx))
    }
    const pages = await readPages(databases[0]!)
    const items = itemsOf(pages)
    say(`${pages.length} pages, ${items.length} headings that one page alone has`)
    const [sqlite, postgresql] = databases.map((db, nth) => galley(db, ['Galley, SQLite', 'Galley, PostgreSQL'][nth]!))
    const engines = [sqlite!, postgresql!, miniSearch(pages), await orama(pages)]
    return `${pages.length} pages, ${items.length} queries of each form\n\n${markdownTable(await rowsOf(engines, items))}`
  } finally {
    for (const db of databases) await db.close()
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function rowsOf(engines: SearchEngine[], items: FindTask[]): Promise<string[][]> {
  const rows = [['query', 'engine', 'MRR', 'top 1', 'top 5', 'empty']]
  for (const { name, ask } of FORMS)
    for (const engine of engines) {
      const ranks: number[] = []
      let empty = 0
      for (const [nth, { page, heading }] of items.entries()) {
        const found = await engine.find(ask(heading, nth))
        if (found.length === 0) empty++
        ranks.push(found.indexOf(page) + 1)
      }
      const share = (count: number) => `${((100 * count) / items.length).toFixed(1)} %`
      const mrr = ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / items.length
      const within = (most: number) => share(ranks.filter((rank) => rank > 0 && rank <= most).length)
      rows.push([name, engine.name, mrr.toFixed(3), within(1), within(5), share(empty)])
    }
  return rows
}

export async function readPages(db: Db): Promise<SamplePage[]> {
  const rows = await db.read
    .selectFrom('documents')
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .innerJoin('texts', 'texts.document_id', 'documents.id')
    .select(['documents.id', 'documents.slug', 'documents.title', 'texts.text', 'revisions.blocks'])
    .where('has_content', '=', 1)
    .orderBy('documents.id')
    .execute()
  return rows.map(({ blocks, ...row }) => ({
    ...row,
    headings: outlineOf(JSON.parse(blocks) as Block[]).map(({ text }) => text),
  }))
}

/** itemsOf are the headings that stand on one page only, evenly taken where there are many. */
function itemsOf(pages: SamplePage[]): FindTask[] {
  const holders = Map.groupBy(
    pages.flatMap(({ id, title, headings }) => [...headings, title].map((heading) => ({ page: id, heading }))),
    ({ heading }) => wordsOf(heading).join(' '),
  )
  const items: FindTask[] = []
  for (const { id, headings } of pages)
    for (const heading of new Set(headings)) {
      const words = wordsOf(heading)
      const isLongEnough = words.some((word) => word.length >= 5)
      const pagesWithIt = new Set(holders.get(words.join(' '))!.map(({ page }) => page))
      if (isLongEnough && words.length <= LONGEST_HEADING && pagesWithIt.size === 1) items.push({ page: id, heading })
    }
  const step = Math.max(1, items.length / MOST_ITEMS)
  return Array.from({ length: Math.min(items.length, MOST_ITEMS) }, (_, nth) => items[Math.floor(nth * step)]!)
}

/** mistyped leaves out, swaps or replaces a letter inside the longest word. */
function mistyped(heading: string, nth: number): string {
  const longest = heading.match(/[\p{L}\p{N}]+/gu)!.reduce((best, word) => (word.length > best.length ? word : best))
  const at = 1 + (nth % Math.max(1, longest.length - 2))
  const [before, letter, after] = [longest.slice(0, at), longest[at]!, longest.slice(at + 1)]
  const slips = [before + after, before + (after[0] ?? '') + letter + after.slice(1), `${before}q${after}`]
  return heading.replace(longest, slips[nth % slips.length]!)
}

export function galley(db: Db, name: string): SearchEngine {
  const hits = new Hits({ db })
  const granted = new GrantedDocuments({ db })
  const config = { siteLang: 'en' }
  const find = async (q: string) =>
    (await searchDocuments({ db, config, hits, granted }, VISITOR, { q, limit: MOST_FOUND })).found.map(({ id }) => id)
  return { name, find }
}

export function miniSearch(pages: SamplePage[]): SearchEngine {
  const index = new MiniSearch({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 2 }, fuzzy: 0.2, prefix: true },
  })
  index.addAll(pages)
  const find = async (q: string) => index.search(q).map(({ id }) => id as number)
  return { name: 'MiniSearch', find: async (q) => (await find(q)).slice(0, MOST_FOUND) }
}

export async function orama(pages: SamplePage[]): Promise<SearchEngine> {
  const index = create({ schema: { page: 'number', title: 'string', text: 'string' } })
  await insertMultiple(
    index,
    pages.map(({ id, title, text }) => ({ page: id, title, text })),
  )
  const find = async (term: string) => {
    const asked = { term, properties: ['title', 'text'] as ('title' | 'text')[], boost: { title: 2 }, tolerance: 1 }
    const { hits } = await search(index, { ...asked, limit: MOST_FOUND })
    return hits.map(({ document }) => document.page)
  }
  return { name: 'Orama', find }
}
