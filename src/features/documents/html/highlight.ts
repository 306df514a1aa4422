// Colours code when content is saved. The work is done in a thread of its own (highlight-thread.ts), because a grammar
// takes up to a second to get ready and nobody else should wait for that. What is too long, too slow or of an unknown
// language stays plain: colour is never worth an error.

import { MINUTE, SECOND } from '#time.ts'
import { languageOf } from './highlight-languages.ts'
import { type CodeBlock, ColourQueue, keyOf } from './highlight-queue.ts'

const LONGEST_PIECE = 20_000
const LONGEST_TOGETHER = 60_000

const queue = new ColourQueue(new URL('./highlight-thread.ts', import.meta.url), {
  // For code that a grammar hangs on; on a busy machine the first use of a grammar alone can take seconds.
  deadlineMs: 15 * SECOND,
  patienceMs: 30 * SECOND,
  idleMs: MINUTE,
  slowForMs: 10 * MINUTE,
})

/** colourCode colours every piece that can be, and returns the markup by language and code as they are written (keyOf). */
export async function colourCode(pieces: readonly CodeBlock[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const missing: { key: string; piece: CodeBlock }[] = []
  let room = LONGEST_TOGETHER
  for (const written of pieces) {
    const { code } = written
    const language = languageOf(written.language)
    if (language === undefined || code.length > LONGEST_PIECE || code.length > room) continue
    const piece = { code, language }
    const coloured = queue.find(piece)
    if (typeof coloured === 'string') found.set(keyOf(written), coloured)
    else if (coloured === undefined) {
      room -= code.length
      missing.push({ key: keyOf(written), piece })
    }
  }
  if (missing.length === 0) return found
  const colours = await queue.colour(missing.map(({ piece }) => piece))
  for (const [index, { key }] of missing.entries()) {
    const html = colours[index]
    if (typeof html === 'string') found.set(key, html)
  }
  return found
}
