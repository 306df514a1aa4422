// The words that this process knows to be in the index's table of words, so that hardly any save has to write them again.
// Words are never taken out of a database, so what was seen there stays true.

import type { Tx } from './tx.ts'

const MOST_KNOWN = 200_000

export class KnownWords {
  #known = new Set<string>()

  /** unknownOf are the words that may have to be written. */
  unknownOf(words: string[]): string[] {
    return words.filter((word) => !this.#known.has(word))
  }

  /** learn remembers words when the transaction that writes them commits. */
  learn(tx: Tx, words: string[]): void {
    tx.afterCommit(() => {
      if (this.#known.size > MOST_KNOWN) this.#known.clear()
      for (const word of words) this.#known.add(word)
    })
  }
}
