// Merging a proposal: publishes its text, merged with newer changes of the document, and carries out its action, in one
// transaction. On a conflict nothing happens, and the error has both texts.

import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { setFront } from '#features/categories/service.ts'
import { changeSources, quotedBy } from '#features/evidence/attach.ts'
import { holdForApproval as holdDocuments } from '#features/evidence/keep.ts'
import { type DeletingDeps, lockForRemoval, removeDocument } from '../history/trash.ts'
import { changePath, changeRedirects } from '../redirects/redirects.ts'
import { findReview, findReviewRule, type ProposedTexts } from '../review/approvals.ts'
import { type ProposedAction, report } from '../review/propose.ts'
import { type ProposalRow, updateProposal } from '../review/store.ts'
import { holdCategory } from '../writing/filing/filing.ts'
import { isStillReady, makeReady, publishReady, type ReadyText } from '../writing/publishing.ts'
import { changeDocument, getForChange } from '../writing/write.ts'
import { getReadable, holdWaiting, stateOfIt } from './access.ts'
import { getProposal, presentProposed, undecidedIn } from './reading.ts'
import type { ProposalDetail } from './schemas.ts'
import type { ProposalDeps } from './service.ts'

type MergeDeps = ProposalDeps & DeletingDeps
type ReadyProposal = { texts: ProposedTexts; ready: ReadyText }

export async function mergeProposal(given: MergeDeps, actor: Person, id: number): Promise<ProposalDetail> {
  const deps = whileEditor(given, actor)
  const before = await getProposal(deps, actor, id)
  try {
    await publishReady(
      deps,
      () => prepareMerge(deps, actor, id),
      (tx, prepared) => mergePrepared(deps, tx, actor, id, prepared),
      `The document of proposal ${id} is being edited; merge it when that is done`,
    )
  } catch (error) {
    if (deps.db.dialect.uniqueViolation(error) !== 'document_rows.slug') throw error
    throw conflict('The proposed slug is taken')
  }
  // A deleted document's proposals are in no list.
  return before.action?.delete === true ? { ...before, state: 'merged' } : getProposal(deps, actor, id)
}

async function prepareMerge(deps: MergeDeps, actor: Person, id: number): Promise<ReadyProposal | undefined> {
  const texts = (await findReview(deps, deps.db.read, await getReadable(deps.db.read, actor, id)))?.texts
  return texts && { texts, ready: await makeReady(deps, actor, texts.mine, () => texts.base) }
}

/** Undefined if the proposal or the document has changed since it was prepared. */
async function mergePrepared(
  deps: MergeDeps,
  tx: Tx,
  actor: Person,
  id: number,
  prepared: ReadyProposal | undefined,
): Promise<number | undefined> {
  const { document_id: documentId, action: asked } = await getReadable(tx, actor, id)
  const action = asked === null ? {} : (JSON.parse(asked) as ProposedAction)
  if (action.delete === true) return mergeDeletion(deps, tx, actor, id, documentId)
  await holdCategory(deps, tx, documentId, action)
  if (action.sources) await holdDocuments(deps.db.dialect, tx, documentId, quotedBy(action.sources))
  await getForChange(deps, tx, documentId, { actor })
  const proposal = await holdWaiting(deps, tx, actor, id)
  const isReviewed = await refuseUnapproved(deps, tx, proposal)
  if (proposal.action !== asked || proposal.revision_id !== prepared?.texts.mine.id) return undefined
  if (proposal.base_id !== prepared.texts.base.id || !(await isStillReady(tx, prepared.ready))) return undefined
  const undecided = undecidedIn(prepared.ready, isReviewed)
  if (undecided.length > 0) throw bothChanged(proposal, prepared, undecided)
  const at = deps.clock.now()
  const version = await publishProposal(deps, tx, actor, proposal, prepared, action, at)
  await noteMerged(tx, actor, proposal, version, at)
  return version
}

async function noteMerged(tx: Tx, actor: Person, proposal: ProposalRow, version: number, at: number): Promise<void> {
  const merged = { state: 'merged', merged_version: version, closed_by: actor.userId, closed_at: at } as const
  await updateProposal(tx, proposal.id, { ...merged, updated_at: at })
  await report(tx, 'proposal.merged', { ...proposal, state: 'merged' }, { actor, at }, { version })
}

/** Deletion takes its own locks, which come before those of other changes. */
async function mergeDeletion(deps: MergeDeps, tx: Tx, actor: Person, id: number, documentId: number): Promise<number> {
  await lockForRemoval(deps, tx, documentId)
  const { version } = await getForChange(deps, tx, documentId, { actor })
  const proposal = await holdWaiting(deps, tx, actor, id)
  await refuseUnapproved(deps, tx, proposal)
  await noteMerged(tx, actor, proposal, version, deps.clock.now())
  await removeDocument(deps, tx, actor, documentId, { isReviewed: true })
  return version
}

/** Returns whether the document is under review. */
async function refuseUnapproved(deps: MergeDeps, tx: Tx, proposal: ProposalRow): Promise<boolean> {
  const { id, state, iteration_id } = proposal
  if (iteration_id !== null) throw conflict(`Proposal ${id} is a draft: approve it at its job`, stateOfIt(proposal))
  const isReviewed = (await findReviewRule(deps, tx, proposal)).publishing === 'review'
  if (state !== 'approved' && !(state === 'open' && !isReviewed))
    throw conflict(`Proposal ${id} is ${state}: it has to be approved first`, stateOfIt(proposal))
  return isReviewed
}

const bothChanged = (proposal: ProposalRow, { texts, ready }: ReadyProposal, conflicts: string[]) =>
  conflict(`Proposal ${proposal.id} and the document changed the same parts: its author has to choose`, {
    ...stateOfIt(proposal),
    conflicts,
    base: presentProposed(texts.base),
    mine: presentProposed(texts.mine),
    theirs: presentProposed(ready.theirs),
  })

async function publishProposal(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Person,
  proposal: ProposalRow,
  { texts, ready }: ReadyProposal,
  action: ProposedAction,
  at: number,
): Promise<number> {
  const { delete: _delete, sources, redirects, front_of, path, ...filing } = action
  const { document_id: id } = proposal
  const cause = { actor, origin: texts.mine.origin, at, reviewed: true } as const
  const { version } = await changeDocument(deps, tx, id, { ...ready.change!, ...filing }, cause)
  if (sources) await changeSources(tx, actor, id, sources, at)
  if (redirects) await changeRedirects(tx, id, redirects, at)
  if (front_of !== undefined) await setFront(tx, id, front_of)
  if (path !== undefined) await changePath(deps, tx, id, path)
  return version
}
