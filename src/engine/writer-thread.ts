// The writer thread. On SQLite a save holds up its thread until it is on disk; when many save at once they are sent
// here, and the event loop goes on. Both ends are in this file: WriterThread sends tasks (a name and plain values), and
// serveTasks runs them in the thread. Tasks of one turn of the event loop travel together, and so do their results.
// What it gains (create and update, CPU of the event loop): 327 instead of 1,255 µs and 229 instead of 1,178; all threads
// together use 4 % more.

import { parentPort, Worker } from 'node:worker_threads'
import { GalleyError, storageUnavailable } from '#errors.ts'
import { SECOND } from '#time.ts'

type Task = { number: number; name: string; input: unknown }
type TaskResult = { number: number; value?: unknown; fault?: TaskFault }
/** A TaskFault is an error as plain values, because threads can't hand over the error itself; `shown` is what callers see of it. */
type TaskFault = { message: string; code: unknown; stack: string | undefined; shown?: PublicFault }
type PublicFault = Pick<GalleyError, 'status' | 'detail' | 'headers' | 'extra'>
type WaitingCaller = { resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** With fewer saves at once there is nothing to gain, and a thread costs some forty megabytes. */
const MANY = 4
/** This many tasks are sent before the turn ends, so that the thread begins while others are still being read. */
const TOGETHER = 4
/** It ends when for so long there were never many at once. Single saves cost a service of one editor no thread. */
const IDLE_MS = 30 * SECOND
/** Without a limit of its own for what lives longer: V8 aborts the whole process where a thread reaches one (docs/decisions/0014). */
const MEMORY = { maxYoungGenerationSizeMb: 8 }
const CLOSE = 'close'

export class WriterThread {
  readonly #file: URL
  readonly #data: unknown
  readonly #onFault: (error: Error) => void
  readonly #waiting = new Map<number, WaitingCaller>()
  readonly #idleMs: number
  #worker: Worker | undefined
  #isReady = false
  #isClosing = false
  #notBefore = 0
  #toSend: Task[] = []
  #idle: NodeJS.Timeout | undefined
  #underWay = 0
  #number = 0

  /** The file calls serveTasks; data is what it finds as its workerData. */
  constructor(file: URL, data: unknown, onFault: (error: Error) => void, idleMs = IDLE_MS) {
    this.#idleMs = idleMs
    this.#file = file
    this.#data = data
    this.#onFault = onFault
  }

  /** run does the task in the thread when it is up, and else in place; many at once bring it up. */
  async run<T>(name: string, input: unknown, inPlace: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      if (this.#underWay >= MANY) this.#wanted()
      return this.#isReady ? await this.#send<T>(name, input) : await inPlace()
    } finally {
      this.#underWay--
    }
  }

  /** wanted brings the thread up, or keeps it up for longer: single saves do neither. */
  #wanted(): void {
    this.#idle?.refresh()
    if (performance.now() >= this.#notBefore) this.#worker ??= this.#start()
  }

  get isUp(): boolean {
    return this.#isReady
  }

  /** close lets the thread finish what it has begun. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#isReady = false
    this.#isClosing = true
    clearTimeout(this.#idle)
    // Until now the thread kept no process alive; a process that has nothing else to do must not end before it has.
    worker.ref()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage(CLOSE)
    await ended
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { workerData: this.#data, resourceLimits: MEMORY })
    worker.unref()
    worker.once('message', () => {
      this.#isReady = !this.#isClosing
      this.#idle = setTimeout(() => this.#rest(), this.#idleMs).unref()
      worker.on('message', (results: TaskResult[]) => this.#settle(results))
    })
    let fault: Error | undefined
    worker.on('error', (error) => {
      fault = error as Error
    })
    worker.on('exit', () => this.#end(fault))
    return worker
  }

  /** After a fault saves are made in place for a while. As after a crash, nobody knows whether the last ones are on disk. */
  #end(fault: Error | undefined): void {
    this.#worker = undefined
    this.#isReady = false
    this.#isClosing = false
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.values()) reject(storageUnavailable(fault))
    this.#waiting.clear()
    this.#toSend = []
    if (!fault) return
    this.#notBefore = performance.now() + IDLE_MS
    this.#onFault(fault)
  }

  /** rest ends the thread between two saves: none is under way that it would have to be asked for again. */
  #rest(): void {
    if (this.#underWay > 0) this.#idle!.refresh()
    else void this.close()
  }

  #send<T>(name: string, input: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const number = ++this.#number
      this.#waiting.set(number, { resolve: resolve as WaitingCaller['resolve'], reject })
      const count = this.#toSend.push({ number, name, input })
      if (count === 1) setImmediate(() => this.#flush())
      if (count === TOGETHER) this.#flush()
    })
  }

  #flush(): void {
    if (this.#toSend.length > 0) this.#worker?.postMessage(this.#toSend)
    this.#toSend = []
  }

  #settle(results: TaskResult[]): void {
    for (const { number, value, fault } of results) {
      const waiting = this.#waiting.get(number)
      this.#waiting.delete(number)
      if (fault) waiting?.reject(asError(fault))
      else waiting?.resolve(value)
    }
  }
}

/** serveTasks is the other end, called in the thread once it can begin. */
export function serveTasks(run: (name: string, input: unknown) => Promise<unknown>, close: () => Promise<void>): void {
  const port = parentPort!
  let results: TaskResult[] = []
  const report = (result: TaskResult) => {
    if (results.push(result) > 1) return
    setImmediate(() => {
      port.postMessage(results)
      results = []
    })
  }
  port.on('message', (message: Task[] | typeof CLOSE) => {
    if (message === CLOSE) {
      void close().then(() => setImmediate(() => port.close()))
      return
    }
    for (const { number, name, input } of message)
      run(name, input).then(
        (value) => report({ number, value }),
        (error: unknown) => report({ number, fault: asFault(error) }),
      )
  })
  port.postMessage('ready')
}

function asFault(error: unknown): TaskFault {
  if (!(error instanceof GalleyError)) return plainFault(error)
  const { status, detail, headers, extra, cause } = error
  return { ...plainFault(cause ?? error), shown: { status, detail, headers, extra } }
}

function plainFault(error: unknown): TaskFault {
  const { message = String(error), code, stack } = error as NodeJS.ErrnoException
  return { message, code, stack }
}

function asError({ shown, message, ...rest }: TaskFault): Error {
  const error = Object.assign(new Error(message), rest)
  return shown ? new GalleyError(shown.status, shown.detail, { ...shown, cause: error }) : error
}
