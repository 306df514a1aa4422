// Runs one task now and then: never twice at once, never more often than asked, and always by the earliest time asked for.

export class Pacer {
  readonly #task: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #dueAt = Number.POSITIVE_INFINITY
  #running: Promise<void> | undefined
  #isStopped = false

  /** The task deals with its own failures. */
  constructor(task: () => Promise<void>) {
    this.#task = task
  }

  /** within makes sure that the task begins at most `ms` from now; an earlier appointment is kept. */
  within(ms: number): void {
    const due = performance.now() + ms
    if (this.#isStopped || due >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = due
    this.#timer = setTimeout(() => {
      this.#dueAt = Number.POSITIVE_INFINITY
      void this.now()
    }, ms)
  }

  /** now runs the task, after the run under way if there is one, and returns when it is done. */
  async now(): Promise<void> {
    await this.#running
    this.#running ??= this.#task().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }
}
