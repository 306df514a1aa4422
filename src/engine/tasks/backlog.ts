// Metrics of tasks that send something: how many are pending, how many failed within a day, and how long the oldest has waited.

import { sql } from 'kysely'
import { type Clock, DAY, SECOND } from '#time.ts'
import type { Db, Tx } from '../db/db.ts'
import type { TaskKind } from './tasks.ts'

type Backlog = {
  name: string
  help: string
  noun: string
  /** How long all attempts take: a bound for the query, because rows are indexed by when they were created. */
  allAttemptsMs: number
  /** Leaves out tasks that wait for a person. */
  where?: ReturnType<typeof sql>
}

export async function backlogGauges(
  { db, clock }: { db: Db; clock: Clock },
  { table }: TaskKind,
  { name, help, noun, allAttemptsMs, where = sql`true` }: Backlog,
) {
  const now = clock.now()
  const waiting = sql`from ${sql.table(table)} where status = 'pending' and ${where}`
  const { rows } = await sql<{ pending: number; oldest: number | null; failed: number }>`select
    (select count(*) ${waiting}) as pending, (select min(created_at) ${waiting}) as oldest,
    (select count(*) from ${sql.table(table)} where status = 'failed' and finished_at > ${now - DAY}
      and created_at > ${now - DAY - allAttemptsMs}) as failed`.execute(db.read as Tx)
  const { pending, oldest, failed } = rows[0]!
  return [
    { name, help, labels: { status: 'pending' }, value: Number(pending) },
    { name, help, labels: { status: 'failed' }, value: Number(failed) },
    {
      name: `${name}_oldest_pending_seconds`,
      help: `How long the oldest of the ${noun} that are to be sent has waited.`,
      labels: {},
      value: oldest === null ? 0 : Math.max(0, now - Number(oldest)) / SECOND,
    },
  ]
}
