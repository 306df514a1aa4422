// Something that requests wait for and a person settles: one question for all that wait at the same time.

import { useSyncExternalStore } from 'react'

export class WaitingQuestion<Question, Answer> {
  #question: Question | undefined
  #waiting: ((answer: Answer | undefined) => void)[] = []
  readonly #listeners = new Set<() => void>()

  /** ask gives undefined when the person does not want to. */
  ask = (question: Question): Promise<Answer | undefined> =>
    new Promise((resolve) => {
      this.#question = question
      this.#waiting = [...this.#waiting, resolve]
      this.#tell()
    })

  settle = (answer: Answer | undefined): void => {
    // Emptied before anyone is settled: a request that goes on may ask the next question at once.
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
