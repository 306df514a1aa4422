// The queue before the one thread that colours code: a piece at a time, first come, first served. A piece that hangs or breaks
// the thread loses its own colour and nobody else's: what is left of its task goes behind those who wait. Knows no documents.

import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'

export type CodeBlock = { code: string; language: string }
/** A Colour is markup; null for what can't have any (too slow, or its grammar fails), undefined for what was not reached. */
type Colour = string | null | undefined
/** ThreadReply is what the thread says: that it can begin, or what became of the piece that it was given. */
export type ThreadReply = 'ready' | { html: string | null }

export type Pace = {
  /** deadlineMs is for one piece, counted from when the thread begins with it. */
  deadlineMs: number
  /** patienceMs is the longest that anyone waits for a task, including the wait behind others. */
  patienceMs: number
  /** idleMs is how long a thread without work is kept, with its grammars. */
  idleMs: number
  /** slowForMs is how long a piece that was given up is not tried again. */
  slowForMs: number
}

type ColourTask = { pieces: CodeBlock[]; results: Colour[]; isOver: boolean; done: (results: Colour[]) => void }
type Thread = { worker: Worker; isReady: boolean; languages: Set<string> }

/**
 * A thread ends when it has seen this many languages: a grammar takes more than a megabyte, there are hundreds, and V8 aborts
 * the whole process where a thread reaches a limit of its memory (docs/decisions/0014), so it has none.
 */
const MOST_LANGUAGES = 50

export const keyOf = ({ code, language }: CodeBlock): string => `${language}\n${code}`

export class ColourQueue {
  readonly #script: URL
  readonly #pace: Pace
  readonly #coloured = new LRUCache<string, string>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (html, key) => 2 * (html.length + key.length),
  })
  readonly #tooSlow: LRUCache<string, true>
  /** The first task is the one that the thread works on. */
  readonly #tasks: ColourTask[] = []
  #thread: Thread | undefined
  #clock: NodeJS.Timeout | undefined

  constructor(script: URL, pace: Pace) {
    this.#script = script
    this.#pace = pace
    this.#tooSlow = new LRUCache({ max: 1_000, ttl: pace.slowForMs })
  }

  /** find is what is known without asking the thread. */
  find(piece: CodeBlock): Colour {
    const key = keyOf(piece)
    return this.#coloured.get(key) ?? (this.#tooSlow.has(key) ? null : undefined)
  }

  /** colour returns one result per code block, in order, or as many as it had when patience ended. */
  colour(pieces: CodeBlock[]): Promise<Colour[]> {
    return new Promise((resolve) => {
      const done = (results: Colour[]) => {
        clearTimeout(patience)
        resolve([...results])
      }
      const task: ColourTask = { pieces, results: [], isOver: false, done }
      const patience = setTimeout(() => this.#leave(task), this.#pace.patienceMs)
      if (this.#tasks.push(task) === 1) this.#next()
    })
  }

  #next(): void {
    for (let task = this.#tasks[0]; task; task = this.#tasks[0]) {
      const piece = task.pieces[task.results.length]
      if (piece === undefined || task.isOver) {
        this.#tasks.shift()
        task.done(task.results)
        continue
      }
      // The same piece may have come up in a task before this one.
      const coloured = this.find(piece)
      if (coloured === undefined) {
        this.#begin(piece)
        return
      }
      task.results.push(coloured)
    }
    this.#rest()
  }

  #begin(piece: CodeBlock): void {
    if (this.#thread && this.#thread.languages.size >= MOST_LANGUAGES && !this.#thread.languages.has(piece.language)) {
      void this.#thread.worker.terminate()
      this.#thread = undefined
    }
    this.#thread ??= this.#start()
    const { worker, isReady, languages } = this.#thread
    languages.add(piece.language)
    worker.ref()
    this.#setClock(worker, isReady ? this.#pace.deadlineMs : this.#pace.patienceMs)
    worker.postMessage(piece)
  }

  #start(): Thread {
    const worker = new Worker(this.#script)
    const thread: Thread = { worker, isReady: false, languages: new Set() }
    worker.on('message', (reply: ThreadReply) => {
      if (this.#thread !== thread) return
      if (reply === 'ready') {
        thread.isReady = true
        return this.#setClock(worker, this.#pace.deadlineMs)
      }
      this.#learn(reply.html)
      this.#next()
    })
    worker.on('error', () => this.#giveUp(worker))
    worker.on('exit', () => this.#giveUp(worker))
    return thread
  }

  #setClock(worker: Worker, ms: number): void {
    clearTimeout(this.#clock)
    this.#clock = setTimeout(() => this.#giveUp(worker), ms)
  }

  /** learn takes the result of the code block that the thread worked on. */
  #learn(html: string | null): void {
    const { pieces, results } = this.#tasks[0]!
    const key = keyOf(pieces[results.length]!)
    if (html === null) this.#tooSlow.set(key, true)
    else this.#coloured.set(key, html)
    results.push(html)
  }

  /** rest: a thread without work must not keep the process alive, nor its memory for long. */
  #rest(): void {
    clearTimeout(this.#clock)
    if (!this.#thread) return
    const { worker } = this.#thread
    worker.unref()
    this.#setClock(worker, this.#pace.idleMs)
    this.#clock?.unref()
  }

  /** giveUp ends a thread that hangs, broke or has nothing to do. */
  #giveUp(worker: Worker): void {
    if (this.#thread?.worker !== worker) return
    const { isReady } = this.#thread
    this.#thread = undefined
    clearTimeout(this.#clock)
    void worker.terminate()
    const [task] = this.#tasks
    if (!task) return
    // Where no thread can start, nobody's piece is to blame, and nobody gets colour.
    if (!isReady) for (const waiting of this.#tasks) waiting.isOver = true
    else {
      this.#learn(null)
      this.#tasks.push(this.#tasks.shift()!)
    }
    this.#next()
  }

  #leave(task: ColourTask): void {
    task.isOver = true
    // The first one is dropped when the thread is done with its piece.
    const place = this.#tasks.indexOf(task)
    if (place > 0) this.#tasks.splice(place, 1)
    task.done(task.results)
  }
}
