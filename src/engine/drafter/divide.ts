// One paragraph of notes that speaks of several sections, divided between them.

import type { Chunk } from './chunks.ts'
import { CUES, HANGING } from './cues.ts'
import { type Ranked, type Ranker, scoredTerms } from './rank.ts'
import { splitSentences } from './sentences.ts'

/** What stands before the notes' first heading belongs before the draft's, unless it fits a section this well. */
export const CLEAR_FIT = 3
/** A paragraph of notes is divided where a sentence fits another section clearly; a long one, or at a turn of phrase (cues.ts), sooner. */
const LONG_PARAGRAPH = 4
const STRONG_FIT = 2.2

/** A paragraph of notes may speak of several sections; a sentence that clearly opens another one goes there. */
export function divideNote(item: Ranked, ranker: Ranker, language: string): Ranked[] {
  const piece = item.chunk.pieces[0]
  const isOne = item.chunk.pieces.length === 1 && piece?.form === 'paragraph' && item.chunk.source.kind === 'notes'
  const sentences = isOne && item.named !== 'heading' ? splitSentences(piece.raw, language) : []
  if (!piece || sentences.length < 2) return [item]
  const runs: Ranked[] = []
  for (const sentence of sentences) {
    const chunk: Chunk = {
      ...item.chunk,
      pieces: [{ ...piece, raw: sentence, text: sentence }],
      text: sentence,
      opens: runs.length === 0 && item.chunk.opens === true,
    }
    const own = ranker.rank(chunk, scoredTerms(sentence))
    const hasCue = CUES[own.section?.role ?? '']?.test(sentence)
    const fit = sentences.length >= LONG_PARAGRAPH || hasCue ? STRONG_FIT : CLEAR_FIT
    const last = runs.at(-1)
    const answers = /[?？]$/.test(last?.chunk.text ?? '')
    const isNew =
      own.section && own.section !== last?.section && own.score >= fit && !HANGING.test(sentence) && !answers
    if (!last || isNew)
      runs.push({
        ...own,
        section: own.section ?? item.section,
        chunk: { ...chunk, order: item.chunk.order + runs.length / 100 },
      })
    else last.chunk = joined(last.chunk, sentence)
  }
  return runs.length > 1 ? runs : [item]
}

function joined(chunk: Chunk, sentence: string): Chunk {
  const piece = chunk.pieces[0]
  const text = `${chunk.text} ${sentence}`
  return piece ? { ...chunk, pieces: [{ ...piece, raw: text, text }], text } : chunk
}
