// The words that this process knows to be in the index's vocabulary, so that hardly any save has to write them again.
// Another node may take an unused word out meanwhile: what is known is forgotten every minute, and here when this one does.

import type { Reach } from './search.ts'
import type { Tx } from './tx.ts'

const MOST_KNOWN = 200_000
const KEPT_MS = 60_000

export class KnownWords {
  #reaches = new Map<string, Reach>()
  #since = Date.now()
  #isOneTransaction = false

  /** unknownOf are the words that may have to be written. */
  unknownOf(words: string[], reach: Reach): string[] {
    if (Date.now() - this.#since > KEPT_MS || this.#reaches.size > MOST_KNOWN) this.forget()
    return words.filter((word) => (this.#reaches.get(word) ?? -1) < reach)
  }

  /** learn remembers words when the transaction that writes them commits. */
  learn(tx: Tx, words: string[], reach: Reach): void {
    const remember = () => {
      for (const word of words) this.#reaches.set(word, reach)
    }
    if (this.#isOneTransaction) remember()
    else tx.afterCommit(remember)
  }

  /** duringOne is for a transaction that nobody else's writes go beside: it need not write a word twice either. */
  async duringOne(work: () => Promise<void>): Promise<void> {
    this.#isOneTransaction = true
    try {
      await work()
    } catch (error) {
      this.forget()
      throw error
    } finally {
      this.#isOneTransaction = false
    }
  }

  forget(): void {
    this.#reaches.clear()
    this.#since = Date.now()
  }
}
