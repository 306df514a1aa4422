// A restore on PostgreSQL: a schema beside the live tables to load into, and the transaction that puts what was loaded in their
// place. Until that commits, nothing of the live tables has changed.

import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '#errors.ts'
import type { Db } from '../db.ts'
import { dropTriggers } from '../triggers.ts'

/** Excluded from backups: after a killed restore every table would be there twice. */
export const INCOMING = 'galley_incoming'
const OURS = `galley restore ${process.pid}`

/** restoreUrls are the address as a restore uses it, with a name that tells its connections from others, and one into INCOMING. */
export function restoreUrls(databaseUrl: string): { live: string; incoming: string } {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', OURS)
  const live = url.href
  const options = [url.searchParams.get('options'), `-c search_path=${INCOMING}`]
  url.searchParams.set('options', options.filter(Boolean).join(' '))
  return { live, incoming: url.href }
}

/** Also returns whether the database has Galley's tables. */
export async function refuseInUse(url: string): Promise<{ isFilled: boolean }> {
  const { isFilled, others } = await lookAt(url)
  if (others > 0)
    throw new StartError(
      `The database is in use by others (${others} connected); stop every service and worker, then restore.`,
    )
  return { isFilled }
}

async function lookAt(url: string): Promise<{ isFilled: boolean; others: number }> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query(
      `select to_regclass('schema_migrations') is not null as filled,
        (select count(*)::int from pg_stat_activity where datname = current_database()
          and application_name <> $1 and backend_type = 'client backend') as others`,
      [OURS],
    )
    return { isFilled: rows[0].filled, others: rows[0].others }
  } catch (error) {
    throw new StartError(`The database can't be reached (${(error as Error).message}); check DATABASE_URL.`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Also removes leftovers of a killed restore. */
export async function makeIncoming(live: Db): Promise<void> {
  await dropIncoming(live)
  await live.inTransaction((tx) => sql`create schema ${sql.id(INCOMING)}`.execute(tx))
}

export const dropIncoming = (live: Db): Promise<unknown> =>
  live.inTransaction((tx) => sql`drop schema if exists ${sql.id(INCOMING)} cascade`.execute(tx), { patient: true })

/** swapIncoming drops the live tables, views and triggers included, and moves those of INCOMING to their place. */
export const swapIncoming = (live: Db): Promise<void> =>
  live.inTransaction(
    async (tx) => {
      const tables = (await live.catalog.tables(tx)).map(({ name }) => sql.table(name))
      if (tables.length > 0) await sql`drop table ${sql.join(tables)} cascade`.execute(tx)
      await dropTriggers(live.dialect, tx)
      const { rows } = await sql<{ what: string; schema: string }>`
        select format('table %I.%I', relnamespace::regnamespace, relname) as what, current_schema()::text as schema from pg_class
        where relnamespace = ${INCOMING}::regnamespace and relkind in ('r', 'v')
        union all select format('function %s', oid::regprocedure), current_schema()::text from pg_proc
        where pronamespace = ${INCOMING}::regnamespace`.execute(tx)
      for (const { what, schema } of rows) await sql`alter ${sql.raw(what)} set schema ${sql.id(schema)}`.execute(tx)
      await sql`drop schema ${sql.id(INCOMING)}`.execute(tx)
    },
    { patient: true },
  )
