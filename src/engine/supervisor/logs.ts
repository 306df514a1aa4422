// Logs of background processes, one each in the data folder's `logs`: written by the process, rotated at 10 MiB with five files,
// and read from their end. Logs stay on their machine: other nodes request the end through a row of `log_requests`.

import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config.ts'
import { type Clock, MINUTE, SECOND } from '#time.ts'
import type { Db } from '../db/db.ts'

const LOG_BYTES = 10 * 1024 * 1024
const LOG_FILES = 5
const LOG_NAME = /^[a-z0-9-]+-\d+\.log$/
const NEWLINE = 0x0a

export const logFolder = (dataDir: string): string => join(dataDir, 'logs')
/** rotatedNames lists a log's files, newest first. */
const rotatedNames = (file: string): string[] =>
  Array.from({ length: LOG_FILES }, (_, age) => (age === 0 ? file : `${file}.${age}`))

/** openForAppend opens a log for a child's standard output, making the folder when it is the first one. */
export function openForAppend(folder: string, name: string): number {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  return fs.openSync(join(folder, basename(name)), 'a', 0o600)
}

/** pino's destination. Writes synchronously, because the last line before a crash matters most. */
export class RotatingLog {
  readonly #file: string
  readonly #limit: number
  #descriptor: number

  constructor(folder: string, name: string, limit = LOG_BYTES) {
    this.#file = join(folder, basename(name))
    this.#limit = limit
    this.#descriptor = openForAppend(folder, name)
  }

  write(line: string): void {
    try {
      if (fs.fstatSync(this.#descriptor).size >= this.#limit) this.#rotate()
      fs.writeSync(this.#descriptor, line)
    } catch {
      // A full disk must not stop a worker.
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor)
  }

  #rotate(): void {
    const files = rotatedNames(this.#file)
    for (let age = files.length - 1; age > 0; age--)
      if (fs.existsSync(files[age - 1]!)) fs.renameSync(files[age - 1]!, files[age]!)
    const full = this.#descriptor
    this.#descriptor = fs.openSync(this.#file, 'a', 0o600)
    fs.closeSync(full)
  }
}

/** findLogFile returns the real path of a log, or undefined when there is none or it is not inside the log folder. */
export function findLogFile(folder: string, name: string): string | undefined {
  try {
    const file = fs.realpathSync(join(folder, name))
    return dirname(file) === fs.realpathSync(folder) ? file : undefined
  } catch {
    return undefined
  }
}

/** Never throws: a leftover file must not fail the caller. */
export function removeLog(folder: string, name: string): void {
  const file = findLogFile(folder, name)
  // The newest file is deleted last, because the others are found through it.
  for (const part of file ? rotatedNames(file).reverse() : []) {
    try {
      fs.rmSync(part, { force: true })
    } catch {
      // removeOrphans tries again.
    }
  }
}

/** Removes logs without a row that were last written before `before`. */
export function removeOrphans(folder: string, owned: Set<string | null>, before: number): void {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  for (const name of names.filter((name) => LOG_NAME.test(name) && !owned.has(name)))
    if (fs.lstatSync(join(folder, name)).mtimeMs < before) removeLog(folder, name)
}

/** Maximum to read. */
export type LogLimit = { lines: number; bytes: number }
/** A LogEnd has whole lines, oldest first; `size` is that of all the log's files. */
export type LogEnd = { lines: string[]; size: number; truncated: boolean }

/** Reads only the end, across rotated files. */
export function readLogEnd(folder: string, name: string, most: LogLimit): LogEnd {
  const parts: Buffer[] = []
  let [size, read] = [0, 0]
  for (const part of rotatedNames(name)) {
    const file = findLogFile(folder, part)
    if (!file) break
    const end = readFileEnd(file, most.bytes - read)
    parts.unshift(end.bytes)
    size += end.size
    read += end.bytes.length
  }
  const lines = splitLines(Buffer.concat(parts), read < size)
  return { lines: lines.slice(-most.lines), size, truncated: read < size || lines.length > most.lines }
}

function readFileEnd(file: string, most: number): { bytes: Buffer; size: number } {
  // Guards against a pipe (hangs) or a symbolic link in place of the log.
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK)
  try {
    const stat = fs.fstatSync(descriptor)
    const size = stat.isFile() ? stat.size : 0
    const bytes = Buffer.allocUnsafe(Math.min(size, most))
    const read = fs.readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    return { bytes: bytes.subarray(0, read), size }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Drops a truncated first line, unless it is the only one. */
function splitLines(bytes: Buffer, isCut: boolean): string[] {
  const firstNewline = bytes.indexOf(NEWLINE)
  const from = isCut && firstNewline !== -1 && firstNewline < bytes.length - 1 ? firstNewline + 1 : 0
  const text = bytes.toString('utf8', from)
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').map((line) => line.replace(/\r$/, ''))
}

type LogDeps = { config: Config; db: Db; clock: Clock }

/** Maximum from another node: 5,000 lines have some 200 bytes each. */
const MOST: LogLimit = { lines: 100_000, bytes: 1024 * 1024 }
/** Timeout after which a node counts as unresponsive. */
const PATIENCE_MS = 5 * SECOND
const LOOK_AGAIN_MS = 25

/** Requests a log from the process's node; undefined on timeout. */
export async function requestLog(
  { db, clock }: LogDeps,
  process_id: number,
  { lines, bytes }: LogLimit,
): Promise<LogEnd | undefined> {
  const limit = { lines: Math.min(lines, MOST.lines), bytes: Math.min(bytes, MOST.bytes) }
  const values = { process_id, ...limit, asked_at: clock.now() }
  const { id } = await db.inTransaction(async (tx) => {
    tx.notify('logs')
    // Requests of services that ended while waiting.
    await tx
      .deleteFrom('log_requests')
      .where('asked_at', '<', values.asked_at - MINUTE)
      .execute()
    return tx.insertInto('log_requests').values(values).returning('id').executeTakeFirstOrThrow()
  })
  try {
    for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt; await sleep(LOOK_AGAIN_MS)) {
      const row = await db.read.selectFrom('log_requests').select('reply').where('id', '=', id).executeTakeFirst()
      if (row?.reply) return JSON.parse(row.reply)
    }
    return undefined
  } finally {
    await db.inTransaction((tx) => tx.deleteFrom('log_requests').where('id', '=', id).execute())
  }
}

/** Answers requests for this node's logs. */
export async function answerLogRequests({ db, config }: LogDeps): Promise<void> {
  const asked = await db.read
    .selectFrom('log_requests')
    .innerJoin('processes', 'processes.id', 'log_requests.process_id')
    .select(['log_requests.id', 'lines', 'bytes', 'log_file'])
    .where('node', '=', config.nodeName)
    .where('reply', 'is', null)
    .execute()
  for (const { id, log_file, ...most } of asked) {
    const reply = JSON.stringify(readLogEnd(logFolder(config.dataDir), log_file ?? '', most))
    await db.inTransaction((tx) => tx.updateTable('log_requests').set({ reply }).where('id', '=', id).execute())
  }
}
