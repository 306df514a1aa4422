// A process's transactions that wait for a row lock. PostgreSQL grants locks in order, but each waiter
// holds a connection. So one transaction waits with its connection; the others release theirs and retry after a pause. The
// waiting place is handed on in order, or later transactions would overtake them again and again.

export class LockLine {
  #isTaken: boolean
  readonly #asleep = new Set<(isMine: boolean) => void>()

  /** With a single writing connection nobody may wait with it. */
  constructor(writers: number) {
    this.#isTaken = writers < 2
  }

  /** Resolves true when the caller gets the waiting place (to be released with leave), false after the pause. */
  async pause(ms: number): Promise<boolean> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return true
    }
    const turn = Promise.withResolvers<boolean>()
    this.#asleep.add(turn.resolve)
    const timer = setTimeout(() => {
      // At once, or the place could be handed to someone who has gone.
      this.#asleep.delete(turn.resolve)
      turn.resolve(false)
    }, ms)
    return turn.promise.finally(() => clearTimeout(timer))
  }

  leave(): void {
    const [next] = this.#asleep
    if (next === undefined) this.#isTaken = false
    else {
      this.#asleep.delete(next)
      next(true)
    }
  }
}
