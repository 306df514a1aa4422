// Statements that go to PostgreSQL together and come back together, as one query of the driver. Its own takes an object, a
// promise, a timer and a flush of the server for each statement, and has every result described again. Here a batch has them
// once, and a connection remembers what the rows of a named statement look like.
// With the pipeline (pipeline.ts) over it, a create and an update cost a fifth less of the service's CPU (docs/speed.md).

import { hash } from 'node:crypto'
import pg from 'pg'

const STATEMENTS_NAMED = 500

export type SqlStatement = { text: string; values: unknown[] }
/** A SentStatement hears what came of it. */
export type SentStatement = SqlStatement & {
  resolve: (result: StatementResult) => void
  reject: (error: unknown) => void
}
export type StatementResult = { command: string; rowCount: number | null; rows: unknown[] }

/** What the driver's types leave out. */
type DriverConnection = {
  stream: { cork: () => void; uncork: () => void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse: (given: { name: string; text: string }) => void
  bind: (given: { statement: string; values: unknown[] }) => void
  describe: (given: { type: 'P' }) => void
  execute: () => void
  sync: () => void
}
type RowMessage = { fields: (string | null)[] }
type ReadColumn = { name: string; parse: (text: string) => unknown }
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

const names = new Map<string, string>()
let generation = 0
const described = new WeakMap<DriverConnection, Map<string, ReadColumn[]>>()

/** nameOf names a statement by its text, so that each connection parses and plans it once; those beyond many have none. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined && names.size < STATEMENTS_NAMED) {
    name = hash('sha256', text, 'base64url').slice(0, 20) + generation
    names.set(text, name)
  }
  return name ?? ''
}

/** isStalePlan goes by the place in the server's source: the message is in the server's language. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'

/** A failed statement takes those behind it in the batch with it: the server skips them. */
export class Batch extends pg.Query {
  readonly #statements: readonly SentStatement[]
  readonly #areNamed: boolean
  #names: string[] = []
  #columns = new Map<string, ReadColumn[]>()
  #at = 0
  #row: ReadColumn[] | undefined
  #rows: unknown[] = []
  /** What the driver reads and sets: the statement under way, and what to call at the end. */
  declare name: string
  declare text: string
  declare callback: ((error?: unknown) => void) | undefined
  declare query_timeout: number | undefined

  /** With a timeout of their own the statements stay without names: they are not asked for again and again. */
  constructor(statements: readonly SentStatement[], timeoutMs?: number) {
    super('')
    this.#statements = statements
    this.#areNamed = timeoutMs === undefined
    this.query_timeout = timeoutMs
  }

  override submit = (given: unknown): unknown => {
    const connection = given as DriverConnection
    let values: unknown[][]
    try {
      values = this.#statements.map((statement) => statement.values.map(asSent))
    } catch (error) {
      return error
    }
    const columns = described.get(connection) ?? new Map<string, ReadColumn[]>()
    described.set(connection, columns)
    this.#columns = columns
    connection.stream.cork()
    for (const [index, { text }] of this.#statements.entries()) {
      const name = this.#areNamed ? nameOf(text) : ''
      this.#names.push(name)
      if (name === '' || !(connection.parsedStatements[name] ?? connection.submittedNamedStatements[name])) {
        connection.parse({ name, text })
        if (name !== '') connection.submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values: values[index]! })
      if (!columns.has(name)) connection.describe({ type: 'P' })
      connection.execute()
    }
    connection.sync()
    connection.stream.uncork()
    this.#go(0)
    return undefined
  }

  #go(to: number): void {
    this.#at = to
    this.#rows = []
    this.name = this.#names[to] ?? ''
    this.text = this.#statements[to]?.text ?? ''
    this.#row = this.#columns.get(this.name)
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#row = fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: RowMessage): void {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < fields.length; index++) {
      const { name, parse } = this.#row![index]!
      const value = fields[index]!
      row[name] = value === null ? null : parse(value)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.name !== '') this.#columns.set(this.name, this.#row ?? [])
    const words = text.split(' ')
    const rowCount = words.length > 1 ? Number(words.at(-1)) : null
    this.#statements[this.#at]!.resolve({ command: words[0]!, rowCount, rows: this.#rows })
    this.#go(this.#at + 1)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: unknown, connection: DriverConnection): void {
    if (isStalePlan(error)) {
      names.clear()
      generation++
    }
    for (const name of this.#names.slice(this.#at)) delete connection.submittedNamedStatements[name]
    for (const { reject } of this.#statements.slice(this.#at)) reject(error)
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.()
  }
}

const asSent = (value: unknown): unknown => (typeof value === 'string' ? value : prepareValue(value))

/** runOne is a batch of its own: nothing else fails with it. */
export const runOne = (
  submit: (batch: Batch) => void,
  statement: SqlStatement,
  timeoutMs?: number,
): Promise<StatementResult> =>
  new Promise((resolve, reject) => submit(new Batch([{ ...statement, resolve, reject }], timeoutMs)))
