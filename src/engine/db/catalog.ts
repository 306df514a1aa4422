// What tables a database has, as the database itself tells it: nobody has to remember a new table for it to be moved or
// compared. Each engine implements the members of `Catalog` (sqlite/catalog.ts, postgres/catalog.ts).

import type { Query, Tx } from './tx.ts'

export type TableShape = {
  name: string
  columns: string[]
  /** key is empty where a table has no primary key. */
  key: string[]
  /** references are the tables that its rows point at, itself included. */
  references: { table: string; columns: string[]; to: string[] }[]
}

export type Catalog = {
  /** tables are all but those that belong to the engine's own index of full text. */
  tables: (query: Query) => Promise<TableShape[]>
  /** lastIds are the highest ids ever given out; those of deleted rows are never given out again. */
  lastIds: (query: Query) => Promise<{ table: string; last: number }[]>
  /** keepWritersOut lets others only read these tables until the transaction ends. */
  keepWritersOut: (tx: Tx, tables: readonly string[]) => Promise<void>
  /** syncLater: this commit need not have reached the disk; the next one without it brings it there. */
  syncLater: (tx: Tx) => Promise<void>
  setLastId: (tx: Tx, table: string, last: number) => Promise<void>
  /** size is how many bytes the whole database takes on its disk. */
  size: (query: Query) => Promise<number>
}

/** LEFT_BEHIND are tables that mean nothing to another database, each with its reason. */
const LEFT_BEHIND: Readonly<Record<string, string>> = {
  schema_migrations: 'both databases have the same before anything is moved',
  changes: 'what running nodes tell each other about cached responses',
  nodes: 'which nodes run now',
  log_requests: 'who reads the log of a running process now',
  search_documents: 'the index: each engine has its own, made from the documents',
  search_words: 'the index',
}

export const isMoved = (table: string): boolean => !Object.hasOwn(LEFT_BEHIND, table)

/** inOrder puts every table behind those that its rows point at, so that references hold at any moment. */
export function inOrder(tables: readonly TableShape[]): TableShape[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<TableShape>()
  const visit = (table: TableShape): void => {
    if (ordered.has(table)) return
    for (const { table: name } of table.references)
      if (name !== table.name && byName.has(name)) visit(byName.get(name)!)
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered]
}
