// What people reply to questions and actions, and what becomes of it. A reply is text for a place: it is printed where its
// open point stands, as the person wrote it. Every reply has an outcome; one without content is printed nowhere.

import { plainText } from '#blocks/plain.ts'
import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import { splitSentences } from '#languages/sentences.ts'
import { compared } from './compare.ts'
import type { DraftInputs, EarlierAction, NewAction, Outcome, ReplyOutcome, Source } from './contract.ts'
import { judgeReply } from './roles/roles.ts'
import { quoteOf } from './source.ts'
import type { StandingText } from './standing.ts'
import { denials } from './text/claims.ts'
import { type Figure, figuresIn } from './text/figures.ts'
import { keyOf, runsOf } from './text/words.ts'

/** A Reply is what a person said to a held sentence or an open point: text for its place, or that it is not wanted. */
type Reply = { is: 'use' } | { is: 'drop' } | { is: 'text'; text: string; source: Source }
type KnownReply = { key: string; reply: Reply; heading: string | null; isMet: boolean }

/** A question may quote what it asks about among other words; shorter points would be found in too many. */
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

  /** to gives the reply to a sentence of the notes. */
  to(text: string): Reply | undefined {
    const key = keyOf(text)
    const found =
      this.#replies.findLast((one) => one.key === key) ??
      this.#replies.findLast((one) => key.length >= SHORTEST_POINT && ` ${one.key} `.includes(` ${key} `))
    if (found) found.isMet = true
    return found?.reply
  }

  /** unmet are texts whose open point stands nowhere: what a model asked, or what instructions wanted mentioned. */
  unmet(): { text: string; source: Source; heading: string | null }[] {
    return this.#replies.flatMap(({ reply, heading, isMet }) =>
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

  #tell(to: ReplyOutcome['to'], id: number, outcome: Outcome, note: keyof Phrases['outcome'], text = ''): void {
    const phrase = languageOf(this.#language).data.phrases.outcome[note]
    this.outcomes.push({ to, id, outcome, note: fill(phrase, { text: plainText(text) }) })
  }

  #text(body: string, answer: string, source: Source, heading: string | null): [Outcome, keyof Phrases['outcome']] {
    const role = judgeReply(answer, this.#language)
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
    const isText = wish !== 'drop' && runsOf(wish).length > 2 && judgeReply(wish, this.#language) === 'content'
    const reply: Reply =
      wish === 'use' ? { is: 'use' } : isText ? { is: 'text', text: answer!, source } : { is: 'drop' }
    // What held several sentences settles each of them.
    for (const one of text.split('\n')) this.#replies.push({ key: keyOf(one), reply, heading: null, isMet: true })
    return reply.is !== 'drop'
  }

  /** settle carries out what was replied about sentences that stand, and returns what is to be raised again. */
  settle(standing: StandingText): NewAction[] {
    return this.#actions.flatMap((action): NewAction[] => {
      const { kind, id, title, body, meta = {}, answer } = action
      if (answer === null || (kind !== 'verify' && kind !== 'resolve_conflict')) return []
      const [outcome, note, text] = this.#check(action, answer, standing)
      this.#tell('action', id, outcome, note, text)
      return outcome === 'asked_again' || outcome === 'not_applied' ? [{ kind, title: title ?? body, body, meta }] : []
    })
  }

  /** check: a reply about a sentence that stands confirms it, corrects it, removes it, or says nothing. */
  #check(action: EarlierAction, answer: string, standing: StandingText): [Outcome, keyof Phrases['outcome'], string?] {
    const role = judgeReply(answer, this.#language)
    const claims = claimsOf(action)
    const all = [action.meta?.text, action.meta?.other, ...claims].filter((text) => typeof text === 'string')
    const found = all.flatMap((text) => standing.find(text) ?? [])
    const [sentence] = found
    if (!sentence || (claims.length > 1 && role !== 'removal')) return this.#aside(action, answer, role, claims)
    const other = all.find((text) => keyOf(text) !== keyOf(sentence.text))
    const figure = affirmed(answer, all, this.#language)
    const named = figure ? undefined : namedIn(answer, action, sentence.text, other)
    if (role === 'nonanswer' && !figure && !named) return ['asked_again', 'noContent']
    if (role === 'removal' && !figure) {
      for (const one of found) standing.replace(one, '', sourceOf(action))
      return ['applied', 'removed']
    }
    const text = figure ? withFigure(sentence.text, figure, action) : (named ?? this.#sentenceOn(sentence.text, answer))
    if (text === undefined && role === 'dismiss') return ['dismissed', 'confirmed']
    if (text === undefined ? role === 'confirm' : keyOf(text) === keyOf(sentence.text)) return ['applied', 'confirmed']
    if (text === undefined || !standing.replace(sentence, text, sourceOf(action))) return ['not_applied', 'unclear']
    return ['applied', 'corrected', text]
  }

  /** aside: the reply is about no one sentence that stands. Of a model's claims a person may vouch for those that were left out. */
  #aside(
    action: EarlierAction,
    answer: string,
    role: ReturnType<typeof judgeReply>,
    claims: string[],
  ): [Outcome, keyof Phrases['outcome']] {
    const { kind, title, body, meta } = action
    if (kind !== 'verify' || typeof meta?.text === 'string')
      return [role === 'nonanswer' ? 'asked_again' : 'not_applied', 'unclear']
    // What the style guide wants, and that no model wrote, is for a person's eyes alone.
    if (claims.length === 0) return ['dismissed', 'dismissed']
    if (role !== 'confirm') return this.#text(title ?? body, answer, sourceOf(action), null)
    if (meta?.reason !== 'left_out') return ['applied', 'confirmed']
    const reply: Reply = { is: 'text', text: claims.join('\n\n'), source: sourceOf(action) }
    this.#replies.push({ key: keyOf(body), reply, heading: null, isMet: false })
    return ['applied', 'applied']
  }

  /** sentenceOn: of “Wrong. The plant runs at most 14 pumps.” the part that speaks of the same thing. */
  #sentenceOn(standing: string, answer: string): string | undefined {
    const { frame } = compared(standing, this.#language)
    const shared = (text: string) => compared(text, this.#language).frame.intersection(frame).size
    return splitSentences(answer).find((text) => runsOf(text).length > 2 && shared(text) >= frame.size * 0.5)
  }
}

/** claimsOf are the sentences of a model that an action lists. */
const claimsOf = ({ meta }: EarlierAction): string[] =>
  Array.isArray(meta?.claims) ? meta.claims.flatMap(({ text }) => (typeof text === 'string' ? text : [])) : []

/** namedIn: the reply names the value or the source of one of two sentences. */
function namedIn(
  answer: string,
  { meta }: EarlierAction,
  standing: string,
  other: string | undefined,
): string | undefined {
  const padded = ` ${keyOf(answer)} `
  const names = (...values: unknown[]) =>
    values.some((value) => typeof value === 'string' && value !== '' && padded.includes(` ${keyOf(value)} `))
  if (other && names(meta?.otherValue, meta?.otherTitle)) return other
  return names(meta?.value, meta?.title) ? standing : undefined
}

const sourceOf = ({ id, title, body, answer }: EarlierAction): Source =>
  quoteOf({ kind: 'action', id, title: title ?? body }, answer ?? '')

/** affirmed finds the one figure that a reply affirms: new, or one of the values that stood for choice. “Not 9, 14” denies one. */
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

/** withFigure gives a sentence the figure of a reply: in the place of the value that was in doubt, of the same unit. */
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
