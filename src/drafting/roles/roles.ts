// What a sentence is: a fact for readers, an order to the writer, an open point or small talk; and what a reply is. Structure
// decides first: list entries, records, code and attached material are never orders. Prose is judged by the classifier, and
// what stays in doubt is held, visibly.

import { readFileSync } from 'node:fs'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import type { Item } from '../contract.ts'
import { REMARK } from '../shapes/patterns.ts'
import { codesIn, namesIn } from '../text/claims.ts'
import { figuresIn } from '../text/figures.ts'
import { runsOf, termsOf } from '../text/words.ts'
import { BUCKETS, featuresOf } from './features.ts'
import { sharesOf, type Weights } from './train.ts'

type SentenceRole = 'fact' | 'order' | 'open' | 'talk' | 'doubtful'
type ReplyRole = 'content' | 'correction' | 'confirm' | 'removal' | 'dismiss' | 'nonanswer'

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
const SURE = 0.52
/** A list entry that does not ask is an open point only when nothing else is likely. */
const SURELY_OPEN = 0.85
/** “lol that took 15 min”: a figure makes it likely that readers are told something, not certain. */
const SURELY_TALK = 0.95

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
  if (REMARK.test(text)) return 'open'
  if (form === 'code' || form === 'block' || form === 'row' || hasCommand(text)) return 'fact'
  if ((form === 'label' || isAboveCode(item, neighbours)) && !addressesWriter(text, language)) return 'fact'
  const inList =
    form === 'entry' || form === 'step' || form === 'record' || (form === 'question' && isAsked(item, neighbours))
  const inPairs =
    form === 'pair' && neighbours.filter((other) => other.form === 'pair' && other.group === group).length > 2
  if (inList || inPairs) {
    // “Who pays? Unclear, ask Jo.” in one message: the question is as open as its reply.
    const reply = /[?？]$/.test(text) ? neighbours[neighbours.indexOf(item) + 1] : undefined
    const told = reply?.group === group ? [text, reply.text] : [text]
    if (told.some((one) => shareOf('open', one, language) > SURELY_OPEN)) return 'open'
    // A step that asks tells what to do then: “Still full? Add a volume.”
    const isAsking = form !== 'step' && /[?？]/u.test(text) && judge(text, language).role === 'open'
    return isAsking && told.slice(1).every((one) => judge(one, language).role !== 'fact') ? 'open' : 'fact'
  }
  const { role } = judge(text, language)
  return role === 'fact' && isUnanswered(item, neighbours, language) ? 'open' : role
}

/** isAboveCode: “To check:” says what the code under it is for. */
const isAboveCode = (item: Item, neighbours: Item[]): boolean =>
  /[:：]$/u.test(item.text) && neighbours[neighbours.indexOf(item) + 1]?.form === 'code'

const FEW_WORDS = 4

/**
 * isAsked: several questions with their replies are what people ask. One may be why somebody wrote the notes, unless its
 * reply says nothing without it.
 */
function isAsked(item: Item, neighbours: Item[]): boolean {
  if (neighbours.filter(({ form }) => form === 'question').length > 1) return true
  const reply = neighbours[neighbours.indexOf(item) + 1]
  return reply !== undefined && runsOf(reply.text).length <= FEW_WORDS
}

/** hasCommand: a code span of several words, or a flag, is for readers to type. */
const hasCommand = (text: string): boolean => /`[^`\s]+\s[^`]+`|(?:^|\s)--[a-z]/.test(text)

const addressesWriter = (text: string, language: string): boolean => {
  const { writingVerbs, politeness } = languageOf(language).classes
  return writingVerbs.test(fold(text)) || politeness.test(fold(text))
}

/** Words beyond the title and the classes that a brief may have; more of them say something. */
const MOST_OF_BRIEF = 3

/**
 * isBrief: the first sentence of notes says what is to be written more often than not. It does when it has no figure of its
 * own, asks or names a kind of text, and says hardly more than the title.
 */
export function isBrief(text: string, title: string, language: string): boolean {
  const { classes, questionWords } = languageOf(language)
  const folded = fold(text)
  const asks = questionWords.exec(folded)?.index === 0 && !/[?？]$/u.test(text)
  const orders = classes.writingVerbs.exec(folded)?.index === 0 && classes.documentNouns.test(folded)
  if (!asks && !orders && !classes.documentNouns.test(folded)) return false
  const known = new Set(termsOf(title))
  const titled = new Set(figuresIn(title).map(({ value }) => value))
  if (codesIn(text).length > 0 || figuresIn(text).some(({ value }) => !titled.has(value))) return false
  if (orders) return true
  const bare = [classes.documentNouns, classes.writingVerbs, classes.politeness].reduce(
    (rest, words) => rest.replace(new RegExp(words.source, 'gu'), ' '),
    folded,
  )
  return new Set(termsOf(bare)).difference(known).size <= MOST_OF_BRIEF
}

/** isTopic: a line that says the title again, with a word more, says what the material is to be read for. */
export const isTopic = (text: string, title: string): boolean =>
  !/[.!?。！？]$/u.test(text) && new Set(termsOf(text)).difference(new Set(termsOf(title))).size <= 1

/** isUnanswered: a question in prose that no statement follows asks the writer, not the reader. */
function isUnanswered(item: Item, neighbours: Item[], language: string): boolean {
  if (!/[?？]$/.test(item.text)) return false
  const next = neighbours[neighbours.indexOf(item) + 1]
  return !next || /[?？]$/.test(next.text) || (next.form === 'sentence' && judge(next.text, language).role !== 'fact')
}

/** isTalk: a message of a chat or mail that says nothing to readers. */
export const isTalk = (text: string, language: string): boolean => {
  const measures = figuresIn(text).filter(({ measured }) => measured)
  const isTelling = measures.length + codesIn(text).length + namesIn(text, language).length > 0
  return shareOf('talk', text, language) > (isTelling ? SURELY_TALK : 0.5)
}

function shareOf(label: string, text: string, language: string): number {
  const { notes } = weights()
  return sharesOf(notes, featuresOf(text, language))[notes.labels.indexOf(label)] ?? 0
}

/** judgeReply gives what a reply is, most likely first. */
export function judgeReply(text: string, language: string, weighed: Weights = weights().replies): ReplyRole {
  const shares = sharesOf(weighed, featuresOf(text, language))
  return weighed.labels[shares.indexOf(Math.max(...shares))] as ReplyRole
}
