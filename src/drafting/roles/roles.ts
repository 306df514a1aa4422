// What a sentence is: a fact for readers, an order to the writer, an open point or small talk; and what a reply is. Structure
// decides first: list entries, commands, code and attached material are never orders. Prose is judged by the classifier, and
// what stays in doubt is held, visibly.

import { readFileSync } from 'node:fs'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { BUCKETS, featuresOf } from './features.ts'

type SentenceRole = 'fact' | 'order' | 'open' | 'talk' | 'doubtful'
type ReplyRole = 'content' | 'correction' | 'confirm' | 'removal' | 'dismiss' | 'nonanswer'

/** Weights: one row of BUCKETS numbers a label. */
export type Weights = { labels: string[]; rows: Float32Array[] }

/** sharesOf gives the probability of each label. */
export function sharesOf({ rows }: Weights, on: number[]): number[] {
  const scale = Math.sqrt(on.length) || 1
  const sums = rows.map((row) => on.reduce((sum, feature) => sum + row[feature]!, 0) / scale)
  const top = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - top))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** StoredWeights: `data` are bytes, one a weight, in base64; `scale` makes them weights again. */
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

/** Below the first a sentence is no fact; up to the second it may be one. */
const NO_FACT = 0.4
const SURE = 0.52
/** A list entry that does not ask is an open point only when nothing else is likely. */
const SURELY_OPEN = 0.85

type Shares = Record<string, number | undefined>
function namedShares(text: string, language: string, weighed: Weights): Shares {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return Object.fromEntries(weighed.labels.map((label, at) => [label, shares[at]]))
}

/** judge gives the role of a sentence of the notes; `weighed` lets a test bring its own. */
export function judge(text: string, language: string, weighed: Weights = weights().notes): SentenceRole {
  const { fact = 0, order = 0, open = 0, talk = 0 } = namedShares(text, language, weighed)
  if (fact >= NO_FACT) return fact >= SURE ? 'fact' : 'doubtful'
  return order >= open && order >= talk ? 'order' : open >= talk ? 'open' : 'talk'
}

/** Marks of an open point; inside code they are somebody's code. */
const OPEN_MARK =
  /^[\s(*_[-]*(?:TODO|FIXME|TBD|XXX)\b|\b(?:TODO|FIXME|TBD)\s?[:：]|[?？]{2}(?=\s|$)|(?<!\p{L})tbd(?!\p{L})/u
const CODE_SPAN = /`[^`\n]*`/g
/** “Comment [MK1]: …”, as word processors print what someone remarked beside the text. */
const REMARK = /(?:^|(?<=\s))\p{Lu}\p{Ll}{3,15} \[\p{Lu}{1,3}\d{1,3}\]:\s/u

/** isOpenPoint: whoever wrote it says that something is missing. */
export const isOpenPoint = (text: string): boolean => OPEN_MARK.test(text.replace(CODE_SPAN, ' ')) || REMARK.test(text)

type Surroundings = { language: string; isEntry: boolean; next: string | undefined; before: string | undefined }

/** roleIn judges a sentence of loose notes by where it stands, then by its words. `before` is the kind of part that follows. */
export function roleIn(text: string, { language, isEntry, next, before }: Surroundings): SentenceRole {
  if (hasCommand(text)) return 'fact'
  if (isEntry) return namedShares(text, language, weights().notes).open! > SURELY_OPEN ? 'open' : 'fact'
  if (/[:：]$/u.test(text) && (before === 'opaque' || before === 'entry') && !addressesWriter(text, language))
    return 'fact'
  const role = judge(text, language)
  if (!/[?？]$/u.test(text) || role === 'order') return role
  // A question that a statement follows is asked for readers.
  return next !== undefined && !/[?？]$/u.test(next) && judge(next, language) === 'fact' ? 'fact' : 'open'
}

/** hasCommand: a code span of several words, or a flag, is for readers to type. */
const hasCommand = (text: string): boolean => /`[^`\s]+\s[^`]+`|(?:^|\s)--[a-z]/.test(text)

const addressesWriter = (text: string, language: string): boolean => {
  const { writingVerbs, politeness } = languageOf(language).classes
  return writingVerbs.test(fold(text)) || politeness.test(fold(text))
}

/** judgeReply gives what a reply is, most likely first. */
export function judgeReply(text: string, language: string, weighed: Weights = weights().replies): ReplyRole {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return weighed.labels[shares.indexOf(Math.max(...shares))] as ReplyRole
}
