// Reading Markdown that a stranger may have sent: short texts here, long ones in a thread of their own with a time limit, so
// that no text, however it is made, holds up everyone else.

import { Worker } from 'node:worker_threads'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import type { Block } from '#blocks/types.ts'

/** Up to here parsing takes a few milliseconds, even of a text made to be slow. */
const SHORT = 20_000
const LONGEST_MS = 20_000

/** parseMarkdown returns undefined when a text takes too long to be meant well. */
export function parseMarkdown(text: string): Promise<Block[] | undefined> {
  if (text.length <= SHORT) return Promise.resolve(blocksFromMarkdown(text))
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: text })
    const timer = setTimeout(() => finish(() => resolve(undefined)), LONGEST_MS)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      settle()
    }
    thread.once('message', (blocks: Block[]) => finish(() => resolve(blocks)))
    thread.once('error', (error) => finish(() => reject(error)))
  })
}
