// A question to the person that several requests wait for at once.

import { useSyncExternalStore } from 'react'

export class WaitingQuestion<Question, Answer> {
  #question: Question | undefined
  #waiting: ((answer: Answer | undefined) => void)[] = []
  readonly #listeners = new Set<() => void>()

  /** Undefined if the person declines. */
  ask = (question: Question): Promise<Answer | undefined> =>
    new Promise((resolve) => {
      this.#question = question
      this.#waiting = [...this.#waiting, resolve]
      this.#tell()
    })

  settle = (answer: Answer | undefined): void => {
    // Cleared before settling, because a resumed request may ask the next question.
    const settled = this.#waiting
    this.#question = undefined
    this.#waiting = []
    this.#tell()
    for (const settle of settled) settle(answer)
  }

  use = (): Question | undefined =>
    useSyncExternalStore(
      (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      () => this.#question,
    )

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
