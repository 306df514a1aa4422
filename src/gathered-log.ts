// Where log lines go: gathered for a moment, then written together, so that requests do not wait. What takes them may be
// gone (a pipe without a reader) or full (a disk): then lines are lost, and nothing else. Pino's own destination (sonic-boom)
// waits instead: with a log that nobody read, or on a full disk, the service hung and could not be stopped.

import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const GATHERED_CHARACTERS = 16_000
const GATHERED_MS = 200
/** Lines that can't be written are buffered up to here, then dropped. */
const MOST_CHARACTERS = 1_000_000
const BUSY_MS = 50
const LAST_TRIES = 20

export class GatheredLog implements DestinationStream {
  readonly #descriptor: number
  #lines = ''
  #isWriting = false

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    setInterval(() => this.#flush(), GATHERED_MS).unref()
    process.on('exit', () => this.flushSync())
  }

  write(line: string): void {
    if (this.#lines.length < MOST_CHARACTERS) this.#lines += line
    if (this.#lines.length >= GATHERED_CHARACTERS) this.#flush()
  }

  /** flushSync is for the end of a process. A pipe that is read slowly is waited for, but not forever. */
  flushSync(): void {
    let rest: Buffer = Buffer.from(this.#lines)
    this.#lines = ''
    for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries++) {
      try {
        rest = rest.subarray(writeSync(this.#descriptor, rest))
      } catch (error) {
        if (!isBusy(error)) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
      }
    }
  }

  #flush(): void {
    if (this.#isWriting || this.#lines === '') return
    this.#isWriting = true
    const bytes = Buffer.from(this.#lines)
    this.#lines = ''
    this.#send(bytes)
  }

  #send(bytes: Buffer): void {
    write(this.#descriptor, bytes, (error, written) => {
      if (error && isBusy(error)) setTimeout(() => this.#send(bytes), BUSY_MS).unref()
      else if (!error && written < bytes.length) this.#send(bytes.subarray(written))
      else this.#isWriting = false
    })
  }
}

const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'
