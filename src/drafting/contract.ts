// The contract between the pipeline and its drafters: four steps from a document's inputs to a draft with provenance.
// Implementations: builtin/ (extractive, no network) and model/ (a language model). Neither reads the database; the
// pipeline gathers the inputs, runs one step at a time and saves what it returns.
//
// One idea carries all of it: facts, orders and evidence are different things and come in through different doors.
//   notes          what is true; every item of them is drafted or held, never dropped silently
//   instructions   orders to the writer; they never appear in a draft
//   material       attached evidence; read in full, used as far as the notes ask for it
//   related        other documents that every reader of this one may read; used above a relevance floor alone
//
// Glossary
//   item       one sentence, list entry, record, table row or piece of code, with the place it was read from
//   passage    an item chosen for a section of the draft, with the quote that proves it
//   base       the text a draft starts from: the previous draft, or else the document's current blocks
//   held       a sentence of the notes that is not drafted until someone says `use`

import type { Block } from 'galley-blocks/model.ts'
import type { Step } from '#engine/db/vocabulary.ts'

export const STEPS = ['plan', 'extract', 'question', 'draft'] as const satisfies Step[]

export const DOCUMENT_KINDS = [
  'tutorial',
  'how-to',
  'reference',
  'explanation',
  'policy',
  'release-notes',
  'incident',
  'faq',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

// ---------------------------------------------------------------- evidence

type SourceKind = 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft'

/** `id` is the document's, question's or action's id, the index of the material, or null for notes. */
export type Source = { kind: SourceKind; id: number | null; title: string; quote: string }

/** A SourceText is a whole text that a draft may rest on. */
export type SourceText = Omit<Source, 'quote'> & { text: string }

/** Whose words a block holds: `model` are the drafter's own, with the built-in one the headings of its templates alone. */
export type Origin = 'model' | 'human' | 'answer' | 'notes' | 'source'
export type Provenance = Record<string, { origin: Origin; sources: Source[] }>

export type Draft = { title: string; summary: string | null; blocks: Block[]; provenance: Provenance }

/**
 * ItemForm: a `record` is a line of a log, a chat message or a mail; a `pair` is `Key: value`; a `row` is of a table; a
 * `label` says what the list or table under it holds; a `block` is Markdown that stays whole: a callout, tabs, a formula.
 */
export type ItemForm =
  | 'sentence'
  | 'label'
  | 'entry'
  | 'step'
  | 'pair'
  | 'record'
  | 'row'
  | 'code'
  | 'block'
  | 'question'

/**
 * Item: `text` is Markdown without a list marker (for code: the code itself), `quote` the verbatim slice of its source.
 * Items of one `group` stood together (a paragraph, a list, a table) and stay together. `under` are the headings above.
 */
export type Item = {
  form: ItemForm
  text: string
  quote: string
  source: SourceText
  group: number
  under: string[]
  /** How deep an entry was nested in its list; 0 is the outermost. */
  depth: number
  /** The language of a piece of code, with what else stood behind its fence. */
  language?: string
  /** What its source calls it: the type of a commit. */
  label?: string
}

// ---------------------------------------------------------------- inputs

export type Material = { title: string; text: string; url?: string | null }
/** Related.score: how well the document answers what the notes ask, between 0 and 1. */
export type Related = { id: number; slug: string; title: string; markdown: string; score: number }

/** What became of a reply: null until a redraft has read it. */
export type Outcome = 'applied' | 'asked_again' | 'not_applied' | 'dismissed'

export type AnsweredQuestion = {
  id: number
  section: string | null
  body: string
  answer: string
}
export type EarlierAction = {
  id: number
  kind: string
  title: string | null
  body: string
  answer: string | null
  resolved: boolean
  /** What the drafter saved with the action; lets a reply find its sentence or its link again. */
  meta?: Record<string, unknown>
}

/** PreviousDraft is the iteration before this one; blocks a person edited are kept, deleted ones do not come back. */
type PreviousDraft = {
  draft: Draft
  editedBlockIds: string[]
  deletedTexts: string[]
  /** True when a person wrote the previous draft's summary: it is then kept like an edited block. */
  summaryEdited?: boolean
}

/** DraftInputs: what the earlier notes say stands in the previous draft already; they are read again when there is none. */
export type DraftInputs = {
  document: { id: number; title: string; summary: string | null; blocks: Block[]; categoryPath: string[] }
  notes: string
  earlierNotes: string[]
  instructions: string
  earlierInstructions: string[]
  material: Material[]
  related: Related[]
  previous: PreviousDraft | null
  /** Of the iteration before: what earlier ones were told stands in its draft. */
  answers: AnsweredQuestion[]
  openQuestions: { section: string | null; body: string }[]
  actions: EarlierAction[]
  /** The site's style guide, as it stands in its file (style.ts). */
  styleGuide?: string
  /** Slugs that internal links (`/read/{slug}`) may point to; a link to another one is a `fix_link`. */
  linkExists: (slug: string) => boolean
}

// ---------------------------------------------------------------- what the steps return

/** Directives are orders in a form that a program can carry out: one `Key: value` a line. */
export type Directives = {
  title?: string
  kind?: DocumentKind
  language?: string
  summary?: string
  sections: string[]
  leaveOut: string[]
  mention: string[]
  length: 'short' | 'normal' | 'long'
  /** Lines of `instructions` that have no key: a model gets them, the built-in drafter lists them in one action. */
  rest: string[]
}

/** LEAD holds what stands before the first heading. It is no part of an outline. */
export const LEAD = 'lead'

/** Section: `source` is where the heading was found (null: made by the drafter), `blockId` the base's heading block. */
export type Section = {
  id: string
  heading: string
  purpose: string
  keywords: string[]
  source: Source | null
  blockId?: string
}
export type Plan = {
  kind: DocumentKind
  language: string
  outline: Section[]
  queries: string[]
  directives: Directives
}

/** Passage: passages are listed in the order in which the draft will show them. */
export type Passage = {
  section: string
  form: ItemForm
  text: string
  source: Source
  group: string
  depth: number
  under?: string
  language?: string
  score: number
}

type HeldReason = 'order' | 'open_point' | 'excluded' | 'doubtful'
export type Held = { text: string; reason: HeldReason; source: Source }

/** Extracted: `outline` is the plan's, with the headings that the evidence brought; `related` what was found and how well it fits. */
export type Extracted = {
  passages: Passage[]
  held: Held[]
  conflicts: Conflict[]
  outline?: Section[]
  related?: Pick<Related, 'id' | 'score'>[]
}

/** Conflict: two sources say otherwise of the same thing; the draft has `kept` alone. */
export type Conflict = { kept: Statement; dropped: Statement }
type Statement = { text: string; value: string; source: Source }

export type NewQuestion = { section: string; body: string }
type ActionKind = 'add_source' | 'verify' | 'resolve_conflict' | 'fix_link' | 'held' | 'instruction'
export type NewAction = {
  kind: ActionKind
  title: string
  body: string
  meta: Record<string, unknown> & { blocking?: boolean }
}
/** MODEL_FALLBACK, in `meta.reason`, marks the action that says that no model wrote this draft, although one was asked. */
export const MODEL_FALLBACK = 'model_fallback'

type Raised = { questions: NewQuestion[]; actions: NewAction[] }

/** A ReplyOutcome is written to the question or action of the iteration before, where the reply was given. */
export type ReplyOutcome = { to: 'question' | 'action'; id: number; outcome: Outcome; note: string }

export type Usage = {
  provider: string
  model: string
  input_tokens: number
  output_tokens: number
  cached_tokens?: number
  calls: number
  seconds: number
  cost?: { amount: number; currency: string } | null
}

/** StepContext lets a step stop early (lease lost, job cancelled), report progress and what it used, failed calls included. */
export type StepContext = {
  signal: AbortSignal
  addUsage: (usage: Usage) => void
  /** What the job has used so far, earlier steps and attempts included. */
  used?: () => Usage | null
  /** What the step does now, and which share of it is done. */
  report?: (message: string, done: number) => Promise<void>
}

export type Drafter = {
  name: string
  /** An instant drafter's steps take milliseconds: repeating some of them costs less than making each durable by itself. */
  instant?: boolean
  plan: (inputs: DraftInputs, context: StepContext) => Promise<Plan>
  extract: (inputs: DraftInputs, plan: Plan, context: StepContext) => Promise<Extracted>
  question: (inputs: DraftInputs, plan: Plan, extracted: Extracted, context: StepContext) => Promise<Raised>
  draft: (
    inputs: DraftInputs,
    plan: Plan,
    extracted: Extracted,
    context: StepContext,
  ) => Promise<Raised & { draft: Draft; outcomes: ReplyOutcome[] }>
}

/** A DrafterFailure says in one sentence what went wrong, and whether trying again later can help. */
export class DrafterFailure extends Error {
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, options: { retryable: boolean; retryAfterSeconds?: number; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'DrafterFailure'
    this.retryable = options.retryable
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
