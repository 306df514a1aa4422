// What people say to an iteration: answers to its questions and actions, and the text of its draft.
// May be repeated, the last one counts; closed once the iteration is approved or superseded.

import { changedBlocks } from 'galley-blocks/compare.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Draft, Provenance } from '#drafting/contract.ts'
import type { Tx } from '#engine/db/db.ts'
import { lockJob } from '#engine/queue/decisions.ts'
import { conflict, notFound, staleVersion } from '#errors.ts'
import { checkBlocks } from '#features/documents/writing/prepare/prepare.ts'
import { stamp } from '#time.ts'
import { readDraft } from './content.ts'
import { addEvents, type NewEvent } from './events.ts'
import { findActions, updateAction, updateQuestion } from './points-store.ts'
import { presentAction, presentQuestion } from './present.ts'
import type { ActionOut, DraftSetOut, DraftSetPayload, QuestionOut } from './schemas.ts'
import * as store from './store.ts'

type AnswerDeps = Pick<Deps, 'db' | 'clock'>

export async function answerQuestion(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  questionId: number,
  answer: string,
): Promise<QuestionOut> {
  return change(deps, iterationId, async (tx, iteration, now) => {
    const said = { answer, answered_at: now, answered_by: actor.userId }
    const row = await updateQuestion(tx, iteration.id, questionId, said)
    if (!row) throw notFound('Question')
    const event: NewEvent = {
      kind: 'question.answered',
      message: `${actor.label} answered: ${row.body}`,
      data: { question_id: row.id, by: actor.userId },
    }
    return { value: presentQuestion(row), events: [event] }
  })
}

export async function listActions(deps: Pick<Deps, 'db'>, iterationId: number): Promise<ActionOut[]> {
  if (!(await store.findIteration(deps.db.read, iterationId))) throw notFound('Iteration')
  return (await findActions(deps.db.read, [iterationId])).map(presentAction)
}

export async function answerAction(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  actionId: number,
  answer: string,
): Promise<ActionOut> {
  return change(deps, iterationId, async (tx, iteration) => {
    const row = await updateAction(tx, iteration.id, actionId, { answer })
    if (!row) throw notFound('Action')
    const event: NewEvent = {
      kind: 'action.answered',
      message: `${actor.label} answered: ${row.title ?? row.body}`,
      data: { action_id: row.id, by: actor.userId },
    }
    return { value: presentAction(row), events: [event] }
  })
}

export async function resolveAction(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  actionId: number,
  resolved: boolean,
): Promise<ActionOut> {
  return change(deps, iterationId, async (tx, iteration, now) => {
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
 * editDraft replaces the draft by a person's text; what the drafter wrote is kept beside it. `expected` is the `updated_at` of
 * the draft that the person read: a newer one is not replaced.
 */
export async function editDraft(
  deps: AnswerDeps,
  actor: Actor,
  iterationId: number,
  body: DraftSetPayload,
  expected?: string,
): Promise<DraftSetOut> {
  const blocks = checkBlocks(body.blocks)
  return change(deps, iterationId, async (tx, iteration, now) => {
    const before = readDraft(iteration.draft)
    if (iteration.status !== 'review' || !before)
      throw conflict(`Iteration ${iteration.id} is ${iteration.status}; its draft can only be edited in review`)
    const current = stamp(iteration.updated_at)
    if (expected !== undefined && expected !== current) throw staleVersion(expected, current)
    // `updated_at` serves as the version of the draft, so two edits within a millisecond must not share one.
    const at = Math.max(now, iteration.updated_at + 1)
    const { edited, added, deleted } = changedBlocks(before.blocks, blocks)
    const draft: Draft = {
      title: body.title ?? before.title,
      summary: body.summary === undefined ? before.summary : body.summary || null,
      blocks,
      provenance: provenanceAfter(before.provenance, blocks, new Set([...edited, ...added])),
    }
    await store.updateIteration(tx, iteration.id, { draft: JSON.stringify(draft) }, at)
    const fields = (['title', 'summary'] as const).filter((field) => draft[field] !== before[field])
    const event: NewEvent = {
      kind: 'draft.edited',
      message: `${actor.label} edited the draft`,
      data: { edited: edited.size, added: added.size, deleted: deleted.size, fields, by: actor.userId },
    }
    const value: DraftSetOut = {
      iteration_id: iteration.id,
      status: iteration.status,
      draft: draft,
      updated_at: stamp(at),
    }
    return { value, events: [event] }
  })
}

/** provenanceAfter: what a person wrote or changed rests on that person, the rest on what it rested on before. */
function provenanceAfter(before: Provenance, blocks: Block[], touched: Set<string>): Provenance {
  const after: Provenance = {}
  for (const block of walkBlocks(blocks)) {
    const known = before[block.id]
    after[block.id] = known && !touched.has(block.id) ? known : { origin: 'human', sources: [] }
  }
  return after
}

type ChangeIteration<T> = (
  tx: Tx,
  iteration: store.IterationRow,
  now: number,
) => Promise<{ value: T; events: NewEvent[] }>

/** change is the frame of all of these: lock the job, read its current state, refuse what is closed, write, add events. */
async function change<T>(deps: AnswerDeps, iterationId: number, run: ChangeIteration<T>): Promise<T> {
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const iteration = await lockIteration(deps, tx, iterationId, now)
    if (iteration.status === 'approved' || iteration.status === 'superseded')
      throw conflict(`Iteration ${iteration.id} is ${iteration.status} and can't be changed any more`)
    const { value, events } = await run(tx, iteration, now)
    await addEvents(tx, iteration, events, now)
    return value
  })
}

/**
 * lockIteration lets one change of an iteration's document happen at a time. It reads twice: first to learn which document to
 * lock, then the state that holds under the lock. Lock order: the document's name, then its job, as everywhere.
 */
export async function lockIteration(deps: Pick<Deps, 'db'>, tx: Tx, id: number, now: number) {
  const known = await store.findIteration(tx, id)
  if (!known) throw notFound('Iteration')
  await deps.db.dialect.lock(tx, `document:${known.document_id}`)
  await lockJob(tx, known.job_id, now)
  const iteration = await store.findIteration(tx, id)
  if (!iteration) throw notFound('Iteration')
  return iteration
}
