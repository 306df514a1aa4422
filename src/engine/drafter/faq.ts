// Questions with their answers, as people write them down: "Q: …" and "A: …", or a line that is a question above its answer.
// Turned into headings they are an outline like any other. Only marks and labels go, so that all quotes stay verbatim.

import type { DocumentKind } from './drafter.ts'
import { isMarked } from './open-points.ts'

/** Questions beyond this stay the text that they are. */
export const MOST_QUESTIONS_ANSWERED = 60
/** A longer line is no heading. */
export const LONGEST_HEADING = 200

// None of these may backtrack far: a hostile line can be 200,000 characters long.
const QUESTION_LABEL =
  /^\s{0,6}(?:[-*+] {1,3})?(?:\*\*|__)?(?:q|question|f|frage|p|pregunta|в|вопрос|问|问题|問|質問) ?\d{0,3}(?:\*\*|__)? ?[:：](?:\*\*|__)? */iu
const ANSWER_LABEL =
  /^\s{0,6}(?:[-*+] {1,3})?(?:\*\*|__)?(?:a|answer|antwort|r|réponse|respuesta|о|ответ|答|回答|答案) ?\d{0,3}(?:\*\*|__)? ?[:：](?:\*\*|__)? */iu
/** A question and what follows it in the line. */
const QUESTION = /^((?:(?![.!]\s)[^?？。！]){2,199}(?:\?(?=[\s*_]|$)|？))(?:\*\*|__)? *(.*)$/u
const LIST_MARK = /^ {0,3}(?:[-*+]|\d{1,3}[.)]) +/
const HEADING = /^ {0,3}(#{1,6})[ \t]/
const FENCE = /^ {0,3}(?:```|~~~)/
const ENDS_SENTENCE = /[.!?:。！？：][)*_`]*\s*$/

/** readAs gives a text as a kind of document reads it: in a FAQ, questions are headings. */
export function readAs(kind: DocumentKind, text: string): string {
  return kind === 'faq' ? questionsAsHeadings(text) : text
}

/** holdsAnswers: a text that has two questions and two answers, each called so, is made of them. */
export function holdsAnswers(text: string): boolean {
  const lines = text.split('\n').map((line) => line.slice(0, 1_000))
  const questions = lines.filter((line) => QUESTION_LABEL.test(line) && /[?？か]/.test(line))
  return questions.length >= 2 && lines.filter((line) => ANSWER_LABEL.test(line) || hasAnswer(line)).length >= 2
}

function hasAnswer(line: string): boolean {
  return ANSWER_LABEL.test(QUESTION.exec(line)?.[2] ?? '')
}

/** An answer begins a paragraph of its own: no quote may reach over the label that went. */
function questionsAsHeadings(text: string): string {
  const lines = text.split(/\r?\n/)
  // Where headings ask, a question in the text below them only sounds like one.
  const mayBeBare = !lines.some((line) => HEADING.test(line) && /[?？]\W*$/.test(line.slice(-20)))
  const read: string[] = []
  let level = 2
  let count = 0
  let isCode = false
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode
    const heading = HEADING.exec(line)?.[1]
    if (heading) level = Math.min(heading.length + 1, 6)
    const isFirst = index === 0 || mayFollow(lines[index - 1] ?? '')
    const found = isCode || heading ? undefined : findQuestion(line, mayBeBare && (isFirst || LIST_MARK.test(line)))
    if (found && count++ === MOST_QUESTIONS_ANSWERED) return [...read, ...lines.slice(index)].join('\n')
    if (found) read.push(`${'#'.repeat(level)} ${found.question}`, found.rest)
    else if (!isCode && count > 0 && ANSWER_LABEL.test(line)) read.push('', line.replace(ANSWER_LABEL, ''))
    else read.push(line)
  }
  return read.join('\n')
}

function mayFollow(line: string): boolean {
  return line.trim() === '' || HEADING.test(line) || ENDS_SENTENCE.test(line.slice(-12))
}

function findQuestion(line: string, mayBeBare: boolean): { question: string; rest: string } | undefined {
  const label = QUESTION_LABEL.exec(line)?.[0]
  if (label === undefined && (!mayBeBare || isMarked(line.replace(LIST_MARK, '')))) return undefined
  const bare =
    label === undefined ? line.replace(LIST_MARK, '').replace(/^\s*(?:\*\*|__)/, '') : line.slice(label.length)
  const [, asked, rest] = QUESTION.exec(bare) ?? []
  // A label makes a question of a line without a question mark too.
  const whole = asked ?? (label === undefined ? '' : bare)
  if (whole.length > LONGEST_HEADING) return undefined
  const question = whole.replace(/[*_\s]+$/, '')
  if (question === '') return undefined
  return { question, rest: (rest ?? '').replace(ANSWER_LABEL, '') }
}
