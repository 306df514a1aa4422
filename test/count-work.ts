// What the database is asked for, gives back and steps through, at the level of the drivers: every statement with the number of
// its rows, and of the rows of documents and of their index that it came across. For tests that compare work, because a clock
// would not be a verdict. Load it before a database is opened.

import Sqlite, { type Statement } from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/engine/db/db.ts'

type StatementRun = { text: string; rows: number; values: unknown[]; steps: number }
let noted: StatementRun[] | undefined
let steps = 0

/** A twin of a statement calls `stepped` for every row that it comes across, of tables and of full text. */
const twinOf = (text: string): string =>
  text
    .replace(
      /(?<!left )\b(from|join) "?(search_words|search_documents|documents)(?:"|\b(?!"))( indexed by \w+)?(?! as)/g,
      (_, before: string, table: string, index = '') =>
        `${before} (select * from ${table}${index} where stepped(${table === 'search_words' ? 'word' : 'id'})) as ${table}`,
    )
    .replace(/\b(search_titles|search_bodies) match \?/g, '$& and stepped(rowid)')

const counting = new WeakSet<Sqlite.Database>()
const { prepare } = Sqlite.prototype
Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
  const statement = prepare.call(this, text) as Statement
  for (const name of ['all', 'get', 'run'] as const) {
    const plain = statement[name].bind(statement) as (...values: unknown[]) => unknown
    const stepsWith = (values: unknown[]): number => {
      if (!counting.has(this)) this.function('stepped', (_row: unknown) => ++steps && 1)
      counting.add(this)
      steps = 0
      const twin = prepare.call(this, twinOf(text)) as Statement
      twin.all(...values)
      return steps
    }
    Object.assign(statement, {
      [name]: (...values: unknown[]) => {
        const result = plain(...values)
        const isRead = noted && statement.reader && isCounted(text)
        note({ text, values, rows: Array.isArray(result) ? result.length : 1, steps: isRead ? stepsWith(values) : 0 })
        return result
      },
    })
  }
  return statement
} as typeof prepare

// The tag of a statement that PostgreSQL has finished ends in the number of its rows.
type DriverQuery = {
  text: string
  values?: unknown[]
  handleCommandComplete: (...args: [done: { text: string }]) => void
}
const driver = pg.Query.prototype as unknown as DriverQuery
const { handleCommandComplete } = driver
driver.handleCommandComplete = function (this: DriverQuery, ...args) {
  note({ text: this.text, values: this.values ?? [], rows: Number(args[0].text.split(' ').at(-1)), steps: 0 })
  handleCommandComplete.apply(this, args)
}

/** Only what is about documents or their index counts: a service also has work of its own, at moments of its own. */
const isCounted = (text: string): boolean =>
  /\bsearch_(words|documents|titles|bodies)\b|\bdocument(s|_rows)\b/.test(text)

function note(run: StatementRun): void {
  if (noted && isCounted(run.text)) noted.push(run)
}

/** workOf is what run asked the database for. */
export async function workOf(run: () => Promise<unknown>): Promise<Pick<StatementRun, 'text' | 'rows'>[]> {
  return (await notedBy(run)).map(({ text, rows }) => ({ text, rows }))
}

/** stepsOf is workOf with the rows that each statement came across. Statements that run at the same time end in any order, so it is sorted. */
export async function stepsOf(
  db: Db,
  run: () => Promise<unknown>,
): Promise<Pick<StatementRun, 'text' | 'rows' | 'steps'>[]> {
  const work = await notedBy(run)
  if (db.dialect.name === 'postgres') for (const one of work) one.steps = await explainedSteps(db, one)
  return work
    .map(({ text, rows, steps }) => ({ text, rows, steps }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.steps - b.steps))
}

async function notedBy(run: () => Promise<unknown>): Promise<StatementRun[]> {
  noted = []
  await run()
  const work = noted
  noted = undefined
  return work
}

type PlanNode = { Plans?: PlanNode[] } & Record<string, unknown>

/** explainedSteps runs a statement once more. Tables are small here: their indexes are used as if they were not. */
const explainedSteps = (db: Db, { text, values }: StatementRun): Promise<number> =>
  db.inTransaction(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, values),
    )
    return rowsIn(rows[0]!['QUERY PLAN'][0]!.Plan)
  })

const ROWS = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck', 'Rows Removed by Join Filter']

function rowsIn({ Plans = [], ...node }: PlanNode): number {
  const own = ROWS.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node['Actual Loops'])
  return own + Plans.reduce((sum, plan) => sum + rowsIn(plan), 0)
}
