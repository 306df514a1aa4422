// Logs of processes on other nodes. A log stays a file on its machine: whoever wants to read one writes a request, the
// supervisor of that node writes the log's end beside it, and the request is deleted when it was read. So it costs nothing
// while nobody reads. What is in a log was redacted when it was written; who may ask is decided by the routes.

import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '#time.ts'
import type { Tx } from '../db/db.ts'
import type { SupervisorDeps } from './deps.ts'
import { isHeld, supervisorLease } from './leases.ts'
import { logFolder } from './log-file.ts'
import { type LogEnd, type LogLimit, readLogEnd } from './log-tail.ts'
import type { ProcessRow } from './rows.ts'

type LogDeps = Pick<SupervisorDeps, 'config' | 'db' | 'clock'>

/** What one request brings at most, whatever was asked for: 5,000 lines have some 200 bytes each. */
const MOST: LogLimit = { lines: 100_000, bytes: 1024 * 1024 }
/** How long a request waits; after that its node is taken for silent. */
const PATIENCE_MS = 5 * SECOND
const LOOK_AGAIN_MS = 25

/** requestLog returns undefined when nobody looks after the process's node, or it does not answer. */
export async function requestLog(deps: LogDeps, process: ProcessRow, most: LogLimit): Promise<LogEnd | undefined> {
  const { db, config, clock } = deps
  if (!(await isHeld(db.read, supervisorLease(process.node), clock.now(), config.nodeName))) return undefined
  const limit = { lines: Math.min(most.lines, MOST.lines), bytes: Math.min(most.bytes, MOST.bytes) }
  const { id } = await db.inTransaction((tx) => {
    tx.notify('logs')
    const values = { process_id: process.id, ...limit, asked_at: clock.now() }
    return tx.insertInto('log_requests').values(values).returning('id').executeTakeFirstOrThrow()
  })
  try {
    return await waitForReply(deps, id)
  } finally {
    await db.inTransaction((tx) => tx.deleteFrom('log_requests').where('id', '=', id).execute())
  }
}

async function waitForReply({ db }: LogDeps, id: number): Promise<LogEnd | undefined> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const row = await db.read.selectFrom('log_requests').select('reply').where('id', '=', id).executeTakeFirst()
    // The row goes with its process.
    if (row === undefined) return undefined
    if (row.reply !== null) return JSON.parse(row.reply) as LogEnd
    if (performance.now() > giveUpAt) return undefined
    await sleep(LOOK_AGAIN_MS)
  }
}

/** answerLogRequests answers what was asked of this node. */
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

/** deleteLogRequestsBefore removes what nodes left behind that ended while they waited. */
export async function deleteLogRequestsBefore(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('log_requests').where('asked_at', '<', before).execute()
}
