// The closed vocabularies of the tables: what a column of text may hold. All but Factor are check constraints as well
// (migrations/), so a word that is new here needs a migration.

import type { Generated } from 'kysely'

export type Role = 'admin' | 'editor' | 'reader'
/** AddressProof is what showed that an address belongs to the person of the account. */
export type AddressProof = 'code' | 'invitation' | 'provider' | 'command' | 'network'
/** Factor is what shows, beside a password or code, that someone is the owner of an account. */
export type Factor = 'totp' | 'passkey' | 'recovery'
/** Visibility is a rule: everyone, everyone with an account, or those who are named. */
export const VISIBILITIES = ['public', 'members', 'restricted'] as const
export type Visibility = (typeof VISIBILITIES)[number]
/** A Bucket is where a document is on its way: what its newest job says, else whether it has content. */
export type Bucket = 'empty' | 'queued' | 'processing' | 'approved' | 'failed'
export const JOB_STATUSES = ['queued', 'processing', 'review', 'approved', 'failed', 'superseded', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
export const STEPS = ['plan', 'extract', 'question', 'draft'] as const
export type Step = (typeof STEPS)[number]
/** RevisionOrigin is how content came to be: by a person, an approved draft, a restore or an import. */
export type RevisionOrigin = 'hand' | 'approval' | 'restore' | 'import'
/** EvidenceOrigin is whose words a block holds; `model` are a drafter's own. */
export type EvidenceOrigin = 'source' | 'notes' | 'answer' | 'human' | 'model'
export type EvidenceKind = 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft' | 'url' | 'text'
/** StaleReason: the quote is no longer in its source, or the source is gone. */
export type StaleReason = 'changed' | 'deleted'
/** PublishingWay is how a text comes to be read: at once, or when it was approved. */
export type PublishingWay = 'direct' | 'review'
export type DraftKind = 'shared' | 'proposal' | 'job'
export type DraftState = 'open' | 'in_review' | 'approved' | 'closed'
export type ProposalState = 'draft' | 'open' | 'approved' | 'rejected' | 'withdrawn' | 'merged'
export type ProcessKind = 'worker' | 'beat'
export type ProcessStatus = 'starting' | 'running' | 'stopping' | 'stopped' | 'crashed'
export type ProcessWish = 'run' | 'stop' | 'restart'
export type ProcessOrigin = 'service' | 'request' | 'command'
/** Flag is a boolean as both engines save it. */
export type Flag = 0 | 1

/** The columns of every table whose rows are tasks (engine/tasks). */
export type TaskColumns = {
  id: Generated<number>
  /** When the task is due; null when nothing is left to do. */
  run_at: number | null
  /** Until when the worker that has claimed it may be silent; null while none has. */
  lease_until: number | null
  /** Claims since the task was started. */
  attempts: Generated<number>
  /** The number of the last claim; it never decreases. */
  fence: Generated<number>
}
