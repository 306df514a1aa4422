// The queue of the highlighting thread: one code block at a time, first come, first served. A block that hangs or crashes the
// thread loses only its own colour; the rest of its task goes to the end of the queue. Knows no documents.

import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'

export type CodeBlock = { code: string; language: string }
/** Markup; null if it can't be highlighted (too slow, or the grammar fails), undefined if it wasn't reached. */
type Colour = string | null | undefined
/** The thread is ready, or has a result. */
export type ThreadReply = 'ready' | { html: string | null }

export type Pace = {
  /** For one block, from when the thread starts on it. */
  deadlineMs: number
  /** The longest wait for a task, including those before it. */
  patienceMs: number
  /** How long an idle thread is kept with its grammars. */
  idleMs: number
  /** How long a block that timed out isn't tried again. */
  slowForMs: number
}

type ColourTask = { pieces: CodeBlock[]; results: Colour[]; isOver: boolean; done: (results: Colour[]) => void }
type Thread = { worker: Worker; isReady: boolean; languages: Set<string> }

/**
 * A thread ends after so many languages: grammars take more than a megabyte each, there are hundreds, and a memory limit
 * can't be set, because V8 aborts the process when a thread reaches it (docs/decisions/0014).
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
  /** The thread works on the first task. */
  readonly #tasks: ColourTask[] = []
  #thread: Thread | undefined
  #clock: NodeJS.Timeout | undefined

  constructor(script: URL, pace: Pace) {
    this.#script = script
    this.#pace = pace
    this.#tooSlow = new LRUCache({ max: 1_000, ttl: pace.slowForMs })
  }

  /** The cached result. */
  find(piece: CodeBlock): Colour {
    const key = keyOf(piece)
    return this.#coloured.get(key) ?? (this.#tooSlow.has(key) ? null : undefined)
  }

  /** One result per block, in order; fewer if time ran out. */
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
      // An earlier task may have had the same block.
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

  /** Saves the result of the current block. */
  #learn(html: string | null): void {
    const { pieces, results } = this.#tasks[0]!
    const key = keyOf(pieces[results.length]!)
    if (html === null) this.#tooSlow.set(key, true)
    else this.#coloured.set(key, html)
    results.push(html)
  }

  /** An idle thread must not keep the process alive, nor its memory for long. */
  #rest(): void {
    clearTimeout(this.#clock)
    if (!this.#thread) return
    const { worker } = this.#thread
    worker.unref()
    this.#setClock(worker, this.#pace.idleMs)
    this.#clock?.unref()
  }

  /** Ends a thread that hangs, crashed or is idle. */
  #giveUp(worker: Worker): void {
    if (this.#thread?.worker !== worker) return
    const { isReady } = this.#thread
    this.#thread = undefined
    clearTimeout(this.#clock)
    void worker.terminate()
    const [task] = this.#tasks
    if (!task) return
    // If no thread can start, no block is to blame and nothing is highlighted.
    if (!isReady) for (const waiting of this.#tasks) waiting.isOver = true
    else {
      this.#learn(null)
      this.#tasks.push(this.#tasks.shift()!)
    }
    this.#next()
  }

  #leave(task: ColourTask): void {
    task.isOver = true
    // The first task is removed once the thread is done with its block.
    const place = this.#tasks.indexOf(task)
    if (place > 0) this.#tasks.splice(place, 1)
    task.done(task.results)
  }
}
