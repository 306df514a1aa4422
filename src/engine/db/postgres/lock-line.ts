// The writers of one process that have met a lock. PostgreSQL lets those who wait for a lock have it in order, but each of them
// holds a connection. So one writer may stay and wait there; the others let go of theirs and come again after a pause. The
// place of the one that stays is handed on in order: without it, those who come later would pass them by again and again.

export class LockLine {
  #isTaken: boolean
  readonly #asleep = new Set<(isMine: boolean) => void>()

  /** Where only one connection may write, nobody stays: the others would have none. */
  constructor(writers: number) {
    this.#isTaken = writers < 2
  }

  /** pause returns true as soon as the caller may stay, and has to leave later; or false when the time is over. */
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
