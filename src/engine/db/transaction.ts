// What a transaction collects until it commits: counters to raise, topics to signal, things to run afterwards.
// Shared by both engines; they differ only in how a commit is made and how a signal travels.

import type { Kysely } from 'kysely'
import type { Scope, Topic, Tx } from './db.ts'
import type { Tables } from './tables.ts'

export type Pending = {
  scopes: Set<Scope>
  topics: Set<Topic>
  beforeCommit: { order: number; run: () => Promise<void> }[]
  afterCommit: (() => void)[]
}

export function asTx(query: Kysely<Tables>, pending: Pending): Tx {
  return Object.assign(query, {
    touch: (scope: Scope) => void pending.scopes.add(scope),
    notify: (topic: Topic) => void pending.topics.add(topic),
    beforeCommit: (order: number, run: () => Promise<void>) => void pending.beforeCommit.push({ order, run }),
    afterCommit: (run: () => void) => void pending.afterCommit.push(run),
  })
}

export const newPending = (): Pending => ({ scopes: new Set(), topics: new Set(), beforeCommit: [], afterCommit: [] })

/** runPutOff runs what was put off until the commit, of all transactions that share it. */
export async function runPutOff(sharing: Pending[]): Promise<void> {
  const putOff = sharing.flatMap(({ beforeCommit }) => beforeCommit).sort((a, b) => a.order - b.order)
  for (const { run } of putOff) await run()
}

/** Listeners keeps who waits for which topic; a listener that throws never harms the others. */
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
