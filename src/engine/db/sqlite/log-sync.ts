// When a commit is on disk. SQLite would sync its log within the commit, and the thread that runs it would stand still for as
// long as the disk takes: the event loop, with everyone's requests. Here SQLite leaves the log alone until a checkpoint
// (`synchronous = NORMAL`), and one of Node's own threads syncs it; nobody hears of a commit before that (writer.ts).
// Beside two clients that save, half of all reads took 1.19 ms instead of 1.85 (docs/decisions/0010, docs/speed.md).

import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Database } from 'better-sqlite3'
import { storageUnavailable } from '#errors.ts'

type LogSync = {
  /** sync resolves when all that was committed before the call is on disk. If it fails, nobody knows, as after a crash. */
  sync: () => Promise<void>
  close: () => void
}

const syncData = promisify(fdatasync)

/** SYNCED_BY_COMMIT: with `synchronous = FULL` a commit is on disk when it returns. */
const SYNCED_BY_COMMIT: LogSync = { sync: async () => {}, close: () => {} }

export function offloadSync(writer: Database, file: string): LogSync {
  // Where no log can be kept (on some network drives), every commit goes on syncing the file itself.
  if (writer.pragma('journal_mode', { simple: true }) !== 'wal') return SYNCED_BY_COMMIT
  writer.pragma('synchronous = NORMAL')
  let log: number | undefined
  return {
    sync: async () => {
      try {
        // There is a log from the first commit on, and it stays the same one for as long as the writer has it open.
        log ??= openSync(`${file}-wal`, 'r+')
        await syncData(log)
      } catch (error) {
        throw storageUnavailable(error)
      }
    },
    close: () => {
      if (log !== undefined) closeSync(log)
    },
  }
}
