// The contract between the pipeline and its drafters: four steps from a document's inputs to a draft with provenance.
// Implementations: builtin/ (a careful assembler, no network) and model/ (a language model). Neither reads the database; the
// pipeline gathers the inputs, runs one step at a time and saves what it returns.
//
// One idea carries all of it: every line of every input has one fate, and the ledger tells which.
//   notes          what is true; they are the page
//   instructions   orders to the writer; they never appear in a draft
//   material       attached pages and conversations
//   related        other documents that every reader of this one may read; quoted only where they are named
//
// Glossary
//   page, conversation   what a source is, by its structure alone
//   part       a heading, a paragraph, a list entry or anything opaque (code, a table, a quote …) of a page
//   statement  what somebody said in a conversation; printed when a person picks it
//   edit       a change of a text that stands; an exact one is applied, a likely one waits for a person
//   held       a sentence of the notes that is not printed until someone says `use`

import type { Block } from 'galley-blocks/model.ts'

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

/** A SourceText is a whole text that a draft may rest on; `key` names it in statements and the ledger: `notes:1`, `material:0`. */
export type SourceText = Omit<Source, 'quote'> & { key: string; seed?: number; text: string }

/** Whose words a block holds: `model` are the drafter's own; the built-in one has none. */
export type Origin = 'model' | 'human' | 'answer' | 'notes' | 'source'
export type Provenance = Record<string, { origin: Origin; sources: Source[] }>

/**
 * A DraftEdit changes a text that stands. Of `replace`, `before` and `after` are sentences as Markdown. What is deleted or inserted
 * is a sentence, with `context` the text before it in its block, or a whole block, with `follows` the block before it.
 */
export type DraftEdit = {
  id: string
  op: 'replace' | 'delete' | 'insert'
  block_id: string
  before: string
  after: string
  source: Source
  certainty: 'exact' | 'likely'
  state: 'applied' | 'proposed' | 'rejected'
  context?: string
  follows?: string | null
}

/** Draft.edits: drafts from before there were edits have none. */
export type Draft = {
  title: string
  summary: string | null
  blocks: Block[]
  provenance: Provenance
  edits?: DraftEdit[]
}

// ---------------------------------------------------------------- inputs

export type Material = { title: string; text: string; url?: string | null }
export type RelatedPage = { id: number; slug: string; title: string; markdown: string }

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

/** A StatementPick says of a statement whether it is printed, and under which heading. */
export type StatementPick = { id: string; use: boolean | null; section: string | null }

/** A Rewording: a source of a block says now something else than the `quote` that the block rests on. */
export type Rewording = { block_id: string; quote: string; now: string; source: Source }

/** DraftInputs are all that people brought, in all iterations: a redraft runs again from all of it. */
export type DraftInputs = {
  document: { id: number; title: string; summary: string | null; blocks: Block[]; categoryPath: string[] }
  /** The document's language, else the site's: that of the draft where too little text tells. */
  language?: string
  notes: string
  earlierNotes: string[]
  instructions: string
  earlierInstructions: string[]
  material: Material[]
  related: RelatedPage[]
  previous: PreviousDraft | null
  /** How many notes an approval has made part of the document, and the material with them; they are not read again. */
  publishedNotes?: number
  /** The same for all iterations that go on with one another; ids of blocks are made from it. */
  seed?: number
  picks?: StatementPick[]
  rewordings?: Rewording[]
  /** Replies of all iterations. Every one has an outcome, the same each time. */
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
  /** Titles, slugs or `slug#heading` of related documents that are to be quoted. */
  use: string[]
  /** Lines of `instructions` that a program can't carry out: a model gets them, the built-in drafter lists them in one action. */
  rest: string[]
}

/** A Section of the outline: `blockId` is the heading that stands. */
export type Section = { id: string; heading: string; purpose: string; blockId?: string }
export type Plan = {
  kind: DocumentKind
  language: string
  outline: Section[]
  queries: string[]
  directives: Directives
}

/** A Passage is what a model picked for a section, with the quote that proves it. */
export type Passage = { section: string; text: string; source: Source }

export const STATEMENT_KINDS = ['fact', 'order', 'question', 'talk'] as const
/** A Statement: `id` is its source and its number there; `use` is null until a person decides. */
export type Statement = StatementPick & {
  source: string
  at: string | null
  speaker: string | null
  text: string
  kind: (typeof STATEMENT_KINDS)[number]
}

export const FATES = ['printed', 'edit', 'held', 'statement', 'left_out', 'repeated', 'asked'] as const
type Fate = (typeof FATES)[number]
/** A LedgerEntry tells what became of the characters from `from` up to `to` of a source. */
export type LedgerEntry = {
  source: string
  from: number
  to: number
  fate: Fate
  block_id?: string
  action_id?: number
  question_id?: number
  reason?: string
}
/** Until an action or a question is saved it has no id: `raised` is the action's title or the question's body. */
export type DraftedEntry = Omit<LedgerEntry, 'action_id' | 'question_id'> & { raised?: string }

/** Extracted: `passages` are what a model picked. */
export type Extracted = { statements: Statement[]; passages?: Passage[] }

export type NewQuestion = { section: string; body: string }
type ActionKind = 'add_source' | 'verify' | 'resolve_conflict' | 'fix_link' | 'held' | 'instruction' | 'sort' | 'edit'
export type NewAction = {
  kind: ActionKind
  title: string
  body: string
  meta: Record<string, unknown> & { blocking?: boolean }
}
/** MODEL_FALLBACK, in `meta.reason`, marks the action that says that no model wrote this draft, although one was asked. */
export const MODEL_FALLBACK = 'model_fallback'

type RaisedPoints = { questions: NewQuestion[]; actions: NewAction[] }
/** Drafted.ledger is computed from the finished draft. */
export type Drafted = RaisedPoints & { draft: Draft; outcomes: ReplyOutcome[]; ledger: DraftedEntry[] }

/** A ReplyOutcome is written to the question or action where the reply was given. */
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
  question: (inputs: DraftInputs, plan: Plan, extracted: Extracted, context: StepContext) => Promise<RaisedPoints>
  draft: (inputs: DraftInputs, plan: Plan, extracted: Extracted, context: StepContext) => Promise<Drafted>
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
