// The tables of what published blocks rest on. Written by features/evidence.

import type { Generated } from 'kysely'
import type { EvidenceKind, EvidenceOrigin, Flag, StaleReason } from '../vocabulary.ts'

export type EvidenceTables = {
  /** What a published block rests on. A block that a person wrote and nobody gave a source has no row. */
  evidence: {
    document_id: number
    block_id: string
    origin: EvidenceOrigin
    approved_by: number | null
    approved_at: number | null
    checked_at: number
  }
  evidence_sources: {
    id: Generated<number>
    document_id: number
    block_id: string
    kind: EvidenceKind
    /** source_id is a document's id where the kind is document; that document may be gone. */
    source_id: number | null
    title: string
    quote: string
    version: number | null
    url: string | null
    /** is_public: an editor shows it to everyone, although its kind is for editors. */
    is_public: Generated<Flag>
    /** is_before: a source of the block's former wording. */
    is_before: Generated<Flag>
    /** is_watched: the block says what it quoted; of what it rested on before, as long as its words are still there. */
    is_watched: Generated<Flag>
    /** missing: what became of the quote, also when someone has accepted that; `nearest` is what its source says instead. */
    missing: StaleReason | null
    nearest: string | null
    /** reason is null where nothing needs a look. */
    reason: StaleReason | null
    stale_since: number | null
  }
}
