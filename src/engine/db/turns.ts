// How the event loop and the writer thread of one process take turns on the same SQLite file, in memory that they share.
// SQLite has one writer at a time and no queue: whoever finds the file busy sleeps and tries again, so a thread that commits
// without a pause would starve the event loop. It therefore gives way while the event loop waits. The second cell counts
// commits, so that the event loop's next read knows of the thread's last write.

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

  /** during makes the other thread give way for as long as the promise takes. */
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
