// What runs in the writer thread (engine/writer-thread.ts): the transactions of saves.ts, over a database of its own.

import { workerData } from 'node:worker_threads'
import type { DbConfig } from '#engine/db/db.ts'
import { openDb } from '#engine/db/open.ts'
import { Turns } from '#engine/db/turns.ts'
import { serveTasks } from '#engine/writer-thread.ts'
import { systemClock } from '#time.ts'
import { SAVES } from './saves.ts'

const { config, memory } = workerData as { config: DbConfig; memory: SharedArrayBuffer }
const db = await openDb(config, new Turns(memory, { givesWay: true }))
const deps = { db, clock: systemClock }

serveTasks(
  (name, input) => SAVES[name as keyof typeof SAVES](deps, input as never),
  () => db.close(),
)
