// Loaded before a process under measurement (node --import): counts the statements that each of its threads runs on SQLite, and
// the CPU time that they take, in a file of its own beside the one that STATEMENTS_FILE names. Pragmas are left out: they
// read no table.

import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import Sqlite, { type Statement } from 'better-sqlite3'

type Statements = { count: number; cpuMicroseconds: number }

const file = process.env.STATEMENTS_FILE
if (file) watch(`${file}.${process.pid}.${threadId}`)

/** readStatements is what all threads of all watched processes have run so far. */
export function readStatements(watched: string): Statements {
  const total: Statements = { count: 0, cpuMicroseconds: 0 }
  for (const name of readdirSync(dirname(watched))) {
    if (!name.startsWith(`${basename(watched)}.`) || name.endsWith('.new')) continue
    const one = JSON.parse(readFileSync(join(dirname(watched), name), 'utf8')) as Statements
    total.count += one.count
    total.cpuMicroseconds += one.cpuMicroseconds
  }
  return total
}

function watch(own: string): void {
  const total: Statements = { count: 0, cpuMicroseconds: 0 }
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  const watched = <T>(text: string, run: () => T): T => {
    if (/^\s*pragma/i.test(text)) return run()
    const before = used()
    try {
      return run()
    } finally {
      total.count++
      total.cpuMicroseconds += used() - before
    }
  }
  const { prepare, exec } = Sqlite.prototype
  Sqlite.prototype.exec = function (text) {
    return watched(text, () => exec.call(this, text))
  }
  Sqlite.prototype.prepare = function (this: Sqlite.Database, text: string) {
    const statement = prepare.call(this, text) as Statement
    for (const name of ['all', 'get', 'run'] as const) {
      const plain = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, { [name]: (...values: unknown[]) => watched(text, () => plain(...values)) })
    }
    return statement
  } as typeof prepare
  // Moved into place whole: someone who reads while the file is written would read nothing.
  setInterval(() => {
    writeFileSync(`${own}.new`, JSON.stringify(total))
    renameSync(`${own}.new`, own)
  }, 100).unref()
}
