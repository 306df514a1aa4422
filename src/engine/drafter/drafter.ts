// The drafter's contract: four steps from a document's inputs to a draft with provenance.
// Implementations: builtin.ts (extractive, no network) and llm.ts (a language model). Neither reads the database;
// the pipeline gathers the inputs, runs one step at a time and stores what it returns.
//
// Glossary
//   section   one heading of the outline that the draft will have; two more need no outline: the lead and "See also"
//   passage   a sentence, list or piece of code taken from a source, with the quote that proves it
//   base      the text a draft starts from: the previous draft, or else the document's present blocks
//   source    where a passage stands: a document, the material, the notes, an answer, an action or the previous draft
//   inputs    everything a step may use; the same inputs give the same result with the built-in drafter

import type { Block } from 'galley-blocks/model.ts'
import type { Step } from '../db/tables.ts'

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

export type SourceKind = 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft'

/** `id` is the document's, question's or action's id, the index of the material, or null for notes. */
export type Source = { kind: SourceKind; id: number | null; title: string; quote: string }

/** Whose words a block holds: `model` are the drafter's own, with the built-in one the headings of its templates alone. */
export type Origin = 'model' | 'human' | 'answer' | 'notes' | 'source'
export type Provenance = Record<string, { origin: Origin; sources: Source[] }>

export type Draft = { title: string; summary: string | null; blocks: Block[]; provenance: Provenance }

export type Material = { title: string; text: string; url?: string }
export type Related = { id: number; slug: string; title: string; markdown: string }
export type AnsweredQuestion = { id: number; section: string | null; body: string; answer: string }
export type EarlierAction = {
  id: number
  kind: string
  title: string | null
  body: string
  answer: string | null
  resolved: boolean
  /** What the drafter stored with the action; lets an answer find its section or its link again. */
  meta?: Record<string, unknown>
}

/** PreviousDraft is the iteration before this one; blocks a person edited are kept, deleted ones do not come back. */
export type PreviousDraft = {
  draft: Draft
  editedBlockIds: string[]
  deletedTexts: string[]
  /** True when a person wrote the previous draft's summary: it is then kept like an edited block. */
  summaryEdited?: boolean
}

export type DraftInputs = {
  document: { id: number; title: string; summary: string | null; blocks: Block[]; categoryPath: string[] }
  notes: string
  material: Material[]
  related: Related[]
  previous: PreviousDraft | null
  answers: AnsweredQuestion[]
  actions: EarlierAction[]
  /** Slugs that internal links (`/read/{slug}`) may point to; a link to another one is a `fix_link`. */
  linkExists: (slug: string) => boolean
}

/** LEAD holds what stands before the first heading; SEE_ALSO lists related documents. Neither is part of an outline. */
export const LEAD = 'lead'
export const SEE_ALSO = 'see-also'

/**
 * Section: `source` is where the heading was found (null: a template's heading), `role` is its place in the template
 * (null: none fits), `blockId` the base's heading block, `asked` whether the notes demand it even when it stays empty.
 */
export type Section = {
  id: string
  heading: string
  purpose: string
  keywords: string[]
  role: string | null
  source: Source | null
  blockId?: string
  asked?: boolean
}
export type Plan = { kind: DocumentKind; language: string; outline: Section[]; queries: string[] }

export type PassageForm = 'sentence' | 'list' | 'code' | 'table' | 'quote' | 'heading' | 'other'

/**
 * Passage: passages are listed in the order in which the draft will show them.
 * `text` is Markdown (for code: the code itself), `source.quote` is verbatim. Passages of one `group` were one paragraph
 * or list in their source and stay together; `under` is a sub-heading that they stand under. `blockId` marks a block of
 * the base that is kept, `edit` a sentence in it that a better source replaces (or says elsewhere: `insert` is empty); `also` are sources that say the same.
 */
export type Passage = {
  sectionId: string
  form: PassageForm
  text: string
  language?: string
  score: number
  source: Source
  group: string
  under?: string
  blockId?: string
  edit?: { remove: string; insert: string; source: Source }
  also?: Source[]
}

/** Conflict: two sources that give different figures for the same thing; the draft shows only `kept`. */
export type Conflict = {
  sectionId: string
  kept: { text: string; value: string; source: Source }
  dropped: { text: string; value: string; source: Source }
}
export type Extracted = { passages: Passage[]; conflicts: Conflict[] }

export type NewQuestion = { section: string; body: string }
export type ActionKind = 'add_source' | 'verify' | 'resolve_conflict' | 'fix_link'
export type NewAction = {
  kind: ActionKind
  title: string
  body: string
  meta: Record<string, unknown> & { blocking?: boolean }
}
export type Raised = { questions: NewQuestion[]; actions: NewAction[] }

export type Usage = {
  provider: string
  model: string
  input_tokens: number
  output_tokens: number
  calls: number
  seconds: number
}

/** StepContext lets a step stop early (lease lost, job cancelled) and report what it used, failed calls included. */
export type StepContext = { signal: AbortSignal; addUsage: (usage: Usage) => void }

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
  ) => Promise<{ draft: Draft; actions: NewAction[] }>
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
