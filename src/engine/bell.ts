// Waiting for a signal, but only so long: for loops that are told when to look, and also look now and then unasked.

/** A Bell wakes a loop: a ring while no one waits is kept, and rings close together count as one. */
export class Bell {
  #rung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#rung = false
  }
}
