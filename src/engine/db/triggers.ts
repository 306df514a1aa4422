// The triggers that note what a transaction changes, made from the list of writes that matter (changes.ts in src). A
// migration drops them, so that it can change any table, and the last one makes them anew.

import { sql } from 'kysely'
import { WRITES, type Write, type WriteEvent } from '#changes.ts'
import type { Dialect } from './dialect.ts'
import type { Tx } from './tx.ts'

const EVENTS: readonly WriteEvent[] = ['insert', 'update', 'delete']
const ROWS = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const
/** PREFIX is that of the names of triggers, and on PostgreSQL of their functions. */
const PREFIX = 'note_'

export async function makeTriggers(dialect: Dialect, tx: Tx): Promise<void> {
  for (const [nth, write] of WRITES.entries())
    for (const event of write.on ?? EVENTS) {
      const name = `${PREFIX}${write.table}_${event}_${nth}`
      for (const statement of statementsFor(dialect, name, write, event)) await sql.raw(statement).execute(tx)
    }
}

export async function dropTriggers({ name }: Dialect, tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`${
    name === 'sqlite'
      ? sql`select name from sqlite_master where type = 'trigger'`
      : sql`select proname::text as name from pg_proc where pronamespace = current_schema()::regnamespace`
  }`.execute(tx)
  for (const { name: made } of rows.filter(({ name }) => name.startsWith(PREFIX)))
    await (name === 'sqlite' ? sql`drop trigger ${sql.id(made)}` : sql`drop function ${sql.id(made)} cascade`).execute(
      tx,
    )
}

function statementsFor({ name: engine }: Dialect, name: string, { table, columns, tags }: Write, event: WriteEvent) {
  const rows = ROWS[event]
  const differs = (column: string) =>
    event === 'update' ? `(old.${column}) is distinct from (new.${column})` : `${rows[0]}.${column} is not null`
  const when = columns ? `when (${columns.map(differs).join(' or ')})` : ''
  const parts = tags.split(' ').flatMap((tag) => {
    const [kind, column] = tag.split(':')
    return column ? [...rows].map((row) => `'${kind}:' || coalesce(${row}.${column}, 0)`) : [`'${tag}'`]
  })
  const noted = `' ' || ${[...new Set(parts)].join(" || ' ' || ")} || ' '`
  if (engine === 'sqlite')
    return [
      `create trigger ${name} after ${event} on ${table} ${when} begin
        insert into changes (tags, created_at) values (${noted}, 0); end`,
    ]
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      insert into changes (xid, tags, created_at) values (pg_current_xact_id()::text::bigint, ${noted},
        (extract(epoch from clock_timestamp()) * 1000)::bigint);
      return null; end $$`,
    `create trigger ${name} after ${event} on ${table} for each row ${when} execute function ${name}()`,
  ]
}
