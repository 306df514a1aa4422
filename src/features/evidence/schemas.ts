// Schemas of evidence.

import { type Static, Type } from 'typebox'
import type { EvidenceKind, EvidenceOrigin, StaleReason } from '#engine/db/vocabulary.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { closed, Id, Nullable, named, Omittable, pageFields, Timestamp } from '#http/atoms.ts'
import { LONGEST_QUOTE, LONGEST_TITLE } from './quotes.ts'

const LONGEST_URL = 2_000
const LONGEST_BLOCK_ID = 200

const KINDS = ['document', 'material', 'notes', 'answer', 'action', 'draft', 'url', 'text'] as const
KINDS satisfies readonly EvidenceKind[]
const ORIGINS = ['source', 'notes', 'answer', 'human', 'model'] as const
ORIGINS satisfies readonly EvidenceOrigin[]
const REASONS = ['changed', 'deleted'] as const
REASONS satisfies readonly StaleReason[]

const Finding = Type.Object({
  reason: closed(REASONS, { description: 'The quote is no longer there, or the source is deleted.' }),
  since: Timestamp,
  nearest: Nullable(Type.String({ description: 'What the source says instead, where something similar was found.' })),
})

export const EvidenceSourceOut = named('EvidenceSourceOut', {
  kind: closed(KINDS),
  hidden: Type.Boolean({ description: 'True: this reader may not see more of it than its kind.' }),
  id: Type.Optional(Nullable(Type.Integer({ description: 'The id of the document, question or action.' }))),
  title: Type.Optional(Type.String()),
  quote: Type.Optional(Nullable(Type.String({ description: 'Null for readers while the source says otherwise.' }))),
  version: Type.Optional(Nullable(Type.Integer({ description: 'The version of the document that was quoted.' }))),
  url: Type.Optional(Nullable(Type.String())),
  key: Type.Optional(Type.Integer({ description: 'Names this source in requests; for editors.' })),
  public: Type.Optional(Type.Boolean({ description: 'An editor shows it to everyone; for editors.' })),
  before: Type.Optional(Type.Boolean({ description: 'The block rested on it before it was rewritten; for editors.' })),
  stale: Type.Optional(Nullable(Finding)),
})
export type EvidenceSourceOut = Static<typeof EvidenceSourceOut>

export const EvidenceBlockOut = named('EvidenceBlockOut', {
  block_id: Type.String(),
  origin: closed(ORIGINS),
  approved_by: MaybePerson,
  approved_at: Nullable(Timestamp),
  checked_at: Type.Optional(Timestamp),
  under_review: Type.Optional(Type.Boolean({ description: 'Something that the block rests on needs a look.' })),
  sources: Type.Array(EvidenceSourceOut),
})
export type EvidenceBlockOut = Static<typeof EvidenceBlockOut>

export const EvidenceOut = named('EvidenceOut', {
  document_id: Id,
  blocks: Type.Array(EvidenceBlockOut),
  proposal: Type.Optional(
    Type.Object(
      { id: Id, state: closed(['draft', 'open', 'approved', 'rejected', 'withdrawn', 'merged']) },
      { description: 'In the response to a change that waits for approval; the rest is what stands.' },
    ),
  ),
})
export type EvidenceOut = Static<typeof EvidenceOut>

export const EvidenceSourceIn = named('EvidenceSourceIn', {
  block_id: Type.String({ minLength: 1, maxLength: LONGEST_BLOCK_ID }),
  kind: closed(['document', 'url', 'text']),
  id: Omittable(Type.Integer({ description: 'The document that is quoted.' })),
  url: Omittable(Type.String({ maxLength: LONGEST_URL, description: 'Where the quoted page is: http or https.' })),
  title: Omittable(Type.String({ minLength: 1, maxLength: LONGEST_TITLE, trim: true })),
  quote: Type.String({ minLength: 1, maxLength: LONGEST_QUOTE, trim: true }),
})
export type EvidenceSourceIn = Static<typeof EvidenceSourceIn>

const StaleReasons = closed([...REASONS, 'age'], {
  description: '`age`: nobody has checked the block for as long as its category asks for (review_after).',
})

export const StaleQuery = Type.Object({
  category_id: Type.Optional(Type.Integer({ description: 'A category, with all below it.' })),
  document_id: Type.Optional(Type.Integer({ description: 'The document whose blocks need a look.' })),
  source_id: Type.Optional(Type.Integer({ description: 'The document that is quoted.' })),
  reason: Type.Optional(StaleReasons),
  age: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 36_500, description: 'Days: only what has needed a look for so long.' }),
  ),
  ...pageFields,
})
export type StaleQuery = Static<typeof StaleQuery>

export const StaleOut = named('StaleOut', {
  key: Nullable(Type.Integer({ description: 'Names the source; null where the reason is age.' })),
  document: Type.Object({ id: Id, slug: Type.String(), title: Type.String(), category_id: Nullable(Id) }),
  block_id: Type.String({ description: 'Empty: all of the page, of which nobody ever checked a block.' }),
  text: Type.String({ description: 'What the block says.' }),
  in_summary: Type.Boolean({
    description: "The document's summary says what was quoted, too; a new wording is taken for both.",
  }),
  reason: StaleReasons,
  since: Timestamp,
  checked_at: Timestamp,
  quote: Nullable(Type.String({ description: 'What the source said.' })),
  nearest: Nullable(Type.String({ description: 'What the source says instead, where something similar was found.' })),
  source: Nullable(
    Type.Object({
      id: Id,
      title: Type.String(),
      slug: Nullable(Type.String({ description: 'Null: the source is deleted.' })),
    }),
  ),
})
export type StaleOut = Static<typeof StaleOut>

const Count = Type.Integer({ minimum: 0 })
export const StalePage = named('StalePage', {
  total: Type.Integer({
    minimum: 0,
    description: 'Counting stops at 10,000 of stale sources, and of blocks that are due.',
  }),
  counts: Type.Object({ changed: Count, deleted: Count, age: Count }),
  items: Type.Array(StaleOut),
})
export type StalePage = Static<typeof StalePage>

const MOST_KEYS = 200
export const StaleKeys = Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST_KEYS })
export const ResolveIn = named('ResolveIn', {
  keys: StaleKeys,
  way: closed(['keep', 'take'], {
    description: '`keep`: mark as checked; `take`: put the new wording in, as a revision.',
  }),
})
export type ResolveIn = Static<typeof ResolveIn>

export const ResolveOut = named('ResolveOut', {
  resolved: Type.Array(Type.Integer()),
  skipped: Type.Array(
    Type.Object({
      key: Type.Integer(),
      reason: closed(['not_stale', 'no_wording', 'edit_by_hand', 'in_the_way'], {
        description:
          'It needs no look any more; the source says nothing similar; the block does not say the quote word for word; the document has changed or has a job.',
      }),
    }),
  ),
  jobs: Type.Array(Type.Object({ document_id: Id, job_id: Id })),
})
export type ResolveOut = Static<typeof ResolveOut>

// ---------------------------------------------------------------- in an exported folder

/** What a block of an exported page rests on; people may have edited it. */
export const ExportedEvidence = Type.Object({
  text: Type.String(),
  origin: closed(ORIGINS),
  approved_at: Nullable(Type.String({ format: 'date-time' })),
  checked_at: Type.String({ format: 'date-time' }),
  sources: Type.Array(
    Type.Object({
      kind: closed(KINDS),
      document: Nullable(Type.String()),
      title: Type.String({ maxLength: LONGEST_TITLE }),
      quote: Type.String({ maxLength: LONGEST_QUOTE }),
      version: Nullable(Type.Integer()),
      url: Nullable(Type.String({ maxLength: LONGEST_URL, pattern: '^(https?://|/)' })),
      public: Type.Boolean(),
      before: Type.Boolean(),
      watched: Type.Boolean(),
    }),
    { maxItems: 100 },
  ),
})
