// What an answer costs: the CPU time of this process per question, over thousands of pages mixed from the sections of the public
// documentations, so that every word is as common as in them. `first` is a question over pages of which none is cut yet.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMAND_LINE, VISITOR } from '../../src/actor.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { findAnswer } from '../../src/features/ask/ask.ts'
import { CutPages } from '../../src/features/ask/pages.ts'
import { readableBy } from '../../src/features/documents/access/access.ts'
import { GrantedDocuments } from '../../src/features/documents/search/finding/granted.ts'
import { importFolder } from '../../src/features/exchange/import/import.ts'
import { systemClock } from '../../src/time.ts'
import { startPostgres } from '../../test/postgres.ts'
import { random } from '../../test/random.ts'
import { markdownTable } from '../report.ts'
import { removeFolder } from '../servers.ts'
import { readSets } from './ask.ts'

const SECTIONS = 4
const LONGEST_SECTION = 4_000
const PER_FOLDER = 200
const MOST_MS = 25

/** askCost asks every question of the sets on both engines. */
export async function askCost(folder: string, documents: number, say: (text: string) => void): Promise<string> {
  const rows = [['engine', 'asked', 'p50 ms', 'p95 ms', 'budget']]
  const postgres = await startPostgres(undefined)
  const scratch = mkdtempSync(join(tmpdir(), 'galley-bench-ask-'))
  try {
    writePages(folder, join(scratch, 'pages'), documents)
    for (const [engine, DATABASE_URL] of [
      ['SQLite', ''],
      ['PostgreSQL', postgres.url],
    ] as const) {
      say(`importing ${documents} pages on ${engine} …`)
      for (const [asked, took] of await measureOn(
        { GALLEY_DATA: join(scratch, 'data'), DATABASE_URL },
        join(scratch, 'pages'),
      )) {
        const at = (share: number) => took[Math.floor(took.length * share)]!
        const verdict = `${at(0.95) <= MOST_MS ? '✓' : '✗'} ${MOST_MS}`
        rows.push([engine, asked, at(0.5).toFixed(1), at(0.95).toFixed(1), verdict])
      }
    }
    return markdownTable(rows)
  } finally {
    await postgres.stop()
    removeFolder(scratch)
  }
}

/** measureOn asks each question twice: first with no page cut yet, again with those that are kept. */
async function measureOn(env: Record<string, string>, pages: string): Promise<[string, number[]][]> {
  const config = readConfig(env)
  const db = await openDb(config)
  try {
    await migrate(db)
    await importFolder({ db, clock: systemClock, config }, COMMAND_LINE, pages)
    await db.inTransaction((tx) => db.dialect.optimize(tx))
    const deps = { db, config, readableBy, granted: new GrantedDocuments({ db }) }
    const questions = readSets().flatMap((set) => set.questions.map(({ q }) => q))
    const took = async (cutPages: CutPages, q: string) => {
      const before = process.cpuUsage()
      await findAnswer({ ...deps, cutPages }, VISITOR, { q, channel: 'site' })
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    const [first, again]: [number[], number[]] = [[], []]
    // V8 goes on compiling while the first hundreds are answered.
    for (const [nth, q] of [...questions, ...questions].entries()) {
      const cutPages = new CutPages({ db })
      const both = [await took(cutPages, q), await took(cutPages, q)]
      if (nth >= questions.length) for (const [at, list] of [first, again].entries()) list.push(both[at]!)
    }
    return [
      ['first', first.sort((a, b) => a - b)],
      ['again', again.sort((a, b) => a - b)],
    ]
  } finally {
    await db.close()
  }
}

/** writePages mixes sections, so that no two pages are the same. */
function writePages(folder: string, to: string, count: number): void {
  const files = readSets().flatMap(({ name }) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.mdx?$/.test(file))
      .map((file) => readFileSync(join(folder, name, file), 'utf8')),
  )
  const sections = files.flatMap((text) => text.split(/^(?=## )/m)).filter(({ length }) => length <= LONGEST_SECTION)
  const next = random(46)
  for (let nth = 0; nth < count; nth++) {
    const some = Array.from({ length: SECTIONS }, () => sections[Math.floor(next() * sections.length)]!)
    const title = /^## (.*)/m.exec(some.join('\n'))?.[1] ?? 'Page'
    const parts = join(to, `part-${Math.floor(nth / PER_FOLDER)}`)
    if (nth % PER_FOLDER === 0) mkdirSync(parts, { recursive: true })
    writeFileSync(join(parts, `page-${nth}.md`), `# ${title} ${nth}\n\n${some.join('\n\n')}\n`)
  }
}
