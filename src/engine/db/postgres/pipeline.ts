// One connection to PostgreSQL for the length of a transaction. A statement costs more to send than to run: waking the server
// takes a system call and a switch of processes each time. So statements travel together: what nobody waits for (`later`) goes
// out with the next one that somebody does, and those asked for in one turn of the event loop go out in one batch.

import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { DIRECT, handleOn, LATER } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { Batch, type SentStatement, type SqlStatement, type StatementResult } from './batch.ts'
import { isPatient, PATIENT_WAIT_MS } from './pools.ts'

/** Ending is what a transaction's work returns, and the statements that are sent with its commit. */
type Ending<T> = { value: T; last: SqlStatement[] }

/** The client is one of a pool with `pipeline: true`: it sends a batch before the one ahead of it has returned. */
class Pipeline {
  readonly #client: pg.PoolClient
  readonly #kysely: Kysely<Tables>
  #unsent: SentStatement[] = []
  #isSending = false
  #failed: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
    const borrowed = { query: (text: string, values: unknown[]) => this.#now(text, values), release: () => {} }
    const pool = { connect: async () => borrowed as never, end: async () => {}, options: {} }
    this.#kysely = Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), {
      [DIRECT]: async (text: string, values: unknown[]) => (await this.#now(text, values)).rows,
      [LATER]: (text: string, values: unknown[]) => this.#later(text, values),
    })
  }

  /** transact commits what the work did, with the statements that it leaves for the end, or rolls it back. */
  async transact<T>(work: (handle: Kysely<Tables>) => Promise<Ending<T>>): Promise<{ value: T; row: unknown }> {
    this.#failed = undefined
    this.#later('begin', [])
    try {
      const { value, last } = await work(handleOn(this.#kysely))
      const results = last.map(({ text, values }) => this.#now(text, values))
      await Promise.all([...results, this.#now('commit', [])])
      // A commit after a failure says ROLLBACK and succeeds: a failure that nobody has met yet is met here.
      if (this.#failed !== undefined) throw this.#failed
      return { value, row: (await results.at(-1))?.rows[0] }
    } catch (error) {
      // What was not sent yet could fail, too, and the server would skip the end of the transaction with it.
      for (const { reject } of this.#unsent.splice(0)) reject(error)
      await this.#now('rollback', []).catch(() => {})
      throw error
    }
  }

  #now(text: string, values: unknown[]): Promise<StatementResult> {
    if (!this.#isSending) process.nextTick(() => this.#send())
    this.#isSending = true
    // After a failure every statement fails because the transaction is aborted: whoever waits hears why.
    return new Promise((resolve, reject) =>
      this.#unsent.push({ text, values, resolve, reject: (error) => reject(this.#failed ?? error) }),
    )
  }

  #later(text: string, values: unknown[]): void {
    const reject = (error: unknown) => {
      this.#failed ??= error
    }
    this.#unsent.push({ text, values, resolve: () => {}, reject })
  }

  #send(): void {
    this.#isSending = false
    const batch = new Batch(this.#unsent, isPatient.getStore() ? PATIENT_WAIT_MS : undefined)
    this.#unsent = []
    this.#client.query(batch)
  }
}

const pipelines = new WeakMap<pg.PoolClient, Pipeline>()

/** pipelineOf is made once for a connection: a builder of its own comes with it. */
export function pipelineOf(client: pg.PoolClient): Pipeline {
  const pipeline = pipelines.get(client) ?? new Pipeline(client)
  pipelines.set(client, pipeline)
  return pipeline
}
