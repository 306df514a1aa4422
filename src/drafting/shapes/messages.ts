// Messages of chats, mails, forums and quoted threads, made into items: one record each, without who wrote it, greetings,
// signatures and quoted repetition. A question and the reply to it become a question with its answer.

import { fold } from '#folding.ts'
import { isClosing, isGreeting } from '#languages/languages.ts'
import type { Item, SourceText } from '../contract.ts'
import { codesIn } from '../text/claims.ts'
import { figuresIn } from '../text/figures.ts'
import { splitSentences } from '../text/sentences.ts'
import { keyOf, runsOf } from '../text/words.ts'
import type { Line } from './lines.ts'
import { BULLET, MENTIONS, NUMBERED, ROW } from './patterns.ts'

/** Message: `way` is how it was sent; in chats and forums a message may answer several at once. `ofLines`: whoever speaks
 * stands on the same line, so that a text after a blank line is no longer theirs. */
export type Message = { way: 'chat' | 'mail' | 'thread'; from: string; lines: Line[]; ofLines?: boolean }

/** SaidSentence: `line` tells which line of its message a sentence stood on. */
type SaidSentence = { text: string; quote: string; line: number }
type Read = { message: Message; sentences: SaidSentence[] }

/** readMessages gives the items of a run of messages; `group` is the first group that is free. */
export function readMessages(messages: Message[], source: SourceText, under: string[], group: number): Item[] {
  const signers = signersOf(messages)
  const seen = new Set<string>()
  const read = messages
    .map((message): Read => ({ message, sentences: sentencesOf(message, signers) }))
    .map((entry) => ({ ...entry, sentences: entry.sentences.filter(({ text }) => isNew(text, seen)) }))
    .filter(({ sentences }) => sentences.length > 0)
  const items: Item[] = []
  let next = group
  for (let at = 0; at < read.length; at++) {
    const { message, sentences } = read[at]!
    const reply = read[at + 1]
    const asked = sentences.find(({ text }) => isQuestion(text))
    const push = (form: Item['form'], { text, quote }: SaidSentence, into = next) =>
      items.push({ form, text, quote, source, group: into, under, depth: 0 })
    if (asked && reply && reply.message.from !== message.from && isAnswer(reply)) {
      if (message.way !== 'chat') {
        push('question', asked)
        for (const told of sentences) {
          if (told === asked) continue
          if (isTelling(told.text)) push('record', told, next + 1)
          // In notes it may be meant for the writer. What else was asked, the same reply answers.
          else if (source.kind === 'notes' && !isQuestion(told.text)) push('sentence', told, next + 1)
        }
        next += 2
        continue
      }
      // “How long?” “18 months.” One alone says nothing.
      const others = sentences.filter((one) => one !== asked)
      if ((isShort(reply.sentences[0]!.text) || isShort(asked.text)) && others.every(({ text }) => isShort(text))) {
        for (const other of others) push('record', other, next++)
        reply.sentences.unshift(asked)
        continue
      }
    }
    if (message.way === 'chat' && sentences.every(({ text }) => isQuestion(text))) {
      // Nobody replied: among the notes it is an open point.
      if (source.kind === 'notes' && !(reply && isAnswer(reply)))
        for (const left of sentences) push('sentence', left, next++)
      continue
    }
    for (const [index, sentence] of sentences.entries()) {
      // In a chat people end a thought by starting a new line.
      if (message.way === 'chat' && index > 0 && sentences[index - 1]!.line !== sentence.line) next++
      push('record', sentence)
    }
    next++
  }
  return items
}

const isQuestion = (text: string): boolean => /[?？]["”»)]?$/u.test(text)
const isAnswer = ({ sentences }: Read): boolean => !sentences.every(({ text }) => isQuestion(text))
const isShort = (text: string): boolean => runsOf(text).length <= 4
const isTelling = (text: string): boolean =>
  !isQuestion(text) && (figuresIn(text).length > 0 || codesIn(text).length > 0)

function isNew(text: string, seen: Set<string>): boolean {
  const key = keyOf(text)
  if (key === '' || seen.has(key)) return false
  seen.add(key)
  return true
}

/** sentencesOf gives what a message says, without greeting, closing, signature and the names it is addressed to. */
function sentencesOf({ lines }: Message, signers: Set<string>): SaidSentence[] {
  const said: SaidSentence[] = []
  for (const [at, line] of bodyOf(lines).entries()) {
    if (line.text === '') continue
    const bare = line.text.replace(MENTIONS, '').replace(BULLET, '').replace(NUMBERED, '')
    for (const sentence of splitSentences(bare)) {
      const text = withoutGreeting(sentence)
      if (signers.has(keyOf(text)) || isClosed(text) || !/[\p{L}\p{N}]/u.test(text)) continue
      said.push({ text, quote: line.altered ? line.raw.trim() : text, line: at })
    }
  }
  return said
}

/** isPage: a mail that nobody replied to, a quote that asks nothing, and what has a list in it are read like any other text. */
export function isPage({ way, lines }: Message, all: Message[]): boolean {
  if (way === 'chat') return false
  const isAlone =
    way === 'mail' ? all.length === 1 : all.every((one) => one.way === 'thread' && !one.lines.some(isAsking))
  return isAlone || lines.some(({ text }) => BULLET.test(text) || NUMBERED.test(text) || ROW.test(text))
}
const isAsking = ({ text, depth }: Line): boolean => depth > 0 && /[?？]/u.test(text)

/** bodyOf cuts a message at its closing: what follows it is a signature. */
export function bodyOf(lines: Line[]): Line[] {
  const end = lines.findIndex(({ text }) => text === '--' || (runsOf(text).length <= 5 && isClosing(fold(text))))
  return (end >= 0 ? lines.slice(0, end) : lines).filter(({ text }) => !isLoneGreeting(text))
}

const LONGEST_SIGNATURE = 3

/** withoutSignature: notes may end like a mail, with a closing and a name under it. */
export function withoutSignature(lines: Line[]): Line[] {
  const written = lines.flatMap(({ text }, at) => (text === '' ? [] : [at])).slice(-LONGEST_SIGNATURE - 1)
  const from = written.findIndex((at) => lines[at]!.text === '--' || isLoneClosing(lines[at]!.text))
  const isSignature = from > 0 && written.slice(from + 1).every((at) => isNameLine(lines[at]!))
  return isSignature ? lines.slice(0, written[from]) : lines
}

const isLoneClosing = (text: string): boolean =>
  runsOf(text).length <= 4 && isClosing(fold(text)) && !/[\d:`]/.test(text)
const isNameLine = ({ text, code }: Line): boolean =>
  !code && runsOf(text).length <= 4 && !/[\d:`]/.test(text) && !BULLET.test(text)

const isLoneGreeting = (text: string): boolean => runsOf(text).length <= 4 && isGreeting(fold(text)) && !/\d/.test(text)

/** “Dear Wilma, yes: …”: the first clause is a greeting when it begins like one and is short. */
function withoutGreeting(sentence: string): string {
  const clause = /^[^,!.:，、！。]{1,40}[,!:，、！]\s*/u.exec(sentence)?.[0]
  if (!clause || runsOf(clause).length > 4 || !isGreeting(fold(clause))) return sentence
  return sentence.slice(clause.length)
}

/** “Ten years, as PDF. Kind regards, Tove”: a short sentence that begins like a closing says nothing else. */
const isClosed = (sentence: string): boolean => runsOf(sentence).length <= 6 && isClosing(fold(sentence))

/** signersOf finds the names that messages end with: a last sentence of one or two words that comes back. */
function signersOf(messages: Message[]): Set<string> {
  const ends = new Map<string, number>()
  for (const { lines } of messages) {
    const last = splitSentences(lines.findLast(({ text }) => text !== '')?.text ?? '').at(-1) ?? ''
    const name = last.split(/,\s*/).at(-1)!
    if (runsOf(name).length <= 2 && /^\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)?$/u.test(name))
      ends.set(keyOf(name), (ends.get(keyOf(name)) ?? 0) + 1)
  }
  return new Set([...ends].filter(([, count]) => count > 1).map(([name]) => name))
}
