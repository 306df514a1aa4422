// What the database is asked for and gives back, at the level of the drivers: every statement with the number of its rows.
// For tests that compare work, because a clock would not be a verdict. Load it before a database is opened.

import Sqlite, { type Statement } from 'better-sqlite3'
import pg from 'pg'

type StatementRun = { text: string; rows: number }
let noted: StatementRun[] | undefined

const { prepare } = Sqlite.prototype
Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
  const statement = prepare.call(this, text) as Statement
  for (const name of ['all', 'get', 'run'] as const) {
    const plain = statement[name].bind(statement) as (...values: unknown[]) => unknown
    Object.assign(statement, {
      [name]: (...values: unknown[]) => {
        const result = plain(...values)
        note(text, Array.isArray(result) ? result.length : 1)
        return result
      },
    })
  }
  return statement
} as typeof prepare

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [asked] = args as [string | { text: string }]
  const result = (query as (...given: unknown[]) => unknown).apply(this, args)
  if (result instanceof Promise)
    return result.then((done: pg.QueryResult) => {
      note(typeof asked === 'string' ? asked : asked.text, done.rows?.length ?? 0)
      return done
    })
  return result
} as typeof query

/** Only what reads documents or their index counts: a service also has work of its own, at moments of its own. */
const isCounted = (text: string): boolean => /\bsearch_(words|documents|titles|bodies)\b|\bdocuments\b/.test(text)

function note(text: string, rows: number): void {
  if (noted && isCounted(text)) noted.push({ text, rows })
}

/** workOf is what run asked the database for. */
export async function workOf(run: () => Promise<unknown>): Promise<StatementRun[]> {
  noted = []
  await run()
  const work = noted
  noted = undefined
  return work
}
