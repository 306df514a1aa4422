// Tasks: rows of features' tables that a worker has to process, with the columns TaskColumns. This file claims, holds and ends
// them, and doesn't know what a task does. Pipeline jobs have more states and their own queue (engine/queue).
//
// Glossary
//   due    run_at has passed, and no worker has claimed the task
//   claim  a worker takes a due task: the task gets a lease, and its attempts and fence are raised by one
//   lease  until when the worker may be silent. run.ts renews it; when it expires, the task is due again
//   fence  the number of a claim. Every write of a worker checks it, so a worker that lost its task can't write
//   over   nothing is left to do: run_at is null
//
// Times are those of the database's clock, so the clocks of the machines don't matter.

import { type Selectable, sql, type Updateable } from 'kysely'
import type { Clock } from '#time.ts'
import type { Db, Query, Tx } from '../db/db.ts'
import type { Dialect } from '../db/dialect.ts'
import type { Tables } from '../db/tables.ts'
import type { TaskColumns } from '../db/vocabulary.ts'

export type TaskTable = { [T in keyof Tables]: Tables[T] extends TaskColumns ? T : never }[keyof Tables]

/** Where the tasks are, and how long their leases last (kinds.ts). */
export type TaskKind<T extends TaskTable = TaskTable> = { table: T; leaseMs: number }
type TaskClaim = { id: number; fence: number }
export type TaskRow<T extends TaskTable> = Selectable<Tables[T]> & TaskClaim
type TaskWrite<T extends TaskTable> = Omit<Updateable<Tables[T]>, keyof TaskClaim>

/** The task was stopped, restarted or claimed by another worker: whoever gets this error must stop and write nothing. */
export class TaskLost extends Error {}

/** The fields that make a task due with all its attempts; a worker that has claimed it loses it. */
export const begun = (now: number) => ({ run_at: now, lease_until: null, attempts: 0 })

/** The fields that end a task from outside; a worker that has claimed it loses it. */
export const OVER = { run_at: null, lease_until: null }

const isDue = (now: number, where = sql`true`) =>
  sql`run_at <= ${now} and (lease_until is null or lease_until < ${now}) and ${where}`

export async function hasDueTask(query: Query, { table }: TaskKind, now: number, where = sql`true`): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${isDue(now, where)} limit 1`.execute(query as Tx)
  return rows.length > 0
}

type Claiming = { now: number; limit?: number; where?: ReturnType<typeof sql> }

/** Claims the tasks that have been due longest. Concurrent workers claim different ones. */
export async function claimTasks<T extends TaskTable>(
  tx: Tx,
  { forUpdateSkipLocked }: Pick<Dialect, 'forUpdateSkipLocked'>,
  { table, leaseMs }: TaskKind<T>,
  { now, limit = 1, where }: Claiming,
): Promise<TaskRow<T>[]> {
  const { rows } = await sql<TaskRow<T>>`with due as materialized (
      select id from ${sql.table(table)} where ${isDue(now, where)}
      order by run_at, id limit ${limit} ${sql.raw(forUpdateSkipLocked)})
    update ${sql.table(table)} set lease_until = ${now + leaseMs}, attempts = attempts + 1, fence = fence + 1
    where id in (select id from due) returning *`.execute(tx)
  return rows
}

/** Like claimTasks, but opens no transaction when nothing is due: for loops that look every few seconds. */
export async function claimDueTasks<T extends TaskTable>(
  { db, clock }: { db: Db; clock: Clock },
  kind: TaskKind<T>,
  claiming: Omit<Claiming, 'now'> = {},
): Promise<TaskRow<T>[]> {
  if (!(await hasDueTask(db.read, kind, clock.now(), claiming.where))) return []
  return db.inTransaction((tx) => claimTasks(tx, db.dialect, kind, { ...claiming, now: clock.now() }))
}

async function writeHeld(tx: Tx, { table }: TaskKind, { id, fence }: TaskClaim, fields: object): Promise<void> {
  const columns = Object.entries(fields).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(columns)}
    where id = ${id} and fence = ${fence} and lease_until is not null`.execute(tx)
  if (!numAffectedRows) throw new TaskLost(`${table} ${id} is no longer held under fence ${fence}`)
}

/** Part of a worker's transactions: checks the claim, saves progress and renews the lease. Throws TaskLost. */
export const holdTask = <T extends TaskTable>(
  tx: Tx,
  kind: TaskKind<T>,
  claim: TaskClaim,
  now: number,
  progress?: TaskWrite<T>,
): Promise<void> => writeHeld(tx, kind, claim, { ...progress, lease_until: now + kind.leaseMs })

/** Ends the claim: the task is due again at `run_at`, or over. Throws TaskLost. */
export const endTask = <T extends TaskTable>(
  tx: Tx,
  kind: TaskKind<T>,
  claim: TaskClaim,
  end: TaskWrite<T> & { run_at: number | null },
): Promise<void> => writeHeld(tx, kind, claim, { ...end, lease_until: null })

/** Ends a claim that doesn't count as an attempt, because the worker stops. Throws TaskLost. */
export const handBack = (tx: Tx, kind: TaskKind, claim: TaskClaim & { attempts: number }, now: number): Promise<void> =>
  writeHeld(tx, kind, claim, { run_at: now, lease_until: null, attempts: claim.attempts - 1 })
