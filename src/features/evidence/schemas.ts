// Evidence as JSON: what comes in and what goes out.

import { type Static, Type } from 'typebox'
import type { EvidenceKind, EvidenceOrigin, StaleReason } from '#engine/db/vocabulary.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { closed, Id, Nullable, Omittable, Timestamp } from '#http/atoms.ts'

export const LONGEST_QUOTE = 2_000
export const LONGEST_TITLE = 300
const LONGEST_URL = 2_000
const LONGEST_BLOCK_ID = 200

const KINDS = ['document', 'material', 'notes', 'answer', 'action', 'draft', 'url', 'text'] as const
KINDS satisfies readonly EvidenceKind[]
const ORIGINS = ['source', 'notes', 'answer', 'human', 'model'] as const
ORIGINS satisfies readonly EvidenceOrigin[]
const REASONS = ['changed', 'deleted', 'closed'] as const
REASONS satisfies readonly StaleReason[]

const Finding = Type.Object({
  reason: closed(REASONS, {
    description: 'The quote is no longer there, the source is deleted, or not every reader may read it any more.',
  }),
  since: Timestamp,
  nearest: Nullable(Type.String({ description: 'What the source says instead, where something is alike.' })),
})

export const EvidenceSourceOut = Type.Object(
  {
    kind: closed(KINDS),
    hidden: Type.Boolean({ description: 'True: this reader may not see more of it than its kind.' }),
    id: Type.Optional(Nullable(Type.Integer({ description: 'The id of the document, question or action.' }))),
    title: Type.Optional(Type.String()),
    quote: Type.Optional(Nullable(Type.String({ description: 'Null for readers while the source says otherwise.' }))),
    version: Type.Optional(Nullable(Type.Integer({ description: 'The version of the document that was quoted.' }))),
    url: Type.Optional(Nullable(Type.String())),
    key: Type.Optional(Type.Integer({ description: 'Names this source in requests; for editors.' })),
    public: Type.Optional(Type.Boolean({ description: 'An editor shows it to everyone; for editors.' })),
    before: Type.Optional(
      Type.Boolean({ description: 'The block rested on it before it was rewritten; for editors.' }),
    ),
    stale: Type.Optional(Nullable(Finding)),
  },
  { $id: 'EvidenceSourceOut' },
)
export type EvidenceSourceOut = Static<typeof EvidenceSourceOut>

export const EvidenceBlockOut = Type.Object(
  {
    block_id: Type.String(),
    origin: closed(ORIGINS),
    approved_by: MaybePerson,
    approved_at: Nullable(Timestamp),
    checked_at: Type.Optional(Timestamp),
    under_review: Type.Optional(Type.Boolean({ description: 'Something that the block rests on needs a look.' })),
    sources: Type.Array(EvidenceSourceOut),
  },
  { $id: 'EvidenceBlockOut' },
)
export type EvidenceBlockOut = Static<typeof EvidenceBlockOut>

export const EvidenceOut = Type.Object(
  { document_id: Id, blocks: Type.Array(EvidenceBlockOut) },
  { $id: 'EvidenceOut' },
)
export type EvidenceOut = Static<typeof EvidenceOut>

export const EvidenceSourceIn = Type.Object(
  {
    block_id: Type.String({ minLength: 1, maxLength: LONGEST_BLOCK_ID }),
    kind: closed(['document', 'url', 'text']),
    id: Omittable(Type.Integer({ description: 'The document that is quoted.' })),
    url: Omittable(Type.String({ maxLength: LONGEST_URL, description: 'Where the quoted page is: http or https.' })),
    title: Omittable(Type.String({ minLength: 1, maxLength: LONGEST_TITLE, trim: true })),
    quote: Type.String({ minLength: 1, maxLength: LONGEST_QUOTE, trim: true }),
  },
  { $id: 'EvidenceSourceIn' },
)
export type EvidenceSourceIn = Static<typeof EvidenceSourceIn>
