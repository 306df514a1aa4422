// Learns the weights of the sentence classifier from the labelled corpus and writes them beside it. Run it after a change of
// the corpus, of a language's word lists or of the features; a test says so.

import { writeFileSync } from 'node:fs'
import { WEIGHTS_FILE } from '../../src/drafting/roles/roles.ts'
import { packed, readCorpus, train } from '../../src/drafting/roles/train.ts'

export function trainClassifier(): string {
  const started = performance.now()
  const [notes, replies] = [readCorpus('notes'), readCorpus('replies')]
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify({ notes: packed(train(notes)), replies: packed(train(replies)) })}\n`)
  return `${notes.length} notes, ${replies.length} replies, ${Math.round(performance.now() - started)} ms`
}
