// Highlights code when content is saved, in a thread (highlight-thread.ts), because loading a grammar takes up to a second.
// Code that is too long, too slow or of an unknown language stays plain and is never an error.

import { bundledLanguagesInfo } from 'shiki/langs'
import { MINUTE, SECOND } from '#time.ts'
import { type CodeBlock, ColourQueue, keyOf } from './highlight-queue.ts'

/**
 * Languages that can be highlighted: grammar names and aliases. Reads only the list; highlight-thread.ts loads grammars on
 * demand.
 */
const names = new Map(
  bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id] as const)),
)

const languageOf = (written: string): string | undefined => names.get(written.trim().toLowerCase())

const LONGEST_PIECE = 20_000
const LONGEST_TOGETHER = 60_000

const queue = new ColourQueue(new URL('./highlight-thread.ts', import.meta.url), {
  // For code that makes a grammar hang; on a busy machine a grammar's first use alone can take seconds.
  deadlineMs: 15 * SECOND,
  patienceMs: 30 * SECOND,
  idleMs: MINUTE,
  slowForMs: 10 * MINUTE,
})

/** Markup by language and code (keyOf), without blocks that can't be highlighted. */
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
