// Creating, changing, discussing, approving, rejecting and withdrawing proposals; publishing is in merge.ts. Lock order: the
// document, then its proposal.

import { type Actor, hasRole, type Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { conflict, forbidden, GalleyError, invalid, invalidValue } from '#errors.ts'
import { areEditors } from '#features/accounts/users/person.ts'
import { categoryExists } from '#features/categories/reading.ts'
import { sayAbout } from '#features/comments/on-proposals.ts'
import { notify } from '#features/inbox/mails.ts'
import { prepareInput } from '../editing/service.ts'
import { checkRedirects } from '../redirects/redirects.ts'
import { findReview, isAdopted, mayApprove, type ProposedTexts } from '../review/approvals.ts'
import {
  type ProposalRef,
  type ProposedAction,
  type ProposedChange,
  propose,
  replaceProposed,
  report,
  stateOf,
} from '../review/propose.ts'
import * as store from '../review/store.ts'
import { changedParts } from '../revisions/parts.ts'
import { findPublished, findRevision, findTextAt, listWriting, type Revision } from '../revisions/store.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { splitChange } from '../writing/held-back.ts'
import { getForChange } from '../writing/write.ts'
import { getReadable, holdWaiting, stateOfIt } from './access.ts'
import { getProposal } from './reading.ts'
import type { ApprovalIn, ProposalCommentIn, ProposalDetail, ProposalIn, ProposalUpdate } from './schemas.ts'

export type ProposalDeps = Deps

export async function createProposal(deps: ProposalDeps, actor: Actor, input: ProposalIn): Promise<ProposalDetail> {
  const { document_id: documentId, base_version, reviewers = [] } = input
  const { read } = deps.db
  const over = () => findBase(read, documentId, base_version)
  const prepared = await prepareChange(deps, actor, input.change, async () => (await over())?.blocks)
  const id = await deps.db.inTransaction(async (tx) => {
    const document = await getForChange(deps, tx, documentId, { actor })
    const base = await getBase(tx, document, base_version)
    const change = await changeOf(deps, tx, actor, documentId, prepared)
    if (input.delete) change.action = { delete: true }
    else Object.assign(change.action, await besides(deps, tx, actor, document, input))
    const { title = change.text.title ?? document.title, reason = null, state = 'open' } = input
    const by = { actor, origin: 'hand', at: deps.clock.now() } as const
    const proposal = await propose(tx, document, base, change, { title, reason, state, by_save: 0 }, by)
    if (!proposal) throw invalidValue(['body', 'change'], 'Nothing would change', null)
    await putReviewers(tx, proposal.id, reviewers)
    await askReviewers(tx, actor, proposal, by.at)
    return proposal.id
  })
  return getProposal(deps, actor, id)
}

export async function updateProposal(
  deps: ProposalDeps,
  actor: Actor,
  id: number,
  input: ProposalUpdate,
): Promise<ProposalDetail> {
  const { document_id: documentId, revision_id } = await getReadable(deps.db.read, actor, id)
  const over = async () => (revision_id === null ? undefined : (await findRevision(deps.db.read, revision_id))?.blocks)
  const prepared = await prepareChange(deps, actor, input.change, over)
  await deps.db.inTransaction(async (tx) => {
    const document = await getForChange(deps, tx, documentId, { actor })
    const proposal = await holdWaiting(deps, tx, actor, id)
    if (proposal.iteration_id !== null) throw conflict(`Proposal ${id} is a draft: change it at its job`)
    if (input.revision_id !== undefined && input.revision_id !== proposal.revision_id)
      throw conflict(`Proposal ${id} was changed since`, { ...stateOfIt(proposal), revision_id: proposal.revision_id })
    const by = { actor, origin: 'hand', at: deps.clock.now() } as const
    const base = input.base_version === undefined ? undefined : await getBase(tx, document, input.base_version)
    const change = await changeOf(deps, tx, actor, documentId, prepared)
    const after = await replaceProposed(tx, proposal, change, by, input.state, base)
    const { title, reason } = input
    const fields = { ...(title !== undefined && { title }), ...(reason !== undefined && { reason }) }
    if (Object.keys(fields).length > 0) await store.updateProposal(tx, id, { ...fields, updated_at: by.at })
    if (input.reviewers) await putReviewers(tx, id, input.reviewers)
    await askReviewers(tx, actor, after, by.at)
  })
  return getProposal(deps, actor, id)
}

/** Redirects to the document, and the category that it is to stand for. */
async function besides(
  deps: ProposalDeps,
  tx: Tx,
  actor: Actor,
  { slug }: { slug: string },
  { redirects, front_of }: ProposalIn,
): Promise<ProposedAction> {
  if (redirects) await checkRedirects(deps, slug, redirects)
  if (front_of != null && !(await categoryExists(tx, actor, front_of)))
    throw invalidValue(['body', 'front_of'], 'there is no such category', front_of)
  return { ...(redirects && { redirects }), ...(front_of !== undefined && { front_of }) }
}

type PreparedChange = Awaited<ReturnType<typeof prepareInput<DocumentUpdate>>>

/** Locates errors under the body's `change`. */
async function prepareChange(
  deps: ProposalDeps,
  actor: Actor,
  change: DocumentUpdate = {},
  over: () => Promise<string | undefined>,
): Promise<PreparedChange> {
  return withinChange(() => prepareInput(deps, actor, change, over))
}

const changeOf = async (
  deps: ProposalDeps,
  tx: Tx,
  actor: Actor,
  documentId: number,
  { prepared, fields }: PreparedChange,
): Promise<ProposedChange> => {
  const document = await getForChange(deps, tx, documentId, { actor })
  const { position: _order, ...given } = fields
  const asked = { ...given, ...(prepared && { prepared }) }
  const { atOnce, change } = await withinChange(() => splitChange(deps, tx, actor, document, asked))
  // Drops what would take effect at once.
  const { position: _position, ...closing } = atOnce
  const isOther = closing.visibility !== undefined && closing.visibility !== document.visibility
  const visibility = isOther ? { visibility: closing.visibility! } : {}
  return { ...change, action: { ...change.action, ...visibility, ...(closing.access && { access: closing.access }) } }
}

async function withinChange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GalleyError) || !Array.isArray(error.detail)) throw error
    throw invalid(error.detail.map((issue) => ({ ...issue, loc: ['body', 'change', ...issue.loc.slice(1)] })))
  }
}

const findBase = (query: Query, documentId: number, version: number | undefined): Promise<Revision | undefined> =>
  version === undefined ? findPublished(query, documentId) : findTextAt(query, documentId, version)

async function getBase(
  tx: Tx,
  { id, version: current }: { id: number; version: number },
  version: number | undefined,
): Promise<Revision> {
  const base = version !== undefined && version > current ? undefined : await findBase(tx, id, version)
  if (!base) throw invalidValue(['body', 'base_version'], `The document has no version ${version}`, version)
  return base
}

async function putReviewers(tx: Tx, id: number, given: number[]): Promise<void> {
  const ids = [...new Set(given)]
  if (!(await areEditors(tx, ids)))
    throw invalidValue(['body', 'reviewers'], 'Only editors can approve: ask those alone', given)
  await store.putReviewers(tx, id, ids)
}

/** Notifies each named reviewer once; not while the proposal is a draft. */
async function askReviewers(tx: Tx, { userId }: Actor, { id, state }: ProposalRef, at: number): Promise<void> {
  if (state === 'draft') return
  const others = (await store.listReviewers(tx, id)).filter((reviewer) => reviewer.id !== userId)
  await notify(
    tx,
    others.map((reviewer) => ({ user_id: reviewer.id, kind: 'proposal', ref_id: id })),
    at,
  )
}

/** May also request changes, which makes the proposal wait for its author. */
export async function comment(
  deps: ProposalDeps,
  actor: Person,
  id: number,
  { request_changes, ...content }: ProposalCommentIn,
): Promise<ProposalDetail> {
  await deps.db.inTransaction(async (tx) => {
    const at = deps.clock.now()
    const shown = request_changes ? await holdWaiting(deps, tx, actor, id) : await getReadable(tx, actor, id)
    const text = shown.revision_id === null ? undefined : await findRevision(tx, shown.revision_id)
    await sayAbout(tx, actor, { ...shown, blocks: text?.blocks ?? '[]' }, content, at)
    if (!request_changes || shown.state === 'draft') return
    await store.updateProposal(tx, id, { state: 'draft', updated_at: at })
    await report(tx, 'proposal.updated', { ...shown, state: 'draft' }, { actor, at }, { changes_requested: true })
  })
  return getProposal(deps, actor, id)
}

/** Approves the parts as they are in the revision that was seen. The last required approval sets the state. */
export async function approve(
  deps: ProposalDeps,
  actor: Person,
  id: number,
  input: ApprovalIn,
): Promise<ProposalDetail> {
  await deps.db.inTransaction(async (tx) => {
    const proposal = await holdWaiting(deps, tx, actor, id)
    if (proposal.state !== 'open') throw conflict(`Proposal ${id} is ${proposal.state}`, stateOfIt(proposal))
    await giveApproval(deps, tx, actor, proposal, input)
  })
  return getProposal(deps, actor, id)
}

/** Returns the proposal's new state. */
export async function giveApproval(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  actor: Person,
  proposal: store.ProposalRow,
  { revision_id, parts: asked }: ApprovalIn,
): Promise<'open' | 'approved'> {
  const { id } = proposal
  const at = deps.clock.now()
  const { texts, partBehind } = (await findReview(deps, tx, proposal))!
  const seen = revision_id === undefined ? texts.mine : await findHad(tx, texts, revision_id)
  if (!seen) throw invalidValue(['body', 'revision_id'], `The proposal has no revision ${revision_id}`, revision_id)
  const parts = changedParts(texts.base, seen, proposal.action).map((part) => ({ ...part, ...partBehind(part.id) }))
  const ids = new Set(parts.map((part) => part.id))
  const unknown = asked?.findIndex((part) => !ids.has(part)) ?? -1
  if (unknown !== -1)
    throw invalidValue(['body', 'parts', unknown], 'The proposal changes no such part', asked![unknown])
  const meant = parts.filter((part) => asked === undefined || asked.includes(part.id))
  // Without parts, everything that others stand behind.
  const approved = meant.filter((part) => mayApprove(part, actor))
  if (approved.length < (asked ? meant.length : Math.min(1, meant.length)))
    throw forbidden('Who stands behind a part can’t approve it')
  const given = approved.map((part) => {
    const adopters = part.byOthers && !isAdopted(part) ? [actor.userId] : []
    return { part: part.id, said: part.said, behind: [...part.behind, ...adopters] }
  })
  await store.putApprovals(tx, { id, userId: actor.userId, at }, given)
  const state = await stateOf(deps, tx, proposal)
  await store.updateProposal(tx, id, { state, updated_at: at })
  const kind = state === 'approved' ? 'proposal.approved' : 'proposal.updated'
  await report(tx, kind, { ...proposal, state }, { actor, at }, { approved_parts: given.length })
  return state
}

/** A revision that the proposal has or had. */
async function findHad(tx: Tx, { base, mine }: ProposedTexts, revisionId: number): Promise<Revision | undefined> {
  const writing = await listWriting(tx, mine.id, base.id)
  return writing.some(({ id }) => id === revisionId) ? findRevision(tx, revisionId) : undefined
}

export const reject = (deps: ProposalDeps, actor: Person, id: number, reason: string | undefined) =>
  close(deps, actor, id, 'rejected', async (tx, proposal) => {
    if (!reason?.trim()) return
    await sayAbout(tx, actor, { ...proposal, blocks: '[]' }, { body: reason }, deps.clock.now())
  })

export const withdraw = (deps: ProposalDeps, actor: Person, id: number) =>
  close(deps, actor, id, 'withdrawn', async (_tx, { author_id }) => {
    if (author_id !== actor.userId && !hasRole(actor, 'admin'))
      throw forbidden('Only its author or an administrator can withdraw a proposal')
  })

async function close(
  deps: ProposalDeps,
  actor: Person,
  id: number,
  state: 'rejected' | 'withdrawn',
  first: (tx: Tx, proposal: store.ProposalRow) => Promise<void>,
): Promise<ProposalDetail> {
  await deps.db.inTransaction(async (tx) => {
    const proposal = await holdWaiting(deps, tx, actor, id)
    await first(tx, proposal)
    const at = deps.clock.now()
    await store.updateProposal(tx, id, { state, closed_by: actor.userId, closed_at: at, updated_at: at })
    await report(tx, `proposal.${state}`, { ...proposal, state }, { actor, at })
  })
  return getProposal(deps, actor, id)
}
