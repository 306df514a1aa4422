// What others hear of a written document, in its own transaction: webhooks, and the audit trail for what people did by hand.
// An import and an approval are one entry each, made by whoever runs them. Order among siblings is neither.

import type { Actor } from '#actor.ts'
import type { DocumentAspect } from '#changes.ts'
import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin } from '#engine/db/vocabulary.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { AuditAction } from '#features/accounts/audit/audit-actions.ts'
import { emit, emitWithdrawn } from '#features/webhooks/emit.ts'
import type { StoredDocument } from './store.ts'

/**
 * A Cause says who makes a change, from where, and when. `noted`: whoever asks makes the entry in the audit trail. `reviewed`:
 * who had to approve it did, so that it is no proposal any more.
 */
export type Cause = { actor: Actor; origin: RevisionOrigin; at: number; noted?: true; reviewed?: true }

type ReportedDocument = Pick<StoredDocument, 'id' | 'slug' | 'title' | 'published' | 'published_at'>

/** reportAdded: one that comes back from the trash is noted there. */
export async function reportAdded(tx: Tx, document: ReportedDocument, cause: Cause, isRestored: boolean) {
  const { id: documentId, slug, title, published, published_at } = document
  await emit(tx, isRestored ? 'document.restored' : 'document.created', { documentId }, cause.at)
  if (isRestored) return
  if (published_at !== null) await emit(tx, 'document.published', { documentId }, cause.at)
  await note(tx, cause, 'document.created', documentId, { title, slug, published: published === 1 })
}

/** A ReportedChange is what a document was and is; `access` is the rule that was given with a new visibility or list of people. */
type ReportedChange = {
  before: StoredDocument
  after: StoredDocument
  aspects: ReadonlySet<DocumentAspect>
  access: { list: unknown } | undefined
}

export async function reportChanged(tx: Tx, change: ReportedChange, cause: Cause): Promise<void> {
  await emitChange(tx, change)
  const { before, after, aspects, access } = change
  const { id, title, version } = after
  if (access) {
    const detail = { visibility: after.visibility, access: access.list }
    await recordAudit(tx, cause.actor, 'document.access_changed', `document:${id}`, detail, cause.at)
  }
  const isMoved = aspects.has('category') || aspects.has('slug')
  const changed = [...aspects].filter((aspect) => SAYS.has(aspect))
  if (before.published !== after.published)
    await note(tx, cause, after.published === 1 ? 'document.published' : 'document.unpublished', id, { title, version })
  else if (changed.length > 0) await note(tx, cause, 'document.updated', id, { title, version, changed })
  if (isMoved) await note(tx, cause, 'document.moved', id, { title, ...movement(before, after) })
}

/** SAYS are the aspects of what a document says; the others are where it stands and who may read it. */
const SAYS: ReadonlySet<DocumentAspect> = new Set(['title', 'text', 'written'])

function movement(before: StoredDocument, after: StoredDocument) {
  const from = { slug: before.slug, category_id: before.category_id }
  return { from, to: { slug: after.slug, category_id: after.category_id } }
}

/** noteSavedDraft: a save that stays in the working copy is an edit by hand as well. */
export const noteSavedDraft = (tx: Tx, cause: Cause, id: number, detail: { title: string; draft_version: number }) =>
  note(tx, cause, 'document.draft_saved', id, detail)

async function note(tx: Tx, cause: Cause, action: AuditAction, id: number, detail: Record<string, unknown>) {
  const { actor, origin, at, noted } = cause
  if (noted || origin === 'import' || origin === 'approval') return
  const entry = origin === 'restore' ? { ...detail, origin } : detail
  await recordAudit(tx, actor, action, `document:${id}`, entry, at)
}

/** emitChange: what everyone hears of is the text, the address, and whether it is there to be read at all. */
async function emitChange(tx: Tx, { before, after, aspects }: ReportedChange): Promise<void> {
  const { id: documentId, updated_at: at } = after
  const isSwitched = before.published !== after.published
  const isOther = (aspect: DocumentAspect) =>
    aspect !== 'category' && aspect !== 'slug' && !(aspect === 'audience' && isSwitched)
  if ([...aspects].some(isOther)) await emit(tx, 'document.updated', { documentId }, at)
  if (aspects.has('category') || aspects.has('slug')) {
    const { from } = movement(before, after)
    await emit(tx, 'document.moved', { documentId }, at, { from })
  }
  const [was, is] = [before.published_at !== null, after.published_at !== null]
  if (was !== is) await emit(tx, is ? 'document.published' : 'document.unpublished', { documentId }, at)
  if (aspects.has('audience') || aspects.has('category')) await emitWithdrawn(tx, [{ was: before, is: after }], at)
}
