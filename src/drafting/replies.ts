// What people reply to questions and actions, and what becomes of it. Every reply has an outcome: nothing is swallowed, and a
// reply without content is printed nowhere.

import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { Base } from './base.ts'
import type { BlockBuilder } from './block-builder.ts'
import { compared } from './compare.ts'
import type {
  AnsweredQuestion,
  DraftInputs,
  EarlierAction,
  NewAction,
  NewQuestion,
  Passage,
  ReplyOutcome,
  Source,
} from './contract.ts'
import { judgeReply } from './roles/roles.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { plainText } from './text/plain.ts'
import { splitSentences } from './text/sentences.ts'
import { keyOf, runsOf } from './text/words.ts'

/** NewText: a passage without its place; `section` is the heading it belongs under, if one is known. */
type NewText = { text: string; source: Source; heading: string | null }

type RepliesRead = { outcomes: ReplyOutcome[]; texts: NewText[]; questions: NewQuestion[]; actions: NewAction[] }

/** readReplies carries out what was replied to the iteration before, and raises again what is still open. */
export function readReplies(inputs: DraftInputs, base: Base, builder: BlockBuilder, language: string): RepliesRead {
  const reader = new ReplyReader(base, builder, language)
  for (const answer of inputs.answers) reader.question(answer)
  for (const { section, body } of inputs.openQuestions) reader.questions.push({ section: section ?? '', body })
  for (const action of inputs.actions) reader.action(action)
  return reader
}

class ReplyReader implements RepliesRead {
  readonly outcomes: ReplyOutcome[] = []
  readonly texts: NewText[] = []
  readonly questions: NewQuestion[] = []
  readonly actions: NewAction[] = []
  readonly #base: Base
  readonly #builder: BlockBuilder
  readonly #language: string

  constructor(base: Base, builder: BlockBuilder, language: string) {
    this.#base = base
    this.#builder = builder
    this.#language = language
  }

  question({ id, section, body, answer }: AnsweredQuestion): void {
    const role = judgeReply(answer, this.#language)
    const source: Source = { kind: 'answer', id, title: body.slice(0, 300), quote: answer.slice(0, 1_000) }
    if (role === 'nonanswer' || (role === 'confirm' && runsOf(answer).length <= 3)) {
      this.questions.push({ section: section ?? '', body })
      this.#outcome('question', id, 'asked_again', 'noContent')
    } else if (role === 'dismiss' || role === 'removal') this.#outcome('question', id, 'dismissed', 'dismissed')
    else {
      this.texts.push({ text: answer, source, heading: section })
      this.#outcome('question', id, 'applied', 'applied')
    }
  }

  action(action: EarlierAction): void {
    if (action.kind === 'fix_link') {
      if (action.answer) this.#outcome('action', action.id, 'applied', 'applied')
    } else if (action.kind === 'held') this.#held(action)
    else if (action.answer === null) this.#again(action)
    else if (action.kind === 'verify' || action.kind === 'resolve_conflict') this.#check(action, action.answer)
    else if (action.kind === 'add_source')
      this.question({ ...action, section: null, answer: action.answer, body: action.title ?? action.body })
    else this.#outcome('action', action.id, 'dismissed', 'dismissed')
  }

  #held({ id, kind, title, body, answer, resolved, meta }: EarlierAction): void {
    const text = String(meta?.text ?? '')
    if (answer === null && !resolved) {
      this.actions.push({ kind: kind as 'held', title: title ?? body, body, meta: meta ?? {} })
      return
    }
    if (answer?.trim().toLowerCase() === 'use') {
      const source: Source = isSource(meta?.source) ? meta.source : { kind: 'notes', id: null, title: '', quote: text }
      this.texts.push({ text, source, heading: null })
      this.#outcome('action', id, 'applied', 'used')
    } else if (answer !== null) this.#outcome('action', id, 'dismissed', 'leftOut')
  }

  /** again: an open action is raised once more, unless the draft no longer holds what it is about. */
  #again({ kind, title, body, resolved, meta }: EarlierAction): void {
    const about = typeof meta?.text === 'string' ? meta.text : undefined
    if (resolved || (about !== undefined && !this.#base.find(about))) return
    this.actions.push({ kind: kind as NewAction['kind'], title: title ?? body, body, meta: meta ?? {} })
  }

  /** check: a reply about a sentence that stands confirms it, corrects it, removes it, or says nothing. */
  #check(action: EarlierAction, answer: string): unknown {
    const role = judgeReply(answer, this.#language)
    const sentence = this.#base.find(String(action.meta?.text ?? ''))
    if (!sentence) return this.#outcome('action', action.id, 'not_applied', 'unclear')
    const others = [action.meta?.other, action.meta?.text].filter((text) => typeof text === 'string')
    const figure = answered(answer, others.map(String), this.#language)
    if (role === 'nonanswer' && !figure) return this.#askAgain(action, 'asked_again', 'noContent')
    if (role === 'removal' && !figure) {
      this.#base.remove(sentence)
      return this.#outcome('action', action.id, 'applied', 'removed')
    }
    const source: Source = {
      kind: 'action',
      id: action.id,
      title: (action.title ?? action.body).slice(0, 300),
      quote: answer.slice(0, 1_000),
    }
    const text = figure
      ? withFigure(sentence.text, figure, others.map(String))
      : this.#chosen(answer, action, sentence.text)
    if (text !== undefined && keyOf(text) === keyOf(sentence.text))
      return this.#outcome('action', action.id, 'applied', 'confirmed')
    if (text === undefined && (role === 'confirm' || role === 'dismiss'))
      return this.#outcome('action', action.id, role === 'confirm' ? 'applied' : 'dismissed', 'confirmed')
    const [block] = text === undefined ? [] : this.#builder.paragraph(text)
    if (text === undefined || !this.#base.replace(sentence, plainText(text), block?.content, source))
      return this.#askAgain(action, 'not_applied', 'unclear')
    return this.outcomes.push({
      to: 'action',
      id: action.id,
      outcome: 'applied',
      note: fill(this.#phrases.corrected, { text: plainText(text) }),
    })
  }

  /** chosen: the reply names the other value or source, or is a sentence about the same thing. */
  #chosen(answer: string, { meta }: EarlierAction, standing: string): string | undefined {
    const other = typeof meta?.other === 'string' ? meta.other : undefined
    const said = keyOf(answer)
    const names = (value: unknown) =>
      typeof value === 'string' && value !== '' && ` ${said} `.includes(` ${keyOf(value)} `)
    if (other && (names(meta?.otherValue) || names(meta?.otherTitle))) return other
    if (names(meta?.value) || names(meta?.title)) return standing
    const [own, given] = [compared(standing, this.#language), answerSentence(answer, standing, this.#language)]
    if (!given) return undefined
    const shared = [...own.frame].filter((term) => compared(given, this.#language).frame.has(term)).length
    return shared >= own.frame.size * 0.5 ? given : undefined
  }

  #askAgain(action: EarlierAction, outcome: 'asked_again' | 'not_applied', note: 'noContent' | 'unclear'): void {
    this.actions.push({
      kind: action.kind as NewAction['kind'],
      title: action.title ?? action.body,
      body: action.body,
      meta: action.meta ?? {},
    })
    this.#outcome('action', action.id, outcome, note)
  }

  get #phrases() {
    return languageOf(this.#language).data.phrases.outcome
  }

  #outcome(to: ReplyOutcome['to'], id: number, outcome: ReplyOutcome['outcome'], note: keyof Phrases['outcome']): void {
    this.outcomes.push({ to, id, outcome, note: this.#phrases[note] })
  }
}

const isSource = (value: unknown): value is Source => typeof value === 'object' && value !== null && 'quote' in value

/** answered finds the one figure that a reply affirms: new, or one of the values that stood for choice. */
function answered(answer: string, sentences: string[], language: string): Figure | undefined {
  const figures = figuresIn(answer).filter((figure) => !isDenied(answer, figure, language))
  const known = new Set(sentences.flatMap(figuresIn).map(({ value }) => value))
  const fresh = figures.filter(({ value }) => !known.has(value))
  if (fresh.length > 0) return fresh.length === 1 || sameUnit(fresh) ? fresh[0] : undefined
  return figures.length === 1 ? figures[0] : undefined
}

const sameUnit = (figures: Figure[]): boolean =>
  figures.length === 1 || new Set(figures.map(({ value }) => value)).size === 1

/** isDenied: “not 9”: a denial directly before the figure. */
function isDenied(answer: string, { at }: Figure, language: string): boolean {
  const clause = answer
    .slice(0, at)
    .split(/[,;.，。]/)
    .at(-1)!
  return runsOf(clause).length <= 2 && denials(clause, language) > 0 && /[,;.，。]/.test(answer.slice(0, at))
    ? true
    : runsOf(clause).length === 1 &&
        denials(clause, language) > 0 &&
        /\d/.test(answer.slice(at + 1).replace(/^\d+/, ''))
}

/** withFigure gives a sentence the figure of a reply: in the place of the value that was in doubt, of the same unit. */
function withFigure(sentence: string, figure: Figure, sentences: string[]): string | undefined {
  const own = figuresIn(sentence)
  if (
    own.some(
      ({ value, unit }) => value === figure.value && (figure.unit === '' || !figure.measured || unit === figure.unit),
    )
  )
    return sentence
  const others = sentences.filter((text) => text !== sentence).flatMap(figuresIn)
  // The value in doubt is the one on which the two sentences differ.
  const doubted = own.filter(
    ({ value, unit }) => others.some((other) => other.unit === unit) && !others.some((other) => other.value === value),
  )
  const fitting = (doubted.length > 0 ? doubted : own).filter(
    ({ unit, form }) => !figure.measured || unit === figure.unit || (form === 'date') !== (figure.form !== 'date'),
  )
  const sameNoun = own.filter(({ unit }) => unit !== '' && unit === figure.unit)
  const [old] = sameNoun.length === 1 ? sameNoun : fitting
  if (!old || (sameNoun.length !== 1 && fitting.length > 1)) return undefined
  return sentence.slice(0, old.at) + figure.written + sentence.slice(old.at + old.written.length)
}

/** answerSentence: of “Wrong. The plant runs at most 14 pumps.” the part that speaks of the same thing. */
function answerSentence(answer: string, standing: string, language: string): string | undefined {
  const own = compared(standing, language)
  return splitSentences(answer)
    .filter((sentence) => runsOf(sentence).length > 2)
    .find((sentence) => [...compared(sentence, language).frame].some((term) => own.frame.has(term)))
}

/** passageOf makes a reply a passage of the draft, verbatim. */
export const passageOf = ({ text, source }: NewText, section: string, index: number): Passage => ({
  section,
  form: 'sentence',
  text: text.trim(),
  source,
  group: `reply ${source.kind} ${source.id} ${index}`,
  depth: 0,
  score: 1,
})
