// Loaded before a process under measurement (node --import): counts the statements it runs on SQLite and keeps the number in
// the file that QUERY_COUNT_FILE names. Pragmas are left out: they read no table.

import { renameSync, writeFileSync } from 'node:fs'
import Sqlite, { type Statement } from 'better-sqlite3'

const file = process.env.QUERY_COUNT_FILE
let count = 0
const count1 = (text: string) => {
  if (!/^\s*pragma/i.test(text)) count++
}

if (file) {
  const { prepare, exec } = Sqlite.prototype
  Sqlite.prototype.exec = function (text) {
    count1(text)
    return exec.call(this, text)
  }
  Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
    const statement = prepare.call(this, text) as Statement
    for (const name of ['all', 'get', 'run'] as const) {
      const plain = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          count1(text)
          return plain(...values)
        },
      })
    }
    return statement
  } as typeof prepare
  // Moved into place whole: someone who reads while the file is written would read nothing.
  setInterval(() => {
    writeFileSync(`${file}.new`, String(count))
    renameSync(`${file}.new`, file)
  }, 100).unref()
}
