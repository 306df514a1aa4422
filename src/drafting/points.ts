// Open points of a draft, as questions and actions. Asks only what the material leaves open, in its own words: at most five
// questions, those first that leave most of the page open. No question comes from a template.

import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { clip } from '#blocks/plain.ts'
import type { Phrases } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { Draft, DraftEdit, DraftInputs, NewAction, NewQuestion, Plan, Source } from './contract.ts'
import type { CurrentSentence } from './current-text.ts'
import { termFinder } from './directives.ts'
import { isOpenPoint } from './roles/roles.ts'
import { keyOf } from './text/words.ts'

const MOST_QUESTIONS = 5
const LONGEST_SHOWN = 200

const short = (text: string): string => clip(oneLine(text), LONGEST_SHOWN)
const named = ({ title, kind }: Source): string => title || kind

/** In order of importance: a section without content, a point that its author marked as missing, a question in the text. */
const OPENNESS = ['section', 'marked', 'wondered'] as const
type Openness = (typeof OPENNESS)[number]

type HeldReason = 'order' | 'doubtful' | 'unplaced' | 'marked'
type Wording = { title: string; body: string }

/** Collects open points; methods return the title or body of what was raised, for the ledger. */
export class Points {
  readonly #questions = new Map<string, NewQuestion & { open: Openness }>()
  readonly #actions = new Map<string, NewAction>()
  readonly #phrases: Phrases

  constructor(language: string) {
    this.#phrases = languageOf(language).data.phrases
  }

  /** `after` is the open point that this one continues: “Who pays? Unclear yet.” */
  ask(body: string, section: string, after?: string): string {
    if (after !== undefined) this.#questions.delete(keyOf(after))
    const text = oneLine(after === undefined ? body : `${after} ${body}`).slice(0, 1_000)
    return this.#ask(text, section, isOpenPoint(text) ? 'marked' : 'wondered')
  }

  #ask(body: string, section: string, open: Openness): string {
    this.#questions.set(keyOf(body), { section, body, open })
    return body
  }

  /** Asks for the content of an empty section. */
  askFor(section: string): string {
    return this.#ask(fill(this.#phrases.bare, { section }), section, 'section')
  }

  raise(action: NewAction): string {
    this.#actions.set(`${action.kind} ${action.title} ${String(action.meta.text ?? '')}`, action)
    return action.title
  }

  #raise(
    kind: NewAction['kind'],
    { title, body }: Wording,
    words: Record<string, string | number>,
    meta: NewAction['meta'],
  ): string {
    return this.raise({ kind, title: short(fill(title, words)), body: fill(body, words), meta })
  }

  hold(text: string, reason: HeldReason, source: Source): string {
    const { body, [reason]: title } = this.#phrases.held
    const meta = { text: text.slice(0, 2_000), reason, source }
    return this.#raise('held', { title, body }, { text: short(text) }, meta)
  }

  get isHolding(): boolean {
    return this.#actions.values().some(({ kind }) => kind === 'held')
  }

  conflict(at: CurrentSentence, value: string, other: { text: string; value: string; source: Source }): string {
    const source = at.piece.sources[0] ?? other.source
    const [title, otherTitle] = [named(source), named(other.source)]
    const words = {
      first: value,
      second: other.value,
      kept: short(at.text),
      keptSource: title,
      dropped: short(other.text),
      droppedSource: otherTitle,
    }
    const meta = { text: at.text, other: other.text, value, otherValue: other.value, title, otherTitle }
    return this.#raise('resolve_conflict', this.#phrases.conflict, words, meta)
  }

  /** Raises an action for an edit that waits for a decision. */
  edit({ id, op, before, after, source, state, certainty }: DraftEdit): string | undefined {
    if (state !== 'proposed') return undefined
    const { title, deleted, body } = this.#phrases.edit
    const words = {
      before: short(before.replace(/^(?:[-*]|\d+\.)\s+/, '')),
      after: short(after),
      quote: short(source.quote),
    }
    const meta = { edit_id: id, op, before, after, certainty, source }
    return this.#raise('edit', { title: op === 'delete' ? deleted : title, body }, words, meta)
  }

  sort(key: string, source: string, waiting: number): string {
    return this.#raise('sort', this.#phrases.sort, { source, count: waiting }, { source: key, waiting })
  }

  /** Adds points about the finished draft. */
  finish(inputs: DraftInputs, { directives }: Plan, draft: Draft, isWorded: boolean) {
    const { missingTerm, instruction, empty } = this.#phrases
    const text = `${draft.title}\n${blocksToText(draft.blocks)}`
    for (const term of directives.mention)
      if (!termFinder([term])(text)) this.#raise('add_source', missingTerm, { term }, { term })
    // A model follows all instructions.
    const lines = isWorded ? [] : unsettledLines(directives.rest, inputs)
    const words = { count: lines.length, lines: lines.map((line) => `“${line}”`).join(' ') }
    if (lines.length > 0) this.#raise('instruction', instruction, words, { lines })
    const nothing: NewAction = { kind: 'add_source', ...empty, meta: { reason: 'empty' } }
    const { true: held = [], false: others = [] } = Object.groupBy(this.#actions.values(), ({ kind }) =>
      kind === 'held' ? 'true' : 'false',
    )
    const asked = [...this.#questions.values()].sort((a, b) => OPENNESS.indexOf(a.open) - OPENNESS.indexOf(b.open))
    return {
      // The rest is asked in the next round.
      questions: asked.slice(0, MOST_QUESTIONS).map(({ section, body }) => ({ section, body })),
      actions: [...(draft.blocks.length === 0 ? [nothing] : []), ...others, ...held],
    }
  }
}

/** Lines that were resolved in an earlier round aren't listed again. */
function unsettledLines(lines: string[], { actions }: DraftInputs): string[] {
  const done = new Set(
    actions.flatMap(({ kind, resolved, answer, meta }) =>
      kind === 'instruction' && (resolved || answer !== null) && Array.isArray(meta?.lines) ? meta.lines : [],
    ),
  )
  return [...new Set(lines)].filter((line) => !done.has(line))
}
