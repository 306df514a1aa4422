// Turns a change into a proposal: its text becomes a pending revision, everything else its action. Within the caller's
// transaction, which holds the document's lock.

import { takeIds } from 'galley-blocks/ids.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { ProposalState, RevisionOrigin } from '#engine/db/vocabulary.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { SourceChange } from '#features/evidence/attach.ts'
import { emit } from '#features/webhooks/emit.ts'
import type { WebhookKind } from '#features/webhooks/kinds.ts'
import type { Behind } from '../revisions/behind.ts'
import { isSameText } from '../revisions/merge.ts'
import { findPublished, findRevision, findUnpublishedId, type Revision } from '../revisions/store.ts'
import { type WrittenText, write } from '../revisions/write.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { findReview } from './approvals.ts'
import { findSaveOf, insertProposal, type ProposalRow, updateProposal } from './store.ts'

/** Changes besides the text. */
export type ProposedAction = Partial<
  Pick<DocumentUpdate, 'slug' | 'category_id' | 'visibility' | 'access' | 'published' | 'lang'>
> & {
  delete?: true
  sources?: readonly SourceChange[]
  /** Of old addresses to this page. */
  redirects?: readonly ProposedRedirect[]
  /** The category that it is to stand for; null: none. */
  front_of?: number | null
  /** Its address on sites with addresses by the tree. */
  path?: string
}
export type ProposedRedirect = { from: string; kind?: 'exact' | 'prefix'; status?: number; remove?: boolean }
/** The changed parts; tags and blocks are JSON. `saved` is a revision with exactly this text, `merged` one that it takes up. */
export type ProposedChange = {
  text: Partial<Pick<WrittenText, 'title' | 'summary' | 'tags' | 'blocks'>>
  action: ProposedAction
  saved?: number | undefined
  merged?: number | undefined
}
type ProposedBy = { actor: Actor; origin: RevisionOrigin; at: number }
export type ProposalRef = { id: number; state: ProposalState }

/** Makes a save a proposal, or updates the one of the author's last save; undefined if nothing would change. */
export async function proposeSave(
  tx: Tx,
  document: { id: number; version: number },
  change: ProposedChange,
  by: ProposedBy,
): Promise<ProposalRef | undefined> {
  const own = await findSaveOf(tx, document.id, by.actor.userId)
  if (own) return replaceProposed(tx, own, change, by, 'open')
  const base = (await findPublished(tx, document.id))!
  const proposed = { title: change.text.title ?? base.title, reason: null, state: 'open', by_save: 1 } as const
  return propose(tx, document, base, change, proposed, by)
}

/** Without an author it is by the acting person. */
type ProposedAs = Pick<ProposalRow, 'title' | 'reason' | 'state' | 'by_save'> &
  Partial<Pick<ProposalRow, 'author_id' | 'iteration_id'>>

/** Undefined if nothing would change. */
export async function propose(
  tx: Tx,
  document: { id: number; version: number },
  base: Revision,
  change: ProposedChange,
  as: ProposedAs,
  by: ProposedBy,
): Promise<ProposalRef | undefined> {
  const revision_id = await writeOver(tx, base, base, change, document.version, by)
  const action = actionOf(null, change.action)
  if (revision_id === base.id && action === null) return undefined
  const { actor, at: created_at } = by
  const id = await insertProposal(tx, {
    ...{ document_id: document.id, revision_id, base_id: base.id, action, author_id: actor.userId },
    ...{ created_at, updated_at: created_at, asked_by: JSON.stringify([sentBy(by)]) },
    ...as,
  })
  await report(tx, 'proposal.opened', { id, document_id: document.id, ...as }, by)
  return { id, state: as.state }
}

/** Replaces the text of an open proposal. `wanted` is the state that the author wants; approvals of unchanged parts stay. */
export async function replaceProposed(
  tx: Tx,
  proposal: ProposalRow,
  change: ProposedChange,
  by: ProposedBy,
  wanted: 'draft' | 'open' = proposal.state === 'draft' ? 'draft' : 'open',
  rebased?: Revision,
): Promise<ProposalRef> {
  const over = (await findRevision(tx, proposal.revision_id!))!
  const base = rebased ?? (await findRevision(tx, proposal.base_id!))!
  const action = actionOf(proposal.action, change.action)
  const asked = action === proposal.action ? [] : [sentBy(by)]
  const asked_by = JSON.stringify([...new Set([...askedBy(proposal), ...asked])])
  const revision_id = await writeOver(tx, over, base, change, over.base_version, by, rebased)
  const after = { ...proposal, revision_id, base_id: base.id, action, asked_by }
  const state = wanted === 'draft' ? 'draft' : await stateOf({}, tx, after)
  const isSame = (['revision_id', 'base_id', 'action', 'state'] as const).every(
    (part) => ({ ...after, state })[part] === proposal[part],
  )
  if (!isSame) {
    await updateProposal(tx, proposal.id, { revision_id, base_id: base.id, action, asked_by, state, updated_at: by.at })
    await report(tx, 'proposal.updated', { ...after, state }, by)
  }
  return { id: proposal.id, state }
}

/** Approved if each part has the required approvals. Merging counts again (holdWaiting). */
export const stateOf = async (deps: Partial<Pick<Deps, 'config'>>, tx: Tx, proposal: ProposalRow) =>
  (await findReview(deps, tx, proposal))!.isApproved ? ('approved' as const) : ('open' as const)

const sentBy = ({ actor, origin }: Pick<ProposedBy, 'actor' | 'origin'>): Behind =>
  actor.userId ?? (actor.role === null ? 'visitor' : origin === 'import' ? 'import' : 'network')

const askedBy = ({ action, asked_by, author_id }: ProposalRow): Behind[] =>
  action === null ? [] : asked_by === null ? [author_id ?? 'network'] : (JSON.parse(asked_by) as Behind[])

/** With a new base it is a new revision in any case: whoever sets it decides for the old text over the newer one. */
async function writeOver(
  tx: Tx,
  over: Revision,
  base: Revision,
  { text, saved, merged }: ProposedChange,
  base_version: number,
  by: ProposedBy,
  rebased?: Revision,
): Promise<number> {
  const blocks = text.blocks === undefined ? over.blocks : withIdsOf(over.blocks, withIdsOf(base.blocks, text.blocks))
  const proposed = { ...over, ...text, blocks, reason: null }
  if (isSameText(proposed, over) && !rebased) return over.id
  if (saved !== undefined) return saved
  // What was typed into the document's draft is behind those who typed it, also where somebody else proposes it.
  const taken = merged ?? (await findUnpublishedId(tx, over.document_id)) ?? undefined
  const lineage = { parent: over.id, taken, base: base_version, ...(rebased && { over: rebased }) }
  const sender = sentBy(by)
  const behind = typeof sender === 'number' ? undefined : { '*': [sender] }
  return write(tx, over.document_id, proposed, lineage, { by: by.actor.userId, origin: by.origin, at: by.at, behind })
}

const withIdsOf = (base: string, blocks: string): string =>
  JSON.stringify(takeIds(JSON.parse(base) as Block[], JSON.parse(blocks) as Block[]))

function actionOf(before: string | null, asked: ProposedAction): string | null {
  const had = before === null ? {} : (JSON.parse(before) as ProposedAction)
  const sources = [...(had.sources ?? []), ...(asked.sources ?? [])]
  const again = new Set(asked.redirects?.map(({ from }) => from))
  const redirects = [...(had.redirects ?? []).filter(({ from }) => !again.has(from)), ...(asked.redirects ?? [])]
  const lists = { ...(sources.length > 0 && { sources }), ...(redirects.length > 0 && { redirects }) }
  const action = { ...had, ...asked, ...lists }
  return Object.keys(action).length === 0 ? null : JSON.stringify(action)
}

type ReportedProposal = Pick<ProposalRow, 'id' | 'document_id' | 'title' | 'state'>

/** Messages don't contain the proposal's text, which is for editors alone. */
export async function report(
  tx: Tx,
  kind: Extract<WebhookKind, `proposal.${string}`>,
  { id, document_id, title, state }: ReportedProposal,
  { actor, at }: Pick<ProposedBy, 'actor' | 'at'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await emit(tx, kind, { documentId: document_id }, at, { proposal: { id, state } })
  await recordAudit(tx, actor, kind, `proposal:${id}`, { document_id, title, state, ...detail }, at)
}
