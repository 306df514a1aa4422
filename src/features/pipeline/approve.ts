// Approval publishes the draft, in one transaction with the bucket and the job's end. Text that people wrote since and that
// the draft lacks, and sources that the document's readers may not read, block the approval until someone has looked.

import { hash } from 'node:crypto'
import { isEquivalent } from 'galley-blocks/compare.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { MODEL_FALLBACK, type Source } from '#drafting/contract.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { whileEditor } from '#features/accounts/users/person.ts'
import { countApproval, draftMerged } from '#features/documents/proposals/drafts.ts'
import { findOpenToReadersOf } from '#features/documents/search/related.ts'
import {
  type DocumentText,
  type DraftText,
  findDraftText,
  findExistingSlugs,
  findTexts,
  publishDraft,
} from '#features/documents/writing/drafts/drafts.ts'
import { isStillReady, makeReady, publishReady, type ReadyText } from '#features/documents/writing/publishing.ts'
import { type DocumentChange, getForChange } from '#features/documents/writing/write.ts'
import { evidenceApproved, holdForApproval } from '#features/evidence/keep.ts'
import { stamp } from '#time.ts'
import { lockIteration } from './answers.ts'
import { citedIn, type Findings, readFindings, readMaterial, readUsage } from './content.ts'
import { addEvents, type NewEvent } from './events.ts'
import { type ActionRow, findActions, findQuestions, insertActions, updateAction } from './points-store.ts'
import type { ApproveOut, Blocker } from './schemas.ts'
import * as store from './store.ts'
import { transition } from './transitions.ts'

/** In `meta.reason`: blocking actions that approval itself raises. */
export const DOCUMENT_CHANGED = 'document_changed'
const SOURCES_CLOSED = 'sources_closed'

export const isRaisedByApproval = (reason: unknown): boolean => reason === DOCUMENT_CHANGED || reason === SOURCES_CLOSED

type ApproveDeps = Pick<Deps, 'db' | 'clock' | 'sandbox' | 'config'>

/**
 * A draft ready to publish; `base` is the text it was made from, `closed` are cited documents that some readers of this one
 * may not read.
 */
type ReadyDraft = { text: ReadyText; base: DraftText | undefined; closed: DocumentText[] }
/** Unanswered questions and unresolved actions: they don't block, but the approver should know. */
type OpenCounts = { questions: number; actions: number }
type Published = { iteration: store.IterationRow; version: number; now: number }
/** With review required, a draft waits until enough people have approved it. */
type ApprovalOutcome = { is: 'approved' | 'waiting'; out: ApproveOut } | { is: 'blocked'; by: Blocker[] }

/** Only a completed approval may be replayed for the same Idempotency-Key. */
export const isApproved = (outcome: ApprovalOutcome | undefined): boolean => outcome?.is === 'approved'

export async function approve(given: ApproveDeps, actor: Actor, iterationId: number): Promise<ApproveOut> {
  const deps = whileEditor(given, actor)
  const outcome = await publishReady(
    deps,
    () => prepareDraft(deps, actor, iterationId),
    (tx, ready) => approveReady(deps, tx, actor, iterationId, ready),
    `Iteration ${iterationId} is being edited; approve it when that is done`,
  )
  if (outcome.is !== 'blocked') return outcome.out
  const [first] = outcome.by
  throw conflict(`Action ${first!.id} blocks approval: ${first!.message}`, { blockers: outcome.by })
}

/** Approves the draft unless it is blocked, or another draft than the prepared one. */
async function approveReady(
  deps: ApproveDeps,
  tx: Tx,
  actor: Actor,
  iterationId: number,
  ready: ReadyDraft | undefined,
): Promise<ApprovalOutcome | undefined> {
  const now = deps.clock.now()
  const iteration = await lockIteration(deps, tx, { actor, id: iterationId }, now)
  if (iteration.status !== 'review' || iteration.draft_id === null)
    throw conflict(`Iteration ${iteration.id} is ${iteration.status}; only one in review can be approved`)
  const findings = readFindings(iteration.findings)
  // Locks the document, so a manual save comes before the comparison below or after the approval, and the sources until the
  // evidence is written.
  await holdForApproval(deps.db.dialect, tx, iteration.document_id, citedIn(findings))
  const { version } = await getForChange(deps, tx, iteration.document_id)
  if (ready?.text.mine.id !== iteration.draft_id || !(await isStillReady(tx, ready.text))) return undefined
  const actions = await findActions(tx, [iteration.id])
  for (const objection of [handChange(iteration, ready, version), closedSources(ready, version)])
    await raise(tx, iteration, actions, objection, now)
  const { blockers, open } = await findOpen(deps, tx, iteration, ready.text, now)
  // Returned, not thrown: an action raised just now has to be committed.
  if (blockers.length > 0) return { is: 'blocked', by: blockers }
  const change = ready.text.change!
  if (change.prepared.has_content === 0)
    throw conflict(`The draft of iteration ${iteration.id} is empty: there is nothing to publish`)

  const draft = { iterationId: iteration.id, text: ready.text.mine, version }
  const proposal = await countApproval(deps, tx, actor, draft)
  if (proposal?.state === 'open')
    return { is: 'waiting', out: { ...presentApproval({ iteration, version, now }, open), ...WAITING, proposal } }
  const isByModel = wroteModel(iteration, actions)
  const published = await publish(deps, tx, iteration, change, { actor, at: now, isByModel })
  if (proposal) await draftMerged(tx, actor, proposal.id, published.version, now)
  await noteEvidence(tx, iteration, findings, { blocks: change.prepared.blocks, by: actor.userId, at: now })
  const out = presentApproval(published, open)
  return { is: 'approved', out: proposal ? { ...out, proposal: { id: proposal.id, state: 'merged' } } : out }
}

async function publish(
  deps: Pick<Deps, 'db' | 'clock'>,
  tx: Tx,
  iteration: store.IterationRow,
  content: DocumentChange,
  approval: { actor: Actor; at: number; isByModel: boolean },
): Promise<Published> {
  const { id, job_id, document_id } = iteration
  const { actor, at: now } = approval
  const version = await publishDraft(deps, tx, document_id, content, approval)
  // The content comes first, because the bucket depends on it.
  await transition(deps, tx, 'approved', { jobId: job_id, actor, version }, now)
  const detail = { iteration_id: id, job_id, version }
  await recordAudit(tx, actor, 'iteration.approved', `document:${document_id}`, detail, now)
  return { iteration, version, now }
}

/** Saves the draft's sources as the document's evidence. */
function noteEvidence(
  tx: Tx,
  { document_id, material }: store.IterationRow,
  findings: Findings,
  approval: { blocks: string; by: number | null; at: number },
): Promise<void> {
  const urls = readMaterial(material).map(({ url }) => url ?? null)
  const withUrl = (source: Source) => ({ ...source, url: source.kind === 'material' ? urls[source.id ?? -1] : null })
  const provenance = Object.fromEntries(
    Object.entries(findings.provenance).map(([block, entry]) => [
      block,
      { ...entry, sources: entry.sources.map(withUrl) },
    ]),
  )
  return evidenceApproved(tx, { id: document_id, provenance, ...approval })
}

/** Calls were made, and the draft isn't the built-in fallback of a failed model. */
const wroteModel = ({ usage }: store.IterationRow, actions: ActionRow[]): boolean =>
  (readUsage(usage)?.calls ?? 0) > 0 &&
  !actions.some(({ meta }) => (JSON.parse(meta) as { reason?: unknown }).reason === MODEL_FALLBACK)

const WAITING = { status: 'review', bucket: 'processing' } as const

const presentApproval = ({ iteration, version, now }: Published, open: OpenCounts): ApproveOut => ({
  iteration_id: iteration.id,
  job_id: iteration.job_id,
  document_id: iteration.document_id,
  status: 'approved',
  bucket: 'approved',
  version,
  open_questions: open.questions,
  open_actions: open.actions,
  approved_at: stamp(now),
})

async function prepareDraft(deps: ApproveDeps, actor: Actor, iterationId: number): Promise<ReadyDraft | undefined> {
  const { read } = deps.db
  const iteration = await store.findIteration(read, iterationId)
  if (iteration?.status !== 'review' || iteration.draft_id === null) return undefined
  const { document_id, draft_id, base_id, findings } = iteration
  const mine = (await findDraftText(read, draft_id))!
  // Text that people wrote since isn't merged: it is raised as an objection and overwritten once someone has looked. Their
  // tags are kept.
  const text = await makeReady(deps, actor, mine, (theirs) => ({ ...theirs, tags: mine.tags }))
  const base = base_id === null ? undefined : await findDraftText(read, base_id)
  return { text, base, closed: await findClosed(deps, document_id, citedIn(readFindings(findings))) }
}

async function findClosed(deps: ApproveDeps, documentId: number, cited: number[]): Promise<DocumentText[]> {
  const open = new Set((await findOpenToReadersOf(deps, documentId, cited)).map(({ id }) => id))
  const closed = cited.filter((id) => id !== documentId && !open.has(id))
  return findTexts(deps.db.read, closed)
}

async function findOpen(deps: ApproveDeps, tx: Tx, iteration: store.IterationRow, { mine }: ReadyText, now: number) {
  const questions = await findQuestions(tx, [iteration.id])
  const actions = (await findActions(tx, [iteration.id])).filter(({ resolved }) => resolved === 0)
  const inTheWay = actions.filter(
    ({ kind, blocking, answer }) =>
      blocking === 1 || (deps.config.verifyBlocks === 'on' && kind === 'verify' && answer === null),
  )
  const mended = await findMendedLinks(tx, mine.blocks, inTheWay)
  for (const { id } of mended) await updateAction(tx, iteration.id, id, { resolved: 1, resolved_at: now })
  const blockers = inTheWay
    .filter((action) => !mended.includes(action))
    .map(({ id, kind, title, body }): Blocker => ({ kind, id, message: title ?? body }))
  const open: OpenCounts = {
    questions: questions.filter(({ answer }) => answer === null).length,
    actions: actions.filter((action) => action.answer === null && !mended.includes(action)).length,
  }
  return { blockers, open }
}

/** A dead link is settled once the draft has lost it or its document exists. */
async function findMendedLinks(tx: Tx, blocks: string, open: ActionRow[]): Promise<ActionRow[]> {
  const links = open
    .filter(({ kind }) => kind === 'fix_link')
    .map((action) => ({ action, meta: JSON.parse(action.meta) as { href?: unknown; slug?: unknown } }))
  const slugs = links.flatMap(({ meta }) => (typeof meta.slug === 'string' ? [meta.slug] : []))
  const existing = await findExistingSlugs(tx, slugs)
  return links
    .filter(
      ({ meta }) =>
        existing.has(String(meta.slug)) ||
        (typeof meta.href === 'string' && !blocks.includes(JSON.stringify(meta.href))),
    )
    .map(({ action }) => action)
}

/** A reason not to approve, and the state that it is about; undefined if there is nothing to object to. */
type Objection = { reason: string; state: string | undefined; title: string; body: string; version: number }

/** People changed the document since the draft's base, and the draft doesn't have those changes. */
function handChange(iteration: store.IterationRow, { text, base }: ReadyDraft, version: number): Objection {
  const { mine, theirs } = text
  const isTakenUp = base !== undefined && saysChanges(mine, base, theirs)
  return {
    reason: DOCUMENT_CHANGED,
    state: isTakenUp ? undefined : fingerprintOf(theirs),
    title: 'The document was changed by hand, and this draft does not have all of it',
    body: `The draft rests on version ${iteration.base_version}, and the document is at version ${version}. Approving replaces what was written since. Add it to the draft, or resolve this action to replace it.`,
    version,
  }
}

/** The draft has every block that `theirs` changed of the base, under any id, in the same order. */
function saysChanges(draft: DraftText, base: DraftText, theirs: DraftText): boolean {
  if (fingerprintOf(base) === fingerprintOf(theirs)) return true
  const isTaken = (part: 'title' | 'summary') => theirs[part] === base[part] || theirs[part] === draft[part]
  if (!isTaken('title') || !isTaken('summary')) return false
  const [drafted, before, after] = [draft, base, theirs].map(({ blocks }) => [...walkBlocks(JSON.parse(blocks))])
  const has = (blocks: Block[], block: Block) => blocks.some((other) => isEquivalent(block, other))
  const written = after!.filter((block) => !has(before!, block))
  const removed = before!.filter((block) => !has(after!, block))
  const orderOf = (blocks: Block[], others: Block[]) =>
    blocks.flatMap(({ id }) => (others.some((other) => other.id === id) ? [id] : [])).join()
  return (
    written.every((block) => has(drafted!, block)) &&
    !removed.some((block) => has(drafted!, block)) &&
    orderOf(after!, drafted!) === orderOf(drafted!, after!)
  )
}

/** Equal texts have equal fingerprints: a state that someone accepted may come back. */
const fingerprintOf = ({ title, summary, blocks }: DraftText): string =>
  hash('sha256', JSON.stringify([title, summary, blocks]), 'base64url').slice(0, 22)

/** A cited document was closed since, or this document was opened to more readers. */
function closedSources({ closed }: ReadyDraft, version: number): Objection {
  return {
    reason: SOURCES_CLOSED,
    state: closed.length === 0 ? undefined : closed.map(({ id }) => id).join(),
    title: 'The draft uses sources that not all of its readers may read',
    body: `${closed.map(({ title }) => `“${title}”`).join(', ')}: not everyone who may read this document may read that. Remove what comes from there, or resolve this action to publish it anyway.`,
    version,
  }
}

/** Raises an objection as a blocking action, once for each state; resolving it accepts that state. */
async function raise(
  tx: Tx,
  iteration: store.IterationRow,
  actions: ActionRow[],
  { reason, state, title, body, version }: Objection,
  now: number,
): Promise<void> {
  const raised = actions
    .map((action) => ({ ...action, about: JSON.parse(action.meta) as Record<string, unknown> }))
    .filter(({ about }) => about.reason === reason)
  const open = raised.find((action) => action.resolved === 0)
  const accepted = raised.some((action) => action.resolved === 1 && action.about.fingerprint === state)
  if (state === undefined || accepted) {
    // The text is back to a state that is no objection, or that was accepted.
    if (open) await updateAction(tx, iteration.id, open.id, { resolved: 1, resolved_at: now })
    return
  }
  const meta = JSON.stringify({ blocking: true, reason, version, fingerprint: state })
  if (open) {
    await updateAction(tx, iteration.id, open.id, { meta })
    return
  }
  const [action] = await insertActions(tx, [
    { iteration_id: iteration.id, kind: 'resolve_conflict', title, body, meta, blocking: 1 },
  ])
  const event: NewEvent = {
    kind: 'action.raised',
    message: title,
    data: { action_id: action!.id, kind: action!.kind },
  }
  await addEvents(tx, iteration, [event], now)
}
