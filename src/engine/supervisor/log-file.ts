// The log of one process: lines appended to a file that is renamed when it is full, so that at most five files of 10 MiB
// exist. One process writes a log; readers never need to wait.

import * as fs from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

const LOG_BYTES = 10 * 1024 * 1024
const LOG_FILES = 5

export const logFolder = (dataDir: string): string => join(dataDir, 'logs')
export const logName = (name: string, id: number): string => `${name}-${id}.log`
/** rotatedNames lists a log's files, newest first. */
export const rotatedNames = (file: string): string[] =>
  Array.from({ length: LOG_FILES }, (_, age) => (age === 0 ? file : `${file}.${age}`))

/** openForAppend opens a log for a child's standard output, making the folder when it is the first one. */
export function openForAppend(folder: string, name: string): number {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  return fs.openSync(join(folder, basename(name)), 'a', 0o600)
}

/** RotatingLog is what pino writes to. Writing is synchronous: the last line before a crash is the one that matters. */
export class RotatingLog {
  readonly #file: string
  readonly #limit: number
  #descriptor: number
  #size: number

  constructor(folder: string, name: string, limit = LOG_BYTES) {
    this.#file = join(folder, basename(name))
    this.#limit = limit
    this.#descriptor = openForAppend(folder, name)
    this.#size = fs.fstatSync(this.#descriptor).size
  }

  write(line: string): void {
    try {
      if (this.#size >= this.#limit) this.#rotate()
      this.#size += fs.writeSync(this.#descriptor, line)
    } catch {
      // A full disk must not end a worker for want of its log.
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor)
  }

  #rotate(): void {
    const files = rotatedNames(this.#file)
    for (let age = files.length - 1; age > 0; age--) {
      if (fs.existsSync(files[age - 1]!)) fs.renameSync(files[age - 1]!, files[age]!)
    }
    const full = this.#descriptor
    this.#descriptor = fs.openSync(this.#file, 'a', 0o600)
    fs.closeSync(full)
    this.#size = 0
  }
}

/** findLogFile returns the real path of a log, or undefined when there is none or it is not inside the log folder. */
export function findLogFile(folder: string, name: string): string | undefined {
  try {
    const root = fs.realpathSync(folder)
    const file = fs.realpathSync(join(root, name))
    return dirname(file) === root && file.startsWith(root + sep) ? file : undefined
  } catch {
    return undefined
  }
}

/** removeLog never throws: a file that stays behind is no reason to fail what it belonged to. */
export function removeLog(folder: string, name: string): void {
  const file = findLogFile(folder, name)
  // The newest goes last: as long as it is there, the others can be found through it.
  for (const part of file ? rotatedNames(file).reverse() : []) {
    try {
      fs.rmSync(part, { force: true })
    } catch {
      // forgetLogs tries again.
    }
  }
}

const LOG_NAME = /^[a-z0-9-]+-\d+\.log$/

/** forgetLogs removes logs that no longer belong to anything and that nobody has written to since a given time. */
export function forgetLogs(folder: string, owned: Set<string>, before: number): number {
  if (!fs.existsSync(folder)) return 0
  const orphans = fs.readdirSync(folder).filter((name) => LOG_NAME.test(name) && !owned.has(name))
  const old = orphans.filter(
    (name) => (fs.lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? before) < before,
  )
  for (const name of old) removeLog(folder, name)
  return old.length
}
