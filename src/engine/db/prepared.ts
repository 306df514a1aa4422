// Queries that are built and compiled once and then run with other values: for the few paths where building a query
// costs more than running it. Slots stand for the values; whatever else the query holds stays as it was built. Built and run by
// Kysely each time, an update took 3.3 ms of CPU instead of 2.3, a create 3.4 instead of 2.6, a search 3.7 instead of 3.3
// (docs/speed.md).

import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { Query, Tx } from './tx.ts'

/** Returns a placeholder for a value, usable wherever a value is. */
export type Slot<Values> = (name: keyof Values & string) => never
/** BuiltQuery is a query of Kysely's builder, or of its sql tag. */
export type BuiltQuery<Row> = { compile: (query: Query) => CompiledQuery<Row> }
/** DIRECT is how a handle runs a compiled statement without the builder's layers, where these cost more than the statement. */
export const DIRECT = Symbol('direct')
export type RunDirectly = (text: string, values: unknown[]) => unknown[] | Promise<unknown[]>
type Handle = Kysely<Tables> & { [DIRECT]?: RunDirectly }

/** handleOn gives one more handle on the same connection. */
export const handleOn = (query: Handle): Kysely<Tables> =>
  Object.assign(query.$extendTables(), { [DIRECT]: query[DIRECT] })

type PreparedStatement<Values> = { sql: string; parameters: { slot?: keyof Values & string; value: unknown }[] }

/** preparedWrite is prepared for a statement that changes something, and so only for transactions. */
export const preparedWrite = <Row, Values extends Record<string, unknown>>(
  build: (slot: Slot<Values>, tx: Kysely<Tables>) => BuiltQuery<Row>,
): ((tx: Tx, values: Values) => Promise<Row[]>) =>
  prepared<Row, Values>((slot, query) => build(slot, query as Kysely<Tables>))

export function prepared<Row, Values extends Record<string, unknown>>(
  build: (slot: Slot<Values>, query: Query) => BuiltQuery<Row>,
): (query: Query, values: Values) => Promise<Row[]> {
  // One statement per engine: what is compiled does not depend on the connection, and every transaction has a handle of its own.
  const statements = new WeakMap<object, PreparedStatement<Values>>()

  function compile(query: Query): PreparedStatement<Values> {
    const names = new Map<unknown, keyof Values & string>()
    const slot: Slot<Values> = (name) => {
      const standIn = `slot ${name}`
      names.set(standIn, name)
      return standIn as never
    }
    const { sql, parameters } = build(slot, query).compile(query)
    return { sql, parameters: parameters.map((value) => ({ slot: names.get(value), value })) }
  }

  return async (query, values) => {
    const engine = query.getExecutor().adapter.constructor
    let statement = statements.get(engine)
    if (!statement) {
      statement = compile(query)
      statements.set(engine, statement)
    }
    const parameters = statement.parameters.map(({ slot, value }) => (slot === undefined ? value : values[slot]))
    const runDirectly = (query as Handle)[DIRECT]
    if (runDirectly) return (await runDirectly(statement.sql, parameters)) as Row[]
    return (await query.executeQuery(CompiledQuery.raw(statement.sql, parameters))).rows as Row[]
  }
}

/** slotsOf is for statements that write many columns: each is given the slot of its own name. */
export const slotsOf = <Column extends string>(slot: (name: Column) => never, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, slot(column)])) as Record<Column, never>

/** Prepared queries for a query whose structure varies: one per key. */
export function preparedBy<Shape, Row, Values extends Record<string, unknown>>(
  keyOf: (shape: Shape) => string | number,
  build: (shape: Shape, slot: Slot<Values>, query: Query) => BuiltQuery<Row>,
): (query: Query, shape: Shape, values: Values) => Promise<Row[]> {
  const statements = new Map<string | number, ReturnType<typeof prepared<Row, Values>>>()
  return (query, shape, values) => {
    const key = keyOf(shape)
    let run = statements.get(key)
    if (!run) {
      run = prepared((slot, asked) => build(shape, slot, asked))
      statements.set(key, run)
    }
    return run(query, values)
  }
}
