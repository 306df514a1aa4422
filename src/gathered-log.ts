// Buffers log lines and writes them in batches, so that requests don't wait. If the destination is gone (a closed pipe) or
// full (a disk), only log lines are lost. Pino's own destination (sonic-boom) waits instead: with an unread log or a full
// disk the service hung and couldn't be stopped.

import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

const GATHERED_CHARACTERS = 16_000
const GATHERED_MS = 200
/** Unwritable lines beyond this are dropped. */
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

  /** At a process's end. Waits for a slow pipe, but not forever. */
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
