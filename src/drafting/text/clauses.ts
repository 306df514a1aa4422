// Splits a sentence into clauses that limit or explain it ("if …", "only …", "because …") and the rest, by the words that
// open them; in languages without spaces these words close the clause.

import { plainText } from '#blocks/plain.ts'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { termsOf } from './words.ts'

type Clauses = { limits: Set<string>[]; main: Set<string> }

const BOUNDARY = /[,;:.!?()、。，；：！？]/

/** The terms of each limiting clause, and those of the rest. */
export function clausesOf(text: string, language: string): Clauses {
  const { data, conditions, causes } = languageOf(language)
  const folded = fold(plainText(text))
  const openers = [...folded.matchAll(new RegExp(`${conditions.source}|${causes.source}`, 'gu'))]
  const limits: Set<string>[] = []
  let rest = folded
  for (const [index, { 0: opener, index: at }] of openers.entries()) {
    const [from, to] = data.unspaced
      ? [startOf(folded, at, openers[index - 1]), at]
      : [at + opener.length, endOf(folded, at + opener.length, openers[index + 1]?.index)]
    const clause = folded.slice(from, to)
    rest = rest.slice(0, from) + ' '.repeat(clause.length) + rest.slice(to)
    limits.push(new Set(termsOf(clause)))
  }
  return { limits: limits.filter(({ size }) => size > 0), main: new Set(termsOf(rest)) }
}

function endOf(text: string, from: number, next = text.length): number {
  const boundary = text.slice(from, next).search(BOUNDARY)
  return boundary < 0 ? next : from + boundary
}

function startOf(text: string, to: number, before: RegExpExecArray | undefined): number {
  const earliest = before === undefined ? 0 : before.index + before[0].length
  for (let at = to - 1; at >= earliest; at--) if (BOUNDARY.test(text[at]!)) return at + 1
  return earliest
}
