// What people have to decide about a draft, as questions and actions. Asked is only what the material itself leaves open, in
// its own words, at most five points; no question comes from a template.

import type { Block } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from '#blocks/text.ts'
import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { Draft, DraftEdit, DraftInputs, NewAction, NewQuestion, Plan, Source } from './contract.ts'
import { termFinder } from './directives.ts'
import type { StandingSentence } from './standing.ts'
import { clip } from './text/plain.ts'
import { keyOf } from './text/words.ts'

const MOST_QUESTIONS = 5
const MOST_HELD = 40
const LONGEST_SHOWN = 200

const short = (text: string): string => clip(oneLine(text), LONGEST_SHOWN)
const named = ({ title, kind }: Source): string => title || kind

type HeldReason = 'order' | 'doubtful' | 'unplaced' | 'marked'

/** Points gathers them while a draft is made; what it returns names the action or question, for the ledger. */
export class Points {
  readonly #questions = new Map<string, NewQuestion>()
  readonly #actions = new Map<string, NewAction>()
  readonly #held: { text: string; reason: HeldReason; source: Source }[] = []
  readonly #phrases: Phrases

  constructor(language: string) {
    this.#phrases = languageOf(language).data.phrases
  }

  ask(body: string, section: string, after?: string): string {
    if (after !== undefined) this.#questions.delete(keyOf(after))
    const text = oneLine(after === undefined ? body : `${after} ${body}`).slice(0, 1_000)
    this.#questions.set(keyOf(text), { section, body: text })
    return text
  }

  /** askFor: a heading stands over nothing. */
  askFor(section: string): string {
    return this.ask(fill(this.#phrases.bare, { section }), section)
  }

  raise(action: NewAction): string {
    this.#actions.set(`${action.kind} ${action.title}`, action)
    return action.title
  }

  /** hold: each held sentence can be used by itself; the last action gathers those beyond the bound, so that none is lost. */
  hold(text: string, reason: HeldReason, source: Source): string {
    this.#held.push({ text, reason, source })
    const few = this.#held.slice(0, MOST_HELD)
    return this.#heldTitle(few.length < this.#held.length ? few.at(-1)! : this.#held.at(-1)!)
  }

  get heldCount(): number {
    return this.#held.length
  }

  #heldTitle({ text, reason }: { text: string; reason: HeldReason }): string {
    return fill(this.#phrases.held[reason], { text: short(text) })
  }

  conflict(
    { text, piece }: StandingSentence,
    value: string,
    other: { text: string; value: string; source: Source },
  ): string {
    const source = piece.sources[0] ?? other.source
    const { title, body } = this.#phrases.conflict
    const words = {
      kept: short(text),
      keptSource: named(source),
      dropped: short(other.text),
      droppedSource: named(other.source),
    }
    const meta = {
      text,
      other: other.text,
      value,
      otherValue: other.value,
      title: named(source),
      otherTitle: named(other.source),
    }
    return this.raise({
      kind: 'resolve_conflict',
      title: short(fill(title, { first: value, second: other.value })),
      body: fill(body, words),
      meta,
    })
  }

  /** edit raises what waits for a decision. */
  edit({ id, op, before, after, source, state, certainty }: DraftEdit): string | undefined {
    if (state !== 'proposed') return undefined
    const { title, deleted, body } = this.#phrases.edit
    const words = { before: short(before), after: short(after), quote: short(source.quote) }
    const meta = { edit_id: id, op, before, after, certainty, source }
    return this.raise({
      kind: 'edit',
      title: short(fill(op === 'delete' ? deleted : title, words)),
      body: fill(body, words),
      meta,
    })
  }

  sort(key: string, source: string, waiting: number): string {
    const { title, body } = this.#phrases.sort
    const words = { source, count: waiting }
    return this.raise({
      kind: 'sort',
      title: short(fill(title, words)),
      body: fill(body, words),
      meta: { source: key, waiting },
    })
  }

  /** finish adds what the finished draft lacks. */
  finish(
    inputs: DraftInputs,
    { directives }: Plan,
    draft: Draft,
    isWorded: boolean,
  ): { questions: NewQuestion[]; actions: NewAction[] } {
    const { missingTerm, instruction, empty } = this.#phrases
    const text = `${draft.title}\n${blocksToText(draft.blocks)}`
    for (const term of directives.mention)
      if (!termFinder([term])(text))
        this.raise({
          kind: 'add_source',
          title: fill(missingTerm.title, { term }),
          body: fill(missingTerm.body, { term }),
          meta: { term },
        })
    // A model carries out every instruction.
    const lines = isWorded ? [] : unsettledLines(directives.rest, inputs)
    if (lines.length > 0)
      this.raise({
        kind: 'instruction',
        title: fill(instruction.title, { count: lines.length }),
        body: fill(instruction.body, { lines: lines.map((line) => `“${line}”`).join(' ') }),
        meta: { lines },
      })
    const [single, rest] = [this.#held.slice(0, MOST_HELD), this.#held.slice(MOST_HELD)]
    const last = single.at(-1)
    if (last && rest.length > 0)
      single[MOST_HELD - 1] = { ...last, text: [last, ...rest].map((one) => one.text).join('\n') }
    const held = single.map((one, at): NewAction => {
      const title = at === MOST_HELD - 1 && last ? this.#heldTitle(last) : this.#heldTitle(one)
      return { kind: 'held', title, body: fill(this.#phrases.held.body, { text: short(one.text) }), meta: { ...one } }
    })
    const isEmpty = !hasText(draft.blocks)
    const nothing: NewAction[] = isEmpty ? [{ kind: 'add_source', ...empty, meta: { reason: 'empty' } }] : []
    const asked = [...this.#questions.values()]
    // What is not asked in this round is asked in the next one.
    return { questions: asked.slice(0, MOST_QUESTIONS), actions: [...nothing, ...this.#actions.values(), ...held] }
  }
}

const hasText = (blocks: Block[]): boolean => blocks.length > 0

/** Lines that somebody said are done, in an earlier round, are not listed again. */
function unsettledLines(lines: string[], { actions }: DraftInputs): string[] {
  const done = new Set(
    actions.flatMap(({ kind, resolved, answer, meta }) =>
      kind === 'instruction' && (resolved || answer !== null) && Array.isArray(meta?.lines)
        ? (meta.lines as unknown[])
        : [],
    ),
  )
  return [...new Set(lines)].filter((line) => !done.has(line))
}
