// Colours code when content is saved. The work is done in a thread of its own (highlight-thread.ts), because a grammar
// takes up to a second to get ready and nobody else should wait for that. What is too long, too slow or of an unknown
// language stays plain: colour is never worth an error.

import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { Highlight } from '#blocks/html.ts'
import { MINUTE, SECOND } from '../../time.ts'
import { languageOf } from './highlight-languages.ts'

export type Piece = { code: string; language: string }
export type Task = { number: number; pieces: Piece[] }
export type Done = { number: number; coloured: (string | null)[] }

const LONGEST_PIECE = 20_000
const LONGEST_TOGETHER = 60_000
/** DEADLINE is for code that a grammar hangs on; on a busy machine the first use of a grammar alone can take seconds. */
const DEADLINE = 15 * SECOND
const IDLE = MINUTE

const coloured = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (html, key) => 2 * (html.length + key.length),
})
/** tooSlow remembers what was given up, so that saving it again does not wait again. */
const tooSlow = new LRUCache<string, true>({ max: 1_000, ttl: 10 * MINUTE })
const keyOf = (code: string, language: string): string => `${language}\n${code}`

/** colourCode gets every piece ready that can be, and returns the function that the HTML is made with. */
export async function colourCode(pieces: Piece[]): Promise<Highlight> {
  const found = new Map<string, string>()
  const missing = new Map<string, Piece>()
  let room = LONGEST_TOGETHER
  for (const piece of pieces) {
    const language = languageOf(piece.language)
    if (language === undefined || piece.code.length > LONGEST_PIECE || piece.code.length > room) continue
    const key = keyOf(piece.code, language)
    const known = coloured.get(key)
    if (known !== undefined) found.set(key, known)
    else if (!tooSlow.has(key)) {
      room -= piece.code.length
      missing.set(key, { code: piece.code, language })
    }
  }
  if (missing.size > 0) {
    const answers = await askThread([...missing.values()])
    for (const [index, key] of [...missing.keys()].entries()) {
      const html = answers[index]
      if (typeof html !== 'string') tooSlow.set(key, true)
      else {
        found.set(key, html)
        coloured.set(key, html)
      }
    }
  }
  return (code, language) => found.get(keyOf(code, languageOf(language) ?? ''))
}

type Waiting = { done: (coloured: (string | null)[]) => void; timer: NodeJS.Timeout }
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let tasks = 0
const waiting = new Map<number, Waiting>()

function askThread(pieces: Piece[]): Promise<(string | null)[]> {
  clearTimeout(idle)
  thread ??= startThread()
  const worker = thread
  const number = ++tasks
  return new Promise((done) => {
    const timer = setTimeout(() => giveUp(worker), DEADLINE)
    waiting.set(number, { done, timer })
    worker.ref()
    worker.postMessage({ number, pieces } satisfies Task)
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./highlight-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', ({ number, coloured }: Done) => settle(worker, number, coloured))
  worker.on('error', () => giveUp(worker))
  worker.on('exit', () => giveUp(worker))
  return worker
}

function settle(worker: Worker, number: number, answer: (string | null)[]): void {
  const task = waiting.get(number)
  if (!task) return
  waiting.delete(number)
  clearTimeout(task.timer)
  task.done(answer)
  if (waiting.size > 0) return
  // A thread without work must neither keep the process alive nor its memory for long.
  worker.unref()
  idle = setTimeout(() => giveUp(worker), IDLE).unref()
}

/** giveUp ends a thread that hangs, broke or has nothing to do; whoever waits for it gets plain code. */
function giveUp(worker: Worker): void {
  if (thread !== worker) return
  thread = undefined
  void worker.terminate()
  for (const [number] of [...waiting]) settle(worker, number, [])
  clearTimeout(idle)
}
