// The contract between the pipeline and its drafters: four steps from a document's inputs to a draft with provenance.
// Implementations: builtin/ (no network) and model/ (a language model). Drafters never read the database: the pipeline loads
// the inputs, runs one step at a time and saves the result.
//
// Every line of every input has exactly one fate, which the ledger records.
//   notes          the facts; they become the page
//   instructions   orders to the writer; never part of a draft
//   material       attached pages and conversations
//   related        other documents that all readers of this one may read; quoted only if a directive names them
//
// Glossary
//   page, conversation   the two kinds of source, told apart by structure alone
//   part       a heading, a paragraph, a list entry or anything opaque (code, table, quote …) of a page
//   statement  what somebody said in a conversation; printed when a person picks it
//   edit       a change to the existing text; an exact one is applied, a likely one waits for a person
//   held       a sentence of the notes that isn't printed until someone replies `use`

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

type SourceKind = 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft'

/** `id` is the id of the document, question or action, the index of the material, or null for notes. */
export type Source = { kind: SourceKind; id: number | null; title: string; quote: string }

/** A source's whole text. `key` identifies it in statements and the ledger: `notes:1`, `material:0`. */
export type SourceText = Omit<Source, 'quote'> & { key: string; seed?: number; text: string }

/** Who wrote a block. `model`: the drafter's own words, which the built-in one doesn't have. */
export type Origin = 'model' | 'human' | 'answer' | 'notes' | 'source'
export type Provenance = Record<string, { origin: Origin; sources: Source[] }>

/**
 * A change to the existing text. With `replace`, `before` and `after` are sentences as Markdown. A deleted or inserted text
 * is either a sentence, with `context` being the text before it in its block, or a whole block, with `follows` being the
 * block before it.
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

/** `edits` is missing in drafts saved before edits existed. */
export type Draft = {
  title: string
  summary: string | null
  blocks: Block[]
  provenance: Provenance
  edits?: DraftEdit[]
}

export type Material = { title: string; text: string; url?: string | null }
export type RelatedPage = { id: number; slug: string; title: string; markdown: string }

/** What a redraft did with a reply; null until one has read it. */
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
  /** Data that the drafter saved with the action, so that a reply can be matched to its sentence or link. */
  meta?: Record<string, unknown>
}

/** The iteration before this one: blocks that a person edited are kept, deleted ones stay deleted. */
type PreviousDraft = {
  draft: Draft
  editedBlockIds: string[]
  deletedTexts: string[]
  /** A person wrote the previous draft's summary, so it is kept like an edited block. */
  summaryEdited?: boolean
}

/** Whether a statement is printed, and under which heading. */
export type StatementPick = { id: string; use: boolean | null; section: string | null }

/** A source that a block quotes has changed: `quote` is what it said, `now` what it says. */
export type Rewording = { block_id: string; quote: string; now: string; source: Source }

/** All inputs of all iterations: each redraft starts over from all of them. */
export type DraftInputs = {
  document: { id: number; title: string; summary: string | null; blocks: Block[]; categoryPath: string[] }
  /** The document's language, else the site's; used when there is too little text to detect it. */
  language?: string
  notes: string
  earlierNotes: string[]
  instructions: string
  earlierInstructions: string[]
  material: Material[]
  related: RelatedPage[]
  previous: PreviousDraft | null
  /** How many notes (with their material) an approval has already published; they aren't read again. */
  publishedNotes?: number
  /** The same for all iterations of a chain; block ids are derived from it. */
  seed?: number
  picks?: StatementPick[]
  rewordings?: Rewording[]
  /** Replies of all iterations. Every redraft gives each of them the same outcome. */
  answers: AnsweredQuestion[]
  openQuestions: { section: string | null; body: string }[]
  actions: EarlierAction[]
  /** The site's style guide, as Markdown (style.ts). */
  styleGuide?: string
  /** Whether an internal link (`/read/{slug}`) may point there; otherwise it becomes a `fix_link` action. */
  linkExists: (slug: string) => boolean
}

/** Instructions in a form that a program can follow: one `Key: value` a line. */
export type Directives = {
  title?: string
  kind?: DocumentKind
  language?: string
  summary?: string
  sections: string[]
  leaveOut: string[]
  mention: string[]
  /** Related documents to quote, as titles, slugs or `slug#heading`. */
  use: string[]
  /** Instructions that a program can't follow: a model gets them, the built-in drafter lists them in one action. */
  rest: string[]
}

/** A section of the outline; `blockId` is its existing heading. */
export type Section = { id: string; heading: string; purpose: string; blockId?: string }
export type Plan = {
  kind: DocumentKind
  language: string
  outline: Section[]
  queries: string[]
  directives: Directives
}

/** Text that a model picked for a section, with the quote that proves it. */
export type Passage = { section: string; text: string; source: Source }

export const STATEMENT_KINDS = ['fact', 'order', 'question', 'talk'] as const
/** `id` is the source's key and the statement's number in it; `use` is null until a person decides. */
export type Statement = StatementPick & {
  source: string
  at: string | null
  speaker: string | null
  text: string
  kind: (typeof STATEMENT_KINDS)[number]
}

export const FATES = ['printed', 'edit', 'held', 'statement', 'left_out', 'repeated', 'asked'] as const
type Fate = (typeof FATES)[number]
/** What became of the characters `from` to `to` of a source. */
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
/** Before an action or a question is saved it has no id: `raised` is its title or body instead. */
export type DraftedEntry = Omit<LedgerEntry, 'action_id' | 'question_id'> & { raised?: string }

/** `passages` are only set by a model. */
export type Extracted = { statements: Statement[]; passages?: Passage[] }

export type NewQuestion = { section: string; body: string }
type ActionKind = 'add_source' | 'verify' | 'resolve_conflict' | 'fix_link' | 'held' | 'instruction' | 'sort' | 'edit'
export type NewAction = {
  kind: ActionKind
  title: string
  body: string
  meta: Record<string, unknown> & { blocking?: boolean }
}
/** In `meta.reason`: the action that says that the built-in drafter replaced a failing model. */
export const MODEL_FALLBACK = 'model_fallback'

type RaisedPoints = { questions: NewQuestion[]; actions: NewAction[] }
export type Drafted = RaisedPoints & { draft: Draft; outcomes: ReplyOutcome[]; ledger: DraftedEntry[] }

/** Saved with the question or action that the reply belongs to. */
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

/** Lets a step stop early (lease lost, job cancelled) and report progress and usage, failed calls included. */
export type StepContext = {
  signal: AbortSignal
  addUsage: (usage: Usage) => void
  /** Usage of the whole job so far, earlier steps and attempts included. */
  used?: () => Usage | null
  /** What the step is doing, and how much of it is done (0–1). */
  report?: (message: string, done: number) => Promise<void>
}

export type Drafter = {
  name: string
  /** Steps take milliseconds, so repeating them after a crash is cheaper than saving each result. */
  instant?: boolean
  plan: (inputs: DraftInputs, context: StepContext) => Promise<Plan>
  extract: (inputs: DraftInputs, plan: Plan, context: StepContext) => Promise<Extracted>
  question: (inputs: DraftInputs, plan: Plan, extracted: Extracted, context: StepContext) => Promise<RaisedPoints>
  draft: (inputs: DraftInputs, plan: Plan, extracted: Extracted, context: StepContext) => Promise<Drafted>
}

/** Says in one sentence what failed, and whether a retry can help. */
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
