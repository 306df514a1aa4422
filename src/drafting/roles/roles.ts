// Classifies a sentence (fact, order to the writer, open point, small talk) and a reply. Structure decides first: list
// entries, commands, code and material are never orders. A classifier judges prose; doubtful sentences are held visibly.

import { readFileSync } from 'node:fs'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { BUCKETS, featuresOf } from './features.ts'

type SentenceRole = 'fact' | 'order' | 'open' | 'talk' | 'doubtful'
type ReplyRole = 'content' | 'correction' | 'confirm' | 'removal' | 'dismiss' | 'nonanswer'

/** One row of BUCKETS weights a label. */
export type Weights = { labels: string[]; rows: Float32Array[] }

export function sharesOf({ rows }: Weights, on: number[]): number[] {
  const scale = Math.sqrt(on.length) || 1
  const sums = rows.map((row) => on.reduce((sum, feature) => sum + row[feature]!, 0) / scale)
  const top = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** `data`: base64, one byte a weight; times `scale` gives the weight. */
export type StoredWeights = { labels: string[]; scale: number; data: string }
type StoredModels = { notes: StoredWeights; replies: StoredWeights }

export const WEIGHTS_FILE = new URL('../corpus/weights.json', import.meta.url)

let loadedWeights: { notes: Weights; replies: Weights } | undefined
function weights(): { notes: Weights; replies: Weights } {
  if (!loadedWeights) {
    const stored = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as StoredModels
    loadedWeights = { notes: unpacked(stored.notes), replies: unpacked(stored.replies) }
  }
  return loadedWeights
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

/** Below the first a sentence isn't a fact; below the second it may be one. */
const NO_FACT = 0.4
const SURE = 0.52
/** A list entry that isn't a question is an open point only above this. */
const SURELY_OPEN = 0.85

type Shares = Record<string, number | undefined>
function namedShares(text: string, language: string, weighed: Weights): Shares {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return Object.fromEntries(weighed.labels.map((label, at) => [label, shares[at]]))
}

/** The role of a sentence of the notes; tests pass their own `weighed`. */
export function classifySentence(text: string, language: string, weighed: Weights = weights().notes): SentenceRole {
  const { fact = 0, order = 0, open = 0, talk = 0 } = namedShares(text, language, weighed)
  if (fact >= NO_FACT) return fact >= SURE ? 'fact' : 'doubtful'
  return order >= open && order >= talk ? 'order' : open >= talk ? 'open' : 'talk'
}

/** Marks of an open point, outside code. */
const OPEN_MARK =
  /^[\s(*_[-]*(?:TODO|FIXME|TBD|XXX)\b|\b(?:TODO|FIXME|TBD)\s?[:：]|[?？]{2}(?=\s|$)|(?<!\p{L})tbd(?!\p{L})/u
const CODE_SPAN = /`[^`\n]*`/g
/** “Comment [MK1]: …”, as word processors print comments. */
const REMARK = /(?:^|(?<=\s))\p{Lu}\p{Ll}{3,15} \[\p{Lu}{1,3}\d{1,3}\]:\s/u

/** The author says that something is missing. */
export const isOpenPoint = (text: string): boolean => OPEN_MARK.test(text.replace(CODE_SPAN, ' ')) || REMARK.test(text)

type Surroundings = { language: string; isEntry: boolean; next: string | undefined; before: string | undefined }

/** Judges a sentence by its position, then by its words. `before` is the kind of the part that follows. */
export function roleIn(text: string, { language, isEntry, next, before }: Surroundings): SentenceRole {
  if (hasCommand(text)) return 'fact'
  if (isEntry) return namedShares(text, language, weights().notes).open! > SURELY_OPEN ? 'open' : 'fact'
  if (/[:：]$/u.test(text) && (before === 'opaque' || before === 'entry') && !addressesWriter(text, language))
    return 'fact'
  const role = classifySentence(text, language)
  if (!/[?？]$/u.test(text) || role === 'order') return role
  // A question followed by a statement is asked for readers (a FAQ).
  return next !== undefined && !/[?？]$/u.test(next) && classifySentence(next, language) === 'fact' ? 'fact' : 'open'
}

/** A code span of several words, or a flag, is a command for readers. */
const hasCommand = (text: string): boolean => /`[^`\s]+\s[^`]+`|(?:^|\s)--[a-z]/.test(text)

const addressesWriter = (text: string, language: string): boolean => {
  const { writingVerbs, politeness } = languageOf(language).classes
  return writingVerbs.test(fold(text)) || politeness.test(fold(text))
}

export function classifyReply(text: string, language: string, weighed: Weights = weights().replies): ReplyRole {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return weighed.labels[shares.indexOf(Math.max(...shares))] as ReplyRole
}
