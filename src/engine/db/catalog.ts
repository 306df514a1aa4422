// The tables of a database, read from its catalog, so that new tables are moved and
// compared. Each engine implements the members of `Catalog` (sqlite/catalog.ts, postgres/catalog.ts).

import type { Query, Tx } from './tx.ts'

export type TableShape = {
  name: string
  columns: string[]
  /** Empty if the table has no primary key. */
  key: string[]
  /** Tables that it references, possibly itself. */
  references: { table: string; columns: string[]; to: string[] }[]
}

export type Catalog = {
  /** All tables except those of the full-text index. */
  tables: (query: Query) => Promise<TableShape[]>
  /** Highest ids ever assigned; ids of deleted rows are not reused. */
  lastIds: (query: Query) => Promise<{ table: string; last: number }[]>
  /** Locks these tables against writers until the transaction ends. */
  keepWritersOut: (tx: Tx, tables: readonly string[]) => Promise<void>
  /** syncLater: this commit needn't be synced to disk; the next ordinary one syncs both. */
  syncLater: (tx: Tx) => Promise<void>
  setLastId: (tx: Tx, table: string, last: number) => Promise<void>
  /** size is how many bytes the whole database takes on its disk. */
  size: (query: Query) => Promise<number>
}

/** Tables that are not moved, each with its reason. */
const LEFT_BEHIND: Readonly<Record<string, string>> = {
  schema_migrations: 'both databases have the same before anything is moved',
  changes: 'what running nodes tell each other about cached responses',
  nodes: 'which nodes run now',
  log_requests: 'who reads the log of a running process now',
  search_documents: 'the index: each engine has its own, made from the documents',
  search_words: 'the index',
}

export const isMoved = (table: string): boolean => !Object.hasOwn(LEFT_BEHIND, table)

/** Sorts tables behind those that they reference, so that foreign keys always hold. */
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
