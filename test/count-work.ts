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

// The tag of a statement that PostgreSQL has finished ends in the number of its rows.
type DriverQuery = { text: string; handleCommandComplete: (...args: [done: { text: string }]) => void }
const driver = pg.Query.prototype as unknown as DriverQuery
const { handleCommandComplete } = driver
driver.handleCommandComplete = function (this: DriverQuery, ...args) {
  note(this.text, Number(args[0].text.split(' ').at(-1)))
  handleCommandComplete.apply(this, args)
}

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
