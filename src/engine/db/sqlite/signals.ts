// Signals between the processes that share one SQLite file: each topic is an empty file in the folder `signals`, and whoever
// commits something about the topic touches the file. Listeners also poll, so a missed signal only delays them.
// Watching the write-ahead log instead would wake every process at every write of anything.

import { type FSWatcher, mkdirSync, utimesSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOPICS, type Topic } from '../tx.ts'

type SqliteSignals = { send: (topics: Iterable<Topic>) => void; listen: () => void; close: () => void }

export function sqliteSignals(dataDir: string, onSignal: (topics: Topic[]) => void): SqliteSignals {
  const folder = join(dataDir, 'signals')
  let watcher: FSWatcher | undefined

  function make(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const topic of TOPICS) writeFileSync(join(folder, topic), '', { flag: 'a', mode: 0o600 })
  }

  function touch(topic: Topic): void {
    const now = new Date()
    utimesSync(join(folder, topic), now, now)
  }

  return {
    send: (topics) => {
      for (const topic of topics) {
        try {
          touch(topic)
        } catch {
          // The folder is missing at first; where it can't be made, the others find out by polling.
          try {
            make()
            touch(topic)
          } catch {}
        }
      }
    },
    listen: () => {
      if (watcher) return
      try {
        make()
        watcher = watch(folder, { persistent: false }, (_event, name) => {
          const topic = TOPICS.find((listed) => listed === name)
          if (topic) onSignal([topic])
        }).on('error', () => {})
      } catch {}
    },
    close: () => watcher?.close(),
  }
}
