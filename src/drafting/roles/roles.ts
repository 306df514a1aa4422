// What a sentence is: a fact for readers, an order to the writer, an open point or small talk; and what a reply is. Structure
// decides first: list entries, records, code and attached material are never orders. Prose is judged by the classifier, and
// what stays in doubt is held, visibly.

import { readFileSync } from 'node:fs'
import type { Item } from '../contract.ts'
import { BUCKETS, featuresOf } from './features.ts'
import { sharesOf, type Weights } from './train.ts'

export type SentenceRole = 'fact' | 'order' | 'open' | 'talk' | 'doubtful'
export type ReplyRole = 'content' | 'correction' | 'confirm' | 'removal' | 'dismiss' | 'nonanswer'

/** StoredWeights: `data` are bytes, one a weight, in base64; `scale` makes them weights again. */
export type StoredWeights = { labels: string[]; scale: number; data: string }
type Stored = { notes: StoredWeights; replies: StoredWeights }

export const WEIGHTS_FILE = new URL('../corpus/weights.json', import.meta.url)

let known: { notes: Weights; replies: Weights } | undefined
function weights(): { notes: Weights; replies: Weights } {
  if (!known) {
    const stored = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Stored
    known = { notes: unpacked(stored.notes), replies: unpacked(stored.replies) }
  }
  return known
}

function unpacked({ labels, scale, data }: StoredWeights): Weights {
  const bytes = new Int8Array(Buffer.from(data, 'base64'))
  return {
    labels,
    rows: labels.map((_, row) =>
      Float32Array.from(bytes.subarray(row * BUCKETS, (row + 1) * BUCKETS), (byte) => byte * scale),
    ),
  }
}

/** Below the first a sentence is no fact; up to the second it may be one. */
const NO_FACT = 0.4
const SURE = 0.55
/** A list entry is an open point only when nothing else is likely. */
const SURELY_OPEN = 0.85

/** judge gives the role of a sentence of the notes and how likely it is a fact; `weighed` lets a test bring its own. */
export function judge(
  text: string,
  language: string,
  weighed: Weights = weights().notes,
): { role: SentenceRole; fact: number } {
  const shares = sharesOf(weighed, featuresOf(text, language))
  const share = (label: string) => shares[weighed.labels.indexOf(label)] ?? 0
  const fact = share('fact')
  if (fact >= SURE) return { role: 'fact', fact }
  if (fact >= NO_FACT) return { role: 'doubtful', fact }
  const [best] = (['order', 'open', 'talk'] as const).toSorted((a, b) => share(b) - share(a))
  return { role: best!, fact }
}

/** roleOf judges an item of the notes by its structure, then by its words. */
export function roleOf(item: Item, neighbours: Item[], language: string): SentenceRole {
  const { form, text, group } = item
  if (form === 'code' || form === 'row') return 'fact'
  const inList = form === 'entry' || form === 'step' || form === 'record' || form === 'question'
  const inPairs =
    form === 'pair' && neighbours.filter((other) => other.form === 'pair' && other.group === group).length > 2
  if (inList || inPairs) return isOpen(text, language) ? 'open' : 'fact'
  const { role } = judge(text, language)
  return role === 'fact' && isUnanswered(item, neighbours, language) ? 'open' : role
}

/** isUnanswered: a question in prose that no statement follows asks the writer, not the reader. */
function isUnanswered(item: Item, neighbours: Item[], language: string): boolean {
  if (!/[?？]$/.test(item.text)) return false
  const next = neighbours[neighbours.indexOf(item) + 1]
  return !next || /[?？]$/.test(next.text) || (next.form === 'sentence' && judge(next.text, language).role !== 'fact')
}

function isOpen(text: string, language: string): boolean {
  const { labels } = weights().notes
  const shares = sharesOf(weights().notes, featuresOf(text, language))
  return (shares[labels.indexOf('open')] ?? 0) > SURELY_OPEN
}

/** isTalk: a message of a chat or mail that says nothing to readers. */
export const isTalk = (text: string, language: string): boolean => {
  const { labels } = weights().notes
  const shares = sharesOf(weights().notes, featuresOf(text, language))
  return (shares[labels.indexOf('talk')] ?? 0) > 0.5
}

/** judgeReply gives what a reply is, most likely first. */
export function judgeReply(text: string, language: string, weighed: Weights = weights().replies): ReplyRole {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return weighed.labels[shares.indexOf(Math.max(...shares))] as ReplyRole
}
