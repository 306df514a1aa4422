// What people reply to questions and actions, and what becomes of it. A reply is text for a place: it is printed where its
// open point stands, as the person wrote it. Every reply has an outcome; one without content is printed nowhere.

import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import { compared } from './compare.ts'
import type { DraftInputs, EarlierAction, NewAction, ReplyOutcome, Source } from './contract.ts'
import { judgeReply } from './roles/roles.ts'
import type { Reply } from './sift.ts'
import type { Standing } from './standing.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { plainText } from './text/plain.ts'
import { splitSentences } from './text/sentences.ts'
import { keyOf, runsOf } from './text/words.ts'

type KnownReply = { key: string; reply: Reply; heading: string | null; isMet: boolean }
type OutcomeNote = keyof Phrases['outcome']

/** A question may quote what it asks about among other words; shorter points would be found in too many. */
const SHORTEST_POINT = 8

export class Replies {
  readonly outcomes: ReplyOutcome[] = []
  readonly #known: KnownReply[] = []
  readonly #actions: EarlierAction[]
  readonly #language: string

  constructor(inputs: DraftInputs, language: string) {
    this.#language = language
    this.#actions = inputs.actions
    for (const { id, section, body, answer } of inputs.answers) {
      const source: Source = { kind: 'answer', id, title: body.slice(0, 300), quote: answer.slice(0, 1_000) }
      this.#told('question', id, body, answer, source, section)
    }
    for (const action of inputs.actions) this.#action(action)
  }

  /** to gives the reply to a sentence of the notes. */
  to(text: string): Reply | undefined {
    const key = keyOf(text)
    const found =
      this.#known.findLast((one) => one.key === key) ??
      this.#known.findLast((one) => key.length >= SHORTEST_POINT && ` ${one.key} `.includes(` ${key} `))
    if (found) found.isMet = true
    return found?.reply
  }

  /** unmet are texts whose open point stands nowhere: what a model asked, or what instructions wanted mentioned. */
  unmet(): { text: string; source: Source; heading: string | null }[] {
    return this.#known.flatMap(({ reply, heading, isMet }) =>
      !isMet && reply.is === 'text' ? [{ ...reply, heading }] : [],
    )
  }

  /** isSettled: somebody replied about this conflict; what that says nothing to is raised again by `settle`. */
  isSettled(text: string, other: string): boolean {
    const both = [text, other]
    return this.#actions.some(
      ({ meta, answer, resolved }) =>
        (answer !== null || resolved) && both.includes(String(meta?.text)) && both.includes(String(meta?.other)),
    )
  }

  #told(
    to: ReplyOutcome['to'],
    id: number,
    body: string,
    answer: string,
    source: Source,
    heading: string | null,
  ): unknown {
    const role = judgeReply(answer, this.#language)
    const key = keyOf(body)
    if (role === 'nonanswer' || (role === 'confirm' && runsOf(answer).length <= 3))
      return this.#outcome(to, id, 'asked_again', 'noContent')
    const isDropped = role === 'dismiss' || role === 'removal'
    this.#known.push({
      key,
      reply: isDropped ? { is: 'drop' } : { is: 'text', text: answer, source },
      heading,
      isMet: false,
    })
    return this.#outcome(to, id, isDropped ? 'dismissed' : 'applied', isDropped ? 'dismissed' : 'applied')
  }

  #action(action: EarlierAction): void {
    const { id, kind, title, body, answer, resolved, meta } = action
    const source: Source = {
      kind: 'action',
      id,
      title: (title ?? body).slice(0, 300),
      quote: (answer ?? '').slice(0, 1_000),
    }
    if (kind === 'held' && (answer !== null || resolved)) this.#held(id, String(meta?.text ?? ''), answer, source)
    if (answer === null) return
    if (kind === 'add_source') this.#told('action', id, title ?? body, answer, source, null)
    else if (kind === 'fix_link' || kind === 'sort') this.#outcome('action', id, 'applied', 'applied')
    else if (kind === 'edit') {
      const isRejected = answer.trim().toLowerCase() === 'reject'
      this.#outcome('action', id, isRejected ? 'dismissed' : 'applied', isRejected ? 'leftOut' : 'applied')
    } else if (kind === 'instruction') this.#outcome('action', id, 'dismissed', 'dismissed')
  }

  #held(id: number, text: string, answer: string | null, source: Source): void {
    const said = answer?.trim().toLowerCase() ?? 'drop'
    const isText =
      said !== 'use' && said !== 'drop' && runsOf(said).length > 2 && judgeReply(said, this.#language) === 'content'
    const reply: Reply =
      said === 'use' ? { is: 'use' } : isText ? { is: 'text', text: answer!, source } : { is: 'drop' }
    // What held several sentences settles each of them.
    for (const one of text.split('\n')) this.#known.push({ key: keyOf(one), reply, heading: null, isMet: true })
    if (answer !== null)
      this.#outcome(
        'action',
        id,
        reply.is === 'drop' ? 'dismissed' : 'applied',
        reply.is === 'drop' ? 'leftOut' : 'used',
      )
  }

  /** settle carries out what was replied about sentences that stand, and returns what is to be raised again. */
  settle(standing: Standing): NewAction[] {
    return this.#actions.flatMap(({ answer, ...action }): NewAction[] => {
      const { kind, id, title, body, meta = {} } = action
      if (answer === null || (kind !== 'verify' && kind !== 'resolve_conflict')) return []
      this.#check({ ...action, answer }, answer, standing)
      const { outcome } = this.outcomes.findLast((one) => one.to === 'action' && one.id === id)!
      return outcome === 'asked_again' || outcome === 'not_applied' ? [{ kind, title: title ?? body, body, meta }] : []
    })
  }

  /** check: a reply about a sentence that stands confirms it, corrects it, removes it, or says nothing. */
  #check(action: EarlierAction, answer: string, standing: Standing): unknown {
    const { id, meta } = action
    const role = judgeReply(answer, this.#language)
    const sentence = standing.find(String(meta?.text ?? '')) ?? standing.find(String(meta?.other ?? ''))
    if (!sentence) return this.#outcome('action', id, role === 'nonanswer' ? 'asked_again' : 'not_applied', 'unclear')
    const others = [meta?.other, meta?.text].filter((text) => typeof text === 'string')
    const figure = answered(answer, others, this.#language)
    if (role === 'nonanswer' && !figure) return this.#outcome('action', id, 'asked_again', 'noContent')
    const source: Source = {
      kind: 'action',
      id,
      title: (action.title ?? action.body).slice(0, 300),
      quote: answer.slice(0, 1_000),
    }
    if (role === 'removal' && !figure) {
      standing.replace(sentence, '', source)
      return this.#outcome('action', id, 'applied', 'removed')
    }
    const text = figure ? withFigure(sentence.text, figure, others) : this.#chosen(answer, action, sentence.text)
    if (text === undefined && (role === 'confirm' || role === 'dismiss'))
      return this.#outcome('action', id, role === 'confirm' ? 'applied' : 'dismissed', 'confirmed')
    if (text !== undefined && keyOf(text) === keyOf(sentence.text))
      return this.#outcome('action', id, 'applied', 'confirmed')
    if (text === undefined || !standing.replace(sentence, text, source))
      return this.#outcome('action', id, 'not_applied', 'unclear')
    const note = fill(languageOf(this.#language).data.phrases.outcome.corrected, { text: plainText(text) })
    return this.outcomes.push({ to: 'action', id, outcome: 'applied', note })
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
    return own.frame.intersection(compared(given, this.#language).frame).size >= own.frame.size * 0.5
      ? given
      : undefined
  }

  #outcome(to: ReplyOutcome['to'], id: number, outcome: ReplyOutcome['outcome'], note: OutcomeNote): void {
    this.outcomes.push({ to, id, outcome, note: languageOf(this.#language).data.phrases.outcome[note] })
  }
}

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
