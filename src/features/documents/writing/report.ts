// Reports a written document in its own transaction: webhooks, and the audit trail for manual changes. Imports and approvals
// write a single entry themselves. The order among siblings isn't reported.

import type { Actor } from '#actor.ts'
import type { Tx } from '#engine/db/db.ts'
import type { RevisionOrigin } from '#engine/db/vocabulary.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { AuditAction } from '#features/accounts/audit/audit-actions.ts'
import { emit, emitWithdrawn } from '#features/webhooks/emit.ts'
import type { StoredDocument } from './store.ts'

/** A DocumentAspect is what a change was about. `text` is blocks, summary and tags; `written` is whether it has any text. */
export type DocumentAspect = 'text' | 'title' | 'slug' | 'category' | 'position' | 'written' | 'audience'

/**
 * Who makes a change, from where, and when. `noted`: the caller writes the audit entry. `reviewed`: it was approved, so it
 * doesn't become a proposal again.
 */
export type Cause = { actor: Actor; origin: RevisionOrigin; at: number; noted?: true; reviewed?: true }

type ReportedDocument = Pick<StoredDocument, 'id' | 'slug' | 'title' | 'published' | 'published_at'>

/** A restored document is recorded by the trash. */
export async function reportAdded(tx: Tx, document: ReportedDocument, cause: Cause, isRestored: boolean) {
  const { id: documentId, slug, title, published, published_at } = document
  await emit(tx, isRestored ? 'document.restored' : 'document.created', { documentId }, cause.at)
  if (isRestored) return
  if (published_at !== null) await emit(tx, 'document.published', { documentId }, cause.at)
  await note(tx, cause, 'document.created', documentId, { title, slug, published: published === 1 })
}

/** A document before and after; `access` is the rule, if visibility or list were given. */
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

/** Aspects of the text; the others are about filing and access. */
const SAYS: ReadonlySet<DocumentAspect> = new Set(['title', 'text', 'written'])

function movement(before: StoredDocument, after: StoredDocument) {
  const from = { slug: before.slug, category_id: before.category_id }
  return { from, to: { slug: after.slug, category_id: after.category_id } }
}

/** Saving a working copy is a manual edit too. */
export const noteSavedDraft = (tx: Tx, cause: Cause, id: number, detail: { title: string; draft_version: number }) =>
  note(tx, cause, 'document.draft_saved', id, detail)

async function note(tx: Tx, cause: Cause, action: AuditAction, id: number, detail: Record<string, unknown>) {
  const { actor, origin, at, noted } = cause
  if (noted || origin === 'import' || origin === 'approval') return
  const entry = origin === 'restore' ? { ...detail, origin } : detail
  await recordAudit(tx, actor, action, `document:${id}`, entry, at)
}

/** Webhooks are sent for changes of text, address and availability. */
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
