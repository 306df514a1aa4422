// What the threads of one process that write to the same SQLite file tell each other, in memory they share: that the event
// loop waits for its turn, and that something was committed.

const WAITING = 0
const COMMITS = 1
/** A thread that gives way never waits longer than this. */
const LONGEST_WAIT_MS = 20

export class Turns {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array<SharedArrayBuffer>
  readonly givesWay: boolean

  constructor(memory = new SharedArrayBuffer(8), { givesWay = false } = {}) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
    this.givesWay = givesWay
  }

  /** come resolves when this thread may try to write: one that gives way may after the event loop has had its turn. */
  async come(): Promise<void> {
    if (!this.givesWay) return
    const waiting = Atomics.load(this.#cells, WAITING)
    if (waiting > 0) await Atomics.waitAsync(this.#cells, WAITING, waiting, LONGEST_WAIT_MS).value
  }

  /** during tells the thread that gives way, for as long as the promise takes, that someone waits. */
  async during<T>(wait: Promise<T>): Promise<T> {
    if (this.givesWay) return wait
    Atomics.add(this.#cells, WAITING, 1)
    try {
      return await wait
    } finally {
      Atomics.sub(this.#cells, WAITING, 1)
      Atomics.notify(this.#cells, WAITING)
    }
  }

  committed(): void {
    Atomics.add(this.#cells, COMMITS, 1)
  }

  /** commits goes up with every commit of this process. */
  get commits(): number {
    return Atomics.load(this.#cells, COMMITS)
  }
}
