// PostgreSQL tells what tables it has (catalog.ts).

import { sql } from 'kysely'
import type { Catalog, TableShape } from '../catalog.ts'

export const postgresCatalog: Catalog = {
  tables: async (query) => {
    const { rows } = await sql<TableShape>`
      select relname::text as name,
        (select json_agg(attname order by attnum) from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
        coalesce((select json_agg(attname order by place) from pg_index, unnest(indkey) with ordinality as part (number, place), pg_attribute
          where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid and attnum = number), '[]') as key,
        coalesce((select json_agg(json_build_object('table', confrelid::regclass::text,
            'columns', (select json_agg(attname order by place) from unnest(conkey) with ordinality as part (number, place), pg_attribute
              where attrelid = conrelid and attnum = number),
            'to', (select json_agg(attname order by place) from unnest(confkey) with ordinality as part (number, place), pg_attribute
              where attrelid = confrelid and attnum = number)) order by conname)
          from pg_constraint where conrelid = pg_class.oid and contype = 'f'), '[]') as references
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by relname`.execute(query)
    return rows
  },

  lastIds: async (query) => {
    const { rows } = await sql<{ table: string; last: number }>`
      select attrelid::regclass::text as table,
        pg_sequence_last_value(pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass) as last
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attidentity <> '' and relnamespace = current_schema()::regnamespace
        and pg_sequence_last_value(pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass) is not null
      order by 1`.execute(query)
    return rows
  },

  keepWritersOut: async (tx, tables) => {
    await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in exclusive mode`.execute(tx)
  },

  syncLater: async (tx) => void (await sql`set local synchronous_commit = off`.execute(tx)),

  setLastId: async (tx, table, last) => {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(tx)
  },

  size: async (query) => {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(query)
    return Number(rows[0]!.size)
  },
}
