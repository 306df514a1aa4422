// SQLite tells what tables it has (catalog.ts).

import { sql } from 'kysely'
import type { Catalog } from '../catalog.ts'

type ColumnRow = { table: string; column: string; place: number }
type ReferenceRow = { table: string; nth: number; target: string; column: string; to: string | null }

export const sqliteCatalog: Catalog = {
  tables: async (query) => {
    const { rows } = await sql<ColumnRow>`
      select listed.name as "table", column.name as "column", column.pk as place
      from pragma_table_list as listed, pragma_table_info(listed.name) as column
      where listed.schema = 'main' and listed.type = 'table' and substr(listed.name, 1, 7) <> 'sqlite_'
      order by listed.name, column.cid`.execute(query)
    const references = await sql<ReferenceRow>`
      select listed.name as "table", reference.id as nth, reference."table" as target, reference."from" as "column",
        reference."to"
      from pragma_table_list as listed, pragma_foreign_key_list(listed.name) as reference
      where listed.schema = 'main' order by listed.name, reference.id, reference.seq`.execute(query)
    return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
      name,
      columns: columns.map(({ column }) => column),
      key: columns
        .filter(({ place }) => place > 0)
        .sort((one, other) => one.place - other.place)
        .map(({ column }) => column),
      references: [
        ...Map.groupBy(
          references.rows.filter(({ table }) => table === name),
          ({ nth }) => nth,
        ).values(),
      ].map((parts) => ({
        table: parts[0]!.target,
        columns: parts.map(({ column }) => column),
        to: parts.map(({ to }) => to ?? 'id'),
      })),
    }))
  },

  // An insert that wrote no row, such as one that met a conflict, leaves a 0 here: that table never gave out an id.
  lastIds: async (query) => {
    const { rows } = await sql<{ table: string; last: number }>`
      select name as "table", seq as last from sqlite_sequence where seq > 0 order by name`.execute(query)
    return rows
  },

  // A writing transaction has the file to itself already.
  keepWritersOut: async () => {},

  // Copies come in large transactions, so a sync per commit costs little.
  syncLater: async () => {},

  setLastId: async (tx, table, last) => {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx)
  },

  size: async (query) => {
    const { rows } = await sql<{ size: number }>`
      select page_count * page_size as size from pragma_page_count, pragma_page_size`.execute(query)
    return rows[0]!.size
  },
}
