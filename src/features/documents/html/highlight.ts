// Colours code when content is saved. The work is done in a thread of its own (highlight-thread.ts), because a grammar
// takes up to a second to get ready and nobody else should wait for that. What is too long, too slow or of an unknown
// language stays plain: colour is never worth an error.

import type { Highlight } from '#blocks/html/code.ts'
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

/** colourCode gets every piece ready that can be, and returns the function that the HTML is made with. */
export async function colourCode(pieces: CodeBlock[]): Promise<Highlight> {
  const found = new Map<string, string>()
  const missing = new Map<string, CodeBlock>()
  let room = LONGEST_TOGETHER
  for (const { code, language: written } of pieces) {
    const language = languageOf(written)
    if (language === undefined || code.length > LONGEST_PIECE || code.length > room) continue
    const known = queue.find({ code, language })
    if (typeof known === 'string') found.set(keyOf({ code, language }), known)
    else if (known === undefined) {
      room -= code.length
      missing.set(keyOf({ code, language }), { code, language })
    }
  }
  if (missing.size > 0) {
    const colours = await queue.colour([...missing.values()])
    for (const [index, key] of [...missing.keys()].entries()) {
      const html = colours[index]
      if (typeof html === 'string') found.set(key, html)
    }
  }
  return (code, language) => found.get(keyOf({ code, language: languageOf(language) ?? '' }))
}
