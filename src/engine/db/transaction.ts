// What a transaction collects until it commits: topics to signal, things to run before and afterwards.
// Shared by both engines; they differ only in how a commit is made and how a signal travels.

import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { Topic, Tx } from './tx.ts'

export type Pending = {
  topics: Set<Topic>
  beforeCommit: { order: number; run: () => Promise<void> }[]
  afterCommit: (() => void)[]
  isOver: boolean
}

/** asTx turns the handle itself into the transaction's: each must be given one of its own. */
export function asTx(query: Kysely<Tables>, pending: Pending): Tx {
  // Code that forgot to await something must hear of it: what comes after the commit would be lost.
  const open = () => {
    if (pending.isOver) throw new Error('The transaction is over')
    return pending
  }
  return Object.assign(query, {
    notify: (topic: Topic) => void open().topics.add(topic),
    beforeCommit: (order: number, run: () => Promise<void>) => void open().beforeCommit.push({ order, run }),
    afterCommit: (run: () => void) => void open().afterCommit.push(run),
  })
}

export const newPending = (): Pending => ({
  topics: new Set(),
  beforeCommit: [],
  afterCommit: [],
  isOver: false,
})

/** runPutOff runs what was put off until the commit, of all transactions that share it; then they collect no more. */
export async function runPutOff(sharing: Pending[]): Promise<void> {
  const putOff = sharing.flatMap(({ beforeCommit }) => beforeCommit).sort((a, b) => a.order - b.order)
  for (const { run } of putOff) await run()
  for (const pending of sharing) pending.isOver = true
}

/** Listeners knows who waits for which topic; a listener that throws never harms the others. */
export class Listeners {
  readonly #byTopic = new Map<Topic, Set<() => void>>()

  on(topic: Topic, listener: () => void): () => void {
    const set = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, set.add(listener))
    return () => void set.delete(listener)
  }

  emit(topics: Iterable<Topic>): void {
    for (const topic of topics) for (const listener of [...(this.#byTopic.get(topic) ?? [])]) queueMicrotask(listener)
  }
}
