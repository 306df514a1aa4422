// What people reply to questions and actions, and the outcome. A reply is printed, as written, in the place of its open
// point. Every reply has an outcome; one without content isn't printed.

import { plainText } from '#blocks/plain.ts'
import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import { splitSentences } from '#languages/sentences.ts'
import { compared } from './compare.ts'
import type { DraftInputs, EarlierAction, NewAction, Outcome, ReplyOutcome, Source } from './contract.ts'
import type { CurrentText } from './current-text.ts'
import { classifyReply } from './roles/roles.ts'
import { quoteOf } from './source.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { keyOf, runsOf } from './text/words.ts'

/** A reply to a held sentence or an open point: use it, drop it, or print this text instead. */
type Reply = { is: 'use' } | { is: 'drop' } | { is: 'text'; text: string; source: Source }
type KnownReply = { key: string; reply: Reply; heading: string | null; isMet: boolean }

/** A question may quote its open point among other words; shorter points would match too many. */
const SHORTEST_POINT = 8

export class Replies {
  readonly outcomes: ReplyOutcome[] = []
  readonly #replies: KnownReply[] = []
  readonly #actions: EarlierAction[]
  readonly #language: string

  constructor(inputs: DraftInputs, language: string) {
    this.#language = language
    this.#actions = inputs.actions
    for (const { id, section, body, answer } of inputs.answers) {
      const source = quoteOf({ kind: 'answer', id, title: body }, answer)
      this.#tell('question', id, ...this.#text(body, answer, source, section))
    }
    for (const action of inputs.actions) this.#action(action)
  }

  /** The reply to a sentence of the notes. */
  to(text: string): Reply | undefined {
    const key = keyOf(text)
    const found =
      this.#replies.findLast((one) => one.key === key) ??
      this.#replies.findLast((one) => key.length >= SHORTEST_POINT && ` ${one.key} `.includes(` ${key} `))
    if (found) found.isMet = true
    return found?.reply
  }

  /** Replies whose open point isn't in any source: a model asked, or the instructions wanted it mentioned. */
  unmatched(): { text: string; source: Source; heading: string | null }[] {
    return this.#replies.flatMap(({ reply, heading, isMet }) =>
      !isMet && reply.is === 'text' ? [{ ...reply, heading }] : [],
    )
  }

  /** Somebody replied to this conflict. If the reply decides nothing, `settle` raises it again. */
  isSettled(text: string, other: string): boolean {
    const both = [text, other]
    return this.#actions.some(
      ({ meta, answer, resolved }) =>
        (answer !== null || resolved) && both.includes(String(meta?.text)) && both.includes(String(meta?.other)),
    )
  }

  #tell(to: ReplyOutcome['to'], id: number, outcome: Outcome, note: keyof Phrases['outcome'], text = ''): void {
    const phrase = languageOf(this.#language).data.phrases.outcome[note]
    this.outcomes.push({ to, id, outcome, note: fill(phrase, { text: plainText(text) }) })
  }

  #text(body: string, answer: string, source: Source, heading: string | null): [Outcome, keyof Phrases['outcome']] {
    const role = classifyReply(answer, this.#language)
    if (role === 'nonanswer' || (role === 'confirm' && runsOf(answer).length <= 3)) return ['asked_again', 'noContent']
    const isDropped = role === 'dismiss' || role === 'removal'
    const reply: Reply = isDropped ? { is: 'drop' } : { is: 'text', text: answer, source }
    this.#replies.push({ key: keyOf(body), reply, heading, isMet: false })
    return isDropped ? ['dismissed', 'dismissed'] : ['applied', 'applied']
  }

  #action(action: EarlierAction): void {
    const { id, kind, title, body, answer, resolved, meta } = action
    const tell = (outcome: Outcome, note: keyof Phrases['outcome']) => this.#tell('action', id, outcome, note)
    if (kind === 'held' && (answer !== null || resolved)) {
      const isUsed = this.#held(String(meta?.text ?? ''), answer, sourceOf(action))
      if (answer !== null) isUsed ? tell('applied', 'used') : tell('dismissed', 'leftOut')
    }
    if (answer === null) return
    if (kind === 'add_source') tell(...this.#text(title ?? body, answer, sourceOf(action), null))
    if (kind === 'fix_link' || kind === 'sort') tell('applied', 'applied')
    if (kind === 'instruction') tell('dismissed', 'dismissed')
    if (kind === 'edit')
      answer.trim().toLowerCase() === 'reject' ? tell('dismissed', 'leftOut') : tell('applied', 'applied')
  }

  #held(text: string, answer: string | null, source: Source): boolean {
    const wish = answer?.trim().toLowerCase() ?? 'drop'
    const isText = wish !== 'drop' && runsOf(wish).length > 2 && classifyReply(wish, this.#language) === 'content'
    const reply: Reply =
      wish === 'use' ? { is: 'use' } : isText ? { is: 'text', text: answer!, source } : { is: 'drop' }
    // An action may hold several sentences.
    for (const one of text.split('\n')) this.#replies.push({ key: keyOf(one), reply, heading: null, isMet: true })
    return reply.is !== 'drop'
  }

  /** Applies replies about sentences of the draft, and returns the actions to raise again. */
  settle(current: CurrentText): NewAction[] {
    return this.#actions.flatMap((action): NewAction[] => {
      const { kind, id, title, body, meta = {}, answer } = action
      if (answer === null || (kind !== 'verify' && kind !== 'resolve_conflict')) return []
      const [outcome, note, text] = this.#check(action, answer, current)
      this.#tell('action', id, outcome, note, text)
      return outcome === 'asked_again' || outcome === 'not_applied' ? [{ kind, title: title ?? body, body, meta }] : []
    })
  }

  /** A reply about a printed sentence confirms, corrects or removes it, or says nothing. */
  #check(action: EarlierAction, answer: string, current: CurrentText): [Outcome, keyof Phrases['outcome'], string?] {
    const role = classifyReply(answer, this.#language)
    const claims = claimsOf(action)
    const all = [action.meta?.text, action.meta?.other, ...claims].filter((text) => typeof text === 'string')
    const found = all.flatMap((text) => current.find(text) ?? [])
    const [sentence] = found
    if (!sentence || (claims.length > 1 && role !== 'removal')) return this.#aside(action, answer, role, claims)
    const other = all.find((text) => keyOf(text) !== keyOf(sentence.text))
    const figure = affirmed(answer, all, this.#language)
    const named = figure ? undefined : namedIn(answer, action, sentence.text, other)
    if (role === 'nonanswer' && !figure && !named) return ['asked_again', 'noContent']
    if (role === 'removal' && !figure) {
      for (const one of found) current.replace(one, '', sourceOf(action))
      return ['applied', 'removed']
    }
    const text = figure ? withFigure(sentence.text, figure, action) : (named ?? this.#sentenceOn(sentence.text, answer))
    if (text === undefined && role === 'dismiss') return ['dismissed', 'confirmed']
    if (text === undefined ? role === 'confirm' : keyOf(text) === keyOf(sentence.text)) return ['applied', 'confirmed']
    if (text === undefined || !current.replace(sentence, text, sourceOf(action))) return ['not_applied', 'unclear']
    return ['applied', 'corrected', text]
  }

  /** The reply isn't about a single printed sentence. A person may confirm a model's claims that were left out. */
  #aside(
    action: EarlierAction,
    answer: string,
    role: ReturnType<typeof classifyReply>,
    claims: string[],
  ): [Outcome, keyof Phrases['outcome']] {
    const { kind, title, body, meta } = action
    if (kind !== 'verify' || typeof meta?.text === 'string')
      return [role === 'nonanswer' ? 'asked_again' : 'not_applied', 'unclear']
    // Style faults without a claim are information for a person alone.
    if (claims.length === 0) return ['dismissed', 'dismissed']
    if (role !== 'confirm') return this.#text(title ?? body, answer, sourceOf(action), null)
    if (meta?.reason !== 'left_out') return ['applied', 'confirmed']
    const reply: Reply = { is: 'text', text: claims.join('\n\n'), source: sourceOf(action) }
    this.#replies.push({ key: keyOf(body), reply, heading: null, isMet: false })
    return ['applied', 'applied']
  }

  /** The part of a reply about the same thing: of “Wrong. The plant runs at most 14 pumps.” the second sentence. */
  #sentenceOn(current: string, answer: string): string | undefined {
    const { frame } = compared(current, this.#language)
    const shared = (text: string) => compared(text, this.#language).frame.intersection(frame).size
    return splitSentences(answer).find((text) => runsOf(text).length > 2 && shared(text) >= frame.size * 0.5)
  }
}

/** A model's sentences that an action lists. */
const claimsOf = ({ meta }: EarlierAction): string[] =>
  Array.isArray(meta?.claims) ? meta.claims.flatMap(({ text }) => (typeof text === 'string' ? text : [])) : []

/** Which of two sentences a reply names, by value or source. */
function namedIn(
  answer: string,
  { meta }: EarlierAction,
  current: string,
  other: string | undefined,
): string | undefined {
  const padded = ` ${keyOf(answer)} `
  const names = (...values: unknown[]) =>
    values.some((value) => typeof value === 'string' && value !== '' && padded.includes(` ${keyOf(value)} `))
  if (other && names(meta?.otherValue, meta?.otherTitle)) return other
  return names(meta?.value, meta?.title) ? current : undefined
}

const sourceOf = ({ id, title, body, answer }: EarlierAction): Source =>
  quoteOf({ kind: 'action', id, title: title ?? body }, answer ?? '')

/** The only figure that a reply affirms: a new one, or one of the choices. “Not 9, 14” affirms 14. */
function affirmed(answer: string, sentences: string[], language: string): Figure | undefined {
  const all = figuresIn(answer)
  const isDenied = ({ at }: Figure) => {
    const clause = answer
      .slice(0, at)
      .split(/[,;.，。]/)
      .at(-1)!
    return all.length > 1 && runsOf(clause).length <= 2 && denials(clause, language) > 0
  }
  const figures = all.filter((figure) => !isDenied(figure))
  const stated = new Set(sentences.flatMap(figuresIn).map(({ value }) => value))
  const fresh = figures.filter(({ value }) => !stated.has(value))
  const [one, ...more] = fresh.length > 0 ? fresh : figures
  return more.every(({ value }) => value === one?.value) ? one : undefined
}

/** Replaces the doubtful value of a sentence by a reply's figure of the same unit. */
function withFigure(sentence: string, figure: Figure, { meta }: EarlierAction): string | undefined {
  const own = figuresIn(sentence)
  if (own.some(({ value }) => value === figure.value)) return sentence
  const same = own.filter(({ unit }) => unit !== '' && unit === figure.unit)
  const fitting = same.length > 0 ? same : figure.measured ? [] : own
  const values = new Set(
    [meta?.value, meta?.otherValue].flatMap((text) => figuresIn(String(text ?? ''))).map(({ value }) => value),
  )
  const doubted = fitting.filter(({ value }) => values.has(value))
  const [old, ...more] = doubted.length > 0 ? doubted : fitting
  if (!old || more.length > 0) return undefined
  return sentence.slice(0, old.at) + figure.written + sentence.slice(old.at + old.written.length)
}
