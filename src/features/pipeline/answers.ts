// Replies to an iteration: to its questions and actions, and edits of its draft. They may be repeated, the last one counts;
// closed once the iteration is approved or superseded.

import { changedBlocks } from 'galley-blocks/compare.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { type Actor, hasRole } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Draft, DraftEdit, Provenance, Statement } from '#drafting/contract.ts'
import { decideEdit } from '#drafting/edits.ts'
import type { Tx } from '#engine/db/db.ts'
import { lockJob } from '#engine/queue/decisions.ts'
import { conflict, forbidden, invalidValue, notFound, staleVersion } from '#errors.ts'
import { checkBlocks } from '#features/documents/writing/prepare/prepare.ts'
import { notify } from '#features/inbox/mails.ts'
import { stamp } from '#time.ts'
import { assigned, isAssignedTo } from './assignment.ts'
import { readExtracted } from './content.ts'
import { type Drafts, findDrafts, nextDraft } from './drafts.ts'
import { addEvents, type NewEvent } from './events.ts'
import { pickStatements, picksOf } from './picks.ts'
import { type ActionRow, findActions, updateAction, updateQuestion } from './points-store.ts'
import { presentAction, presentDraft, presentQuestion } from './present.ts'
import type {
  ActionOut,
  AssignIn,
  DraftSetOut,
  DraftSetPayload,
  QuestionOut,
  StatementOut,
  StatementsIn,
} from './schemas.ts'
import * as store from './store.ts'

type AnswerDeps = Pick<Deps, 'db' | 'clock'>

export async function answerQuestion(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  questionId: number,
  answer: string,
): Promise<QuestionOut> {
  if (!hasRole(actor, 'editor')) await refuseUnasked(deps, actor, iterationId, questionId)
  return change(deps, actor, iterationId, async (tx, iteration, now) => {
    const reply = { answer, answered_at: now, answered_by: actor.userId }
    const row = await updateQuestion(tx, iteration.id, questionId, reply)
    if (!row) throw notFound('Question')
    const event: NewEvent = {
      kind: 'question.answered',
      message: `${actor.label} answered: ${row.body}`,
      data: { question_id: row.id, by: actor.userId },
    }
    return { value: presentQuestion(row), events: [event] }
  })
}

/**
 * Without the editor role, people may answer only questions assigned to them; the others are refused without revealing
 * anything.
 */
async function refuseUnasked(deps: AnswerDeps, actor: Actor, iterationId: number, questionId: number): Promise<void> {
  const iteration = await store.findIteration(deps.db.read, iterationId)
  if (!iteration || !(await isAssignedTo(deps.db.read, actor, iteration.document_id, questionId)))
    throw forbidden('Requires the editor role')
}

type AssignedRow = { id: number; assignee_id: number | null }

const assigning =
  <Row extends AssignedRow, Out>(
    kind: 'question' | 'action',
    update: (
      tx: Tx,
      iterationId: number,
      id: number,
      fields: Awaited<ReturnType<typeof assigned>>,
    ) => Promise<Row | undefined>,
    present: (row: Row) => Out,
  ) =>
  (deps: AnswerDeps, actor: Actor, iterationId: number, id: number, input: AssignIn): Promise<Out> =>
    change(deps, actor, iterationId, async (tx, iteration, now) => {
      const fields = await assigned(tx, kind, iteration.document_id, input, now)
      const row = await update(tx, iteration.id, id, fields)
      if (!row) throw notFound(kind === 'question' ? 'Question' : 'Action')
      if (row.assignee_id !== null) await notify(tx, [{ user_id: row.assignee_id, kind, ref_id: id }], now)
      return { value: present(row), events: [] }
    })

export const assignQuestion = assigning('question', updateQuestion, presentQuestion)
export const assignAction = assigning('action', updateAction, presentAction)

export async function listActions(deps: Pick<Deps, 'db'>, actor: Actor, iterationId: number): Promise<ActionOut[]> {
  if (!(await store.findSeenIteration(deps.db.read, actor, iterationId))) throw notFound('Iteration')
  return (await findActions(deps.db.read, [iterationId])).map(presentAction)
}

export async function answerAction(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  actionId: number,
  answer: string,
): Promise<ActionOut> {
  return change(deps, actor, iterationId, async (tx, iteration, now) => {
    const row = await updateAction(tx, iteration.id, actionId, { answer, answered_by: actor.userId })
    if (!row) throw notFound('Action')
    await actOn(tx, iteration, row, answer, { by: actor.userId, at: now })
    const event: NewEvent = {
      kind: 'action.answered',
      message: `${actor.label} answered: ${row.title ?? row.body}`,
      data: { action_id: row.id, by: actor.userId },
    }
    return { value: presentAction(row), events: [event] }
  })
}

/** Answers to `edit` and `sort` take effect at once, without a redraft; the last one counts. */
async function actOn(
  tx: Tx,
  iteration: store.IterationRow,
  row: ActionRow,
  answer: string,
  { by, at }: { by: number | null; at: number },
): Promise<void> {
  if (row.kind !== 'edit' && row.kind !== 'sort') return
  const { edit_id, source } = JSON.parse(row.meta) as { edit_id?: string; source?: string }
  if (row.kind === 'sort') {
    const { statements = [] } = readExtracted(iteration)
    await writePicks(tx, iteration, picksOf(answer, String(source), statements), { by, at })
    return
  }
  const word = answer.trim().toLowerCase()
  const decision =
    word === 'reject'
      ? { id: String(edit_id), state: 'rejected' as const }
      : { id: String(edit_id), state: 'applied' as const, ...(word === 'accept' ? {} : { text: answer }) }
  const drafts = decided(await getDrafts(tx, iteration, 'its edits can only be decided'), [decision])
  const fields = await nextDraft(tx, iteration, drafts, { by, at })
  await store.updateIteration(tx, iteration.id, fields, Math.max(at, iteration.updated_at + 1))
}

type EditDecision = { id: string; state: DraftEdit['state']; text?: string }

/** Applies decisions to both the current draft and the drafter's original, so that they don't look like a person's own words. */
function decided({ draft, drafted }: Drafts, decisions: EditDecision[]): Drafts {
  for (const { id, state, text } of decisions) {
    if (!draft.edits?.some((edit) => edit.id === id)) throw notFound('Edit')
    const after = decideEdit(draft, id, state, text)
    if (!after) throw conflict(`The text that edit ${id} is about was changed by hand; change it in the draft`)
    drafted = decideEdit({ ...drafted, edits: draft.edits }, id, state, text) ?? drafted
    draft = after
  }
  return { draft, drafted }
}

async function getDrafts(tx: Tx, iteration: store.IterationRow, only: string): Promise<Drafts> {
  const drafts = await findDrafts(tx, iteration)
  if (iteration.status === 'review' && drafts) return drafts
  throw conflict(`Iteration ${iteration.id} is ${iteration.status}; ${only} in review`)
}

/** Sets which statements the next draft prints. */
export async function setStatements(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  picks: StatementsIn,
): Promise<StatementOut[]> {
  return change(deps, actor, iterationId, async (tx, iteration, now) => {
    const value = await writePicks(tx, iteration, picks, { by: actor.userId, at: now })
    const event: NewEvent = {
      kind: 'draft.edited',
      message: `${actor.label} sorted statements`,
      data: { statements: picks.length, by: actor.userId },
    }
    return { value, events: [event] }
  })
}

/** Saves picks; a conversation without undecided statements counts as sorted. */
async function writePicks(
  tx: Tx,
  iteration: store.IterationRow,
  picks: StatementsIn,
  { by, at: now }: { by: number | null; at: number },
): Promise<Statement[]> {
  const extracted = readExtracted(iteration)
  const statements = pickStatements(extracted.statements ?? [], picks)
  const sorted_by = [...(extracted.sorted_by ?? []), by]
  const sorted = { ...extracted, statements, sorted_by }
  await store.updateIteration(tx, iteration.id, { extracted: JSON.stringify(sorted) }, now)
  const waiting = new Set(statements.filter(({ use }) => use === null).map(({ source }) => source))
  for (const { id, kind, meta, resolved } of await findActions(tx, [iteration.id])) {
    const isSorted = !waiting.has(String((JSON.parse(meta) as { source?: unknown }).source))
    if (kind === 'sort' && (resolved === 1) !== isSorted)
      await updateAction(tx, iteration.id, id, { resolved: isSorted ? 1 : 0, resolved_at: isSorted ? now : null })
  }
  return statements
}

export async function resolveAction(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  actionId: number,
  resolved: boolean,
): Promise<ActionOut> {
  return change(deps, actor, iterationId, async (tx, iteration, now) => {
    const decided = resolved
      ? { resolved: 1 as const, resolved_at: now, resolved_by: actor.userId }
      : { resolved: 0 as const, resolved_at: null, resolved_by: null }
    const row = await updateAction(tx, iteration.id, actionId, decided)
    if (!row) throw notFound('Action')
    const event: NewEvent = {
      kind: 'action.resolved',
      message: `${actor.label} ${resolved ? 'resolved' : 'reopened'}: ${row.title ?? row.body}`,
      data: { action_id: row.id, resolved, by: actor.userId },
    }
    return { value: presentAction(row), events: [event] }
  })
}

/**
 * Replaces the draft by a person's text; the drafter's original is kept beside it. `expected` is the `updated_at` of the
 * draft that the person read; a newer draft isn't overwritten.
 */
export async function editDraft(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  body: DraftSetPayload,
  expected?: string,
): Promise<DraftSetOut> {
  const { edits: decisions = [] } = body
  if (!body.blocks && decisions.length === 0) throw invalidValue(['body', 'blocks'], 'give blocks or edits', body)
  const given = body.blocks && checkBlocks(body.blocks)
  return change(deps, actor, iterationId, async (tx, iteration, now) => {
    const standing = await getDrafts(tx, iteration, 'its draft can only be edited')
    const current = stamp(iteration.updated_at)
    if (expected !== undefined && expected !== current) throw staleVersion(expected, current)
    // `updated_at` is the draft's version, so two edits within a millisecond must differ.
    const at = Math.max(now, iteration.updated_at + 1)
    const settled = decided(standing, decisions)
    for (const decision of decisions) await answerEdit(tx, iteration.id, decision, actor.userId)
    // A person who sends both wrote the text before making the decisions.
    const before = given ? standing.draft : settled.draft
    const blocks = given ?? before.blocks
    const { edited, added, deleted } = changedBlocks(before.blocks, blocks)
    const draft: Draft = {
      ...before,
      title: body.title ?? before.title,
      summary: body.summary === undefined ? before.summary : body.summary || null,
      blocks,
      provenance: provenanceAfter(before.provenance, blocks, new Set([...edited, ...added])),
    }
    const after = given ? decided({ ...standing, draft }, decisions) : { ...settled, draft }
    await store.updateIteration(tx, iteration.id, await nextDraft(tx, iteration, after, { by: actor.userId, at }), at)
    const fields = (['title', 'summary'] as const).filter((field) => draft[field] !== before[field])
    const event: NewEvent = {
      kind: 'draft.edited',
      message: `${actor.label} edited the draft`,
      data: { edited: edited.size, added: added.size, deleted: deleted.size, fields, by: actor.userId },
    }
    const value: DraftSetOut = {
      iteration_id: iteration.id,
      status: iteration.status,
      draft: presentDraft(after.draft),
      updated_at: stamp(at),
    }
    return { value, events: [event] }
  })
}

/** A decision about an edit also answers its action. */
async function answerEdit(
  tx: Tx,
  iterationId: number,
  { id, state }: EditDecision,
  answered_by: number | null,
): Promise<void> {
  const answers = { applied: 'accept', rejected: 'reject', proposed: null }
  for (const { id: action, kind, meta } of await findActions(tx, [iterationId]))
    if (kind === 'edit' && (JSON.parse(meta) as { edit_id?: unknown }).edit_id === id)
      await updateAction(tx, iterationId, action, { answer: answers[state], answered_by })
}

/** Blocks that a person wrote or changed get that person as their source; the others keep theirs. */
function provenanceAfter(before: Provenance, blocks: Block[], touched: Set<string>): Provenance {
  const after: Provenance = {}
  for (const block of walkBlocks(blocks)) {
    const earlier = before[block.id]
    after[block.id] = earlier && !touched.has(block.id) ? earlier : { origin: 'human', sources: [] }
  }
  return after
}

type ChangeIteration<T> = (
  tx: Tx,
  iteration: store.IterationRow,
  now: number,
) => Promise<{ value: T; events: NewEvent[] }>

/** Wraps every change: locks the job, reads its current state, refuses closed iterations, writes, adds events. */
async function change<T>(deps: AnswerDeps, actor: Actor, iterationId: number, run: ChangeIteration<T>): Promise<T> {
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const iteration = await lockIteration(deps, tx, { actor, id: iterationId }, now)
    if (iteration.status === 'approved' || iteration.status === 'superseded')
      throw conflict(`Iteration ${iteration.id} is ${iteration.status} and can't be changed any more`)
    const { value, events } = await run(tx, iteration, now)
    await addEvents(tx, iteration, events, now)
    return value
  })
}

/**
 * Serialises changes of an iteration's document. Reads twice: first to learn which document to lock, then the state under the
 * lock. Lock order as everywhere: the document's name, then its job.
 */
export async function lockIteration(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  { actor, id }: { actor: Actor; id: number },
  now: number,
) {
  const unlocked = await store.findSeenIteration(tx, actor, id)
  if (!unlocked) throw notFound('Iteration')
  await deps.db.dialect.lock(tx, `document:${unlocked.document_id}`)
  await lockJob(tx, unlocked.job_id, now)
  const iteration = await store.findIteration(tx, id)
  if (!iteration) throw notFound('Iteration')
  return iteration
}
