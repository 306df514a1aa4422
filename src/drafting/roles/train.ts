// Trains the classifier from the labelled corpus: softmax regression with AdaGrad, the same result every time. Used by
// `npm run drafting -- --train` and by the test that measures it on sentences it has not seen.

import { readdirSync, readFileSync } from 'node:fs'
import { BUCKETS, featuresOf } from './features.ts'

export type Sentence = { label: string; text: string; language: string }
/** Weights: one row of BUCKETS numbers a label. */
export type Weights = { labels: string[]; rows: Float32Array[] }

const CORPUS = new URL('../corpus/', import.meta.url)
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

/** sharesOf gives the probability of each label. */
export function sharesOf({ rows }: Weights, on: number[]): number[] {
  const scale = Math.sqrt(on.length) || 1
  const sums = rows.map((row) => on.reduce((sum, feature) => sum + row[feature]!, 0) / scale)
  const top = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** packed makes weights small enough for a data file: a byte each. */
export function packed({ labels, rows }: Weights): { labels: string[]; scale: number; data: string } {
  const scale = Math.max(...rows.map((row) => row.reduce((top, weight) => Math.max(top, Math.abs(weight)), 0))) / 127
  const bytes = Int8Array.from(
    rows.flatMap((row) => [...row]),
    (weight) => Math.round(weight / scale),
  )
  return { labels, scale, data: Buffer.from(bytes.buffer).toString('base64') }
}
