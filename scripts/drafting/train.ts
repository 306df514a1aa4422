// Learns the weights of the sentence classifier from the labelled corpus, softmax regression with AdaGrad, the same result every
// time, and writes them beside it. Run it after a change of the corpus, of a language's word lists or of the features; a test
// says so.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BUCKETS, featuresOf } from '../../src/drafting/roles/features.ts'
import { type StoredWeights, sharesOf, WEIGHTS_FILE, type Weights } from '../../src/drafting/roles/roles.ts'

export type Sentence = { label: string; text: string; language: string }
const CORPUS = new URL('../../src/drafting/corpus/', import.meta.url)
const EPOCHS = 8
const RATE = 0.35
const DECAY = 1e-4

/** readCorpus reads the labelled sentences of a set, `notes` or `replies`, in all languages. */
export function readCorpus(set: 'notes' | 'replies'): Sentence[] {
  const files = readdirSync(CORPUS).filter((file) => file.endsWith(`-${set}.tsv`))
  return files.sort().flatMap((file) =>
    readFileSync(new URL(file, CORPUS), 'utf8')
      .split('\n')
      .filter((line) => line.includes('\t'))
      .map((line) => {
        const [label = '', text = ''] = line.split('\t')
        return { label, text, language: file.slice(0, 2) }
      }),
  )
}

/** train fits the weights; sentences are visited in a fixed, mixed order. */
export function train(sentences: Sentence[]): Weights {
  const labels = [...new Set(sentences.map(({ label }) => label))].sort()
  const rows = labels.map(() => new Float32Array(BUCKETS))
  const squares = labels.map(() => new Float32Array(BUCKETS).fill(1e-6))
  const examples = sentences.map(({ label, text, language }) => ({
    is: labels.indexOf(label),
    on: featuresOf(text, language),
  }))
  const order = examples.map((_, index) => index).sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009) || a - b)
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const index of order) {
      const { is, on } = examples[index]!
      const shares = sharesOf({ labels, rows }, on)
      for (const [label, share] of shares.entries()) {
        const error = share - (label === is ? 1 : 0)
        const [row, square] = [rows[label]!, squares[label]!]
        for (const feature of on) {
          const slope = error / Math.sqrt(on.length) + DECAY * row[feature]!
          square[feature]! += slope * slope
          row[feature]! -= (RATE * slope) / Math.sqrt(square[feature]! + 1e-2)
        }
      }
    }
  return { labels, rows }
}

/** packed makes weights small enough for a data file: a byte each. */
export function packed({ labels, rows }: Weights): StoredWeights {
  const scale = Math.max(...rows.map((row) => row.reduce((top, weight) => Math.max(top, Math.abs(weight)), 0))) / 127
  const bytes = Int8Array.from(
    rows.flatMap((row) => [...row]),
    (weight) => Math.round(weight / scale),
  )
  return { labels, scale, data: Buffer.from(bytes.buffer).toString('base64') }
}

export function trainClassifier(): string {
  const started = performance.now()
  const [notes, replies] = [readCorpus('notes'), readCorpus('replies')]
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify({ notes: packed(train(notes)), replies: packed(train(replies)) })}\n`)
  return `${notes.length} notes, ${replies.length} replies, ${Math.round(performance.now() - started)} ms`
}
