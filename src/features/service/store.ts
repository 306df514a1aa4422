// Queries of what is told about the whole service: jobs by status, and what a page that follows changes looks at.

import { sql } from 'kysely'
import type { Query, Scope } from '#engine/db/db.ts'

/** ALARMING are the statuses that someone would set an alarm for; finished jobs are history and are not counted. */
export const ALARMING = ['queued', 'processing', 'review', 'failed'] as const

export const countJobsByStatus = (query: Query) =>
  query
    .selectFrom('jobs')
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .where('status', 'in', ALARMING)
    .groupBy('status')
    .execute()

export async function readCounter(query: Query, scope: Scope): Promise<number> {
  const row = await query.selectFrom('counters').select('value').where('scope', '=', scope).executeTakeFirst()
  return row?.value ?? 0
}

/** findNewestEvent: whatever happens to a job writes an event in the same transaction. */
export async function findNewestEvent(query: Query): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from events`.execute(query)
  return rows[0]?.id ?? 0
}

export const listProcessStates = (query: Query) =>
  query
    .selectFrom('processes')
    .select(['id', 'status', 'pid', 'restarts', 'exit_code', 'running_jobs'])
    .orderBy('id')
    .execute()
