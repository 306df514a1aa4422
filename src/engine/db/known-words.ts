// The words that this process knows to be in the index's vocabulary, so that hardly any save has to write them again.
// Another node may take an unused word out meanwhile: what is known is forgotten every minute, and here when this one does.

import type { Tx } from './tx.ts'

const MOST_KNOWN = 200_000
const KEPT_MS = 60_000

export class KnownWords {
  #known = { open: new Set<string>(), all: new Set<string>() }
  #since = Date.now()

  /** unknownOf are the words that may have to be written. */
  unknownOf(words: string[], isOpen: boolean): string[] {
    if (Date.now() - this.#since > KEPT_MS || this.#known.all.size > MOST_KNOWN) this.forget()
    const known = isOpen ? this.#known.open : this.#known.all
    return words.filter((word) => !known.has(word))
  }

  /** learn remembers words when the transaction that writes them commits. */
  learn(tx: Tx, words: string[], isOpen: boolean): void {
    tx.afterCommit(() => {
      for (const word of words) {
        this.#known.all.add(word)
        if (isOpen) this.#known.open.add(word)
      }
    })
  }

  forget(): void {
    this.#known = { open: new Set(), all: new Set() }
    this.#since = Date.now()
  }
}
