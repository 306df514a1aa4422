// Redrafting: a new job and iteration with all inputs of the previous ones. How a draft is made from them is up to the
// drafter.

import { changedBlocks } from 'galley-blocks/compare.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { AnsweredQuestion, EarlierAction, StatementPick } from '#drafting/contract.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { type DocumentText, findIdAt, findText } from '#features/documents/writing/drafts/drafts.ts'
import { lockIteration } from './answers.ts'
import { DOCUMENT_CHANGED, isRaisedByApproval } from './approve.ts'
import * as content from './content.ts'
import { type Drafts, findDrafts, findPrevious } from './drafts.ts'
import { addEvents } from './events.ts'
import { type ActionRow, findActions, findQuestions, type QuestionRow } from './points-store.ts'
import { findRelatedRefs } from './related.ts'
import { DEFAULT_PRIORITY, type RedraftIn, type RedraftOut } from './schemas.ts'
import * as store from './store.ts'
import { transition } from './transitions.ts'

type RedraftDeps = Pick<Deps, 'db' | 'clock'>

const REDRAFTABLE = ['review', 'failed', 'approved']

export async function redraft(
  deps: RedraftDeps,
  actor: Actor,
  iterationId: number,
  body: RedraftIn,
): Promise<RedraftOut> {
  const notes = body.notes ?? ''
  const instructions = body.instructions ?? ''
  const priority = body.priority ?? DEFAULT_PRIORITY
  const related = await findRelatedFor(deps, iterationId, `${notes} ${instructions}`)
  return deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    const previous = await lockRedraftable(deps, tx, { actor, id: iterationId }, now)
    const iteration = await nextIteration(tx, previous, { notes, instructions }, related)
    // First, because a unique index allows one active job per document.
    if (previous.status === 'review') await transition(deps, tx, 'superseded', { jobId: previous.job_id }, now)
    const { document_id: documentId, job_id: previousJobId } = previous
    const jobs = [{ documentId, priority, previousJobId, iteration }]
    const [started] = await transition(deps, tx, 'enqueued', { actor, jobs }, now)
    if (!started) throw conflict(`Document ${documentId} already has a job under way`)
    const { jobId: job_id, iterationId: iteration_id } = started
    const message = `${actor.label} asked for a redraft`
    const data = { job_id, iteration_id, by: actor.userId }
    await addEvents(tx, previous, [{ kind: 'iteration.redrafted', message, data }], now)
    await recordAudit(tx, actor, 'iteration.redrafted', `iteration:${previous.id}`, { job_id }, now)
    return {
      job_id,
      iteration_id,
      document_id: documentId,
      previous_job_id: previousJobId,
      previous_iteration_id: previous.id,
      status: 'queued',
    }
  })
}

async function lockRedraftable(
  deps: RedraftDeps,
  tx: Tx,
  { actor, id }: { actor: Actor; id: number },
  now: number,
): Promise<store.IterationRow> {
  const iteration = await lockIteration(deps, tx, { actor, id }, now)
  const newest = await store.findNewestIterationId(tx, iteration.document_id)
  if (newest !== id) throw conflict(`Iteration ${id} was superseded by iteration ${newest}; redraft that one`)
  if (!REDRAFTABLE.includes(iteration.status))
    throw conflict(`Iteration ${id} is ${iteration.status}; only one in review, failed or approved can be redrafted`)
  return iteration
}

async function nextIteration(
  tx: Tx,
  previous: store.IterationRow,
  given: Pick<content.Inputs, 'notes' | 'instructions'>,
  related: content.RelatedRef[],
): Promise<store.NewIteration> {
  const document = (await findText(tx, previous.document_id))!
  const chain = await chainOf(tx, previous)
  const questions = await findQuestions(tx, chain)
  const all = await findActions(tx, chain)
  const actions = all.filter(({ iteration_id }) => iteration_id === previous.id)
  const drafts = await findDrafts(tx, previous)
  const inputs = carryInputs(previous, carryChanges(previous, drafts, document), questions, all, given)
  const isFirst = !drafts && (await findPrevious(tx, previous)) === null
  const isBegunAnew = isFirst || previous.status === 'approved'
  return {
    number: previous.number + 1,
    ...given,
    material: previous.material,
    planning: JSON.stringify({ inputs }),
    extracted: JSON.stringify({ related }),
    base_version: isBegunAnew ? document.version : previous.base_version,
    base_id: isBegunAnew ? document.published_id : await findBase(tx, previous, actions),
  }
}

/** Runs before the transaction: a search is slow, and on SQLite an open transaction blocks all other writers. */
async function findRelatedFor(deps: RedraftDeps, iterationId: number, asked: string) {
  const previous = await store.findIteration(deps.db.read, iterationId)
  if (!previous) return []
  const planning = content.readPlanning(previous)
  const queries = [...(planning.queries ?? []), asked.slice(0, 200)].filter((query) => query.trim() !== '')
  return findRelatedRefs(deps, previous.document_id, queries, content.citedIn(content.readFindings(previous.findings)))
}

/** The iterations whose replies count: back to the first one, or to the last approved one. */
async function chainOf(tx: Tx, previous: store.IterationRow): Promise<number[]> {
  const chain = [previous.id]
  let row: store.IterationRow | undefined = previous
  while (row && row.status !== 'approved') {
    const before: number | null = content.readPlanning(row).inputs.previous_iteration_id
    row = before === null ? undefined : await store.findIteration(tx, before)
    if (row) chain.push(row.id)
  }
  return chain
}

/** Everything that people provided to earlier iterations. */
function carryInputs(
  previous: store.IterationRow,
  changes: ByPeople,
  questions: QuestionRow[],
  actions: ActionRow[],
  given: Pick<content.Inputs, 'notes' | 'instructions'>,
): content.Inputs {
  const before = content.readPlanning(previous).inputs
  const answered = questions.flatMap(({ id, section, body, answer }): AnsweredQuestion[] =>
    answer === null ? [] : [{ id, section, body, answer }],
  )
  const open = questions.flatMap(({ section, body, answer, iteration_id }) =>
    answer === null && iteration_id === previous.id ? [{ section, body }] : [],
  )
  const decided = actions
    .filter(({ iteration_id, answer, resolved }) => iteration_id === previous.id || answer !== null || resolved === 1)
    .map(readAction)
    .filter((action) => !isRaisedByApproval(action.meta?.reason))
  const isPublished = previous.status === 'approved'
  /** What an approval published is neither read nor followed again. */
  const since = (earlier: string[], last: string) =>
    isPublished ? [] : [...earlier, last].filter((text) => text.trim() !== '')
  const published = (before.published_notes ?? 0) + before.earlier_notes.length + 1
  return {
    ...given,
    earlier_notes: since(before.earlier_notes, before.notes),
    earlier_instructions: since(before.earlier_instructions ?? [], before.instructions ?? ''),
    previous_iteration_id: previous.id,
    ...changes,
    first_iteration_id: before.first_iteration_id ?? previous.id,
    ...(isPublished
      ? { published_notes: published }
      : before.published_notes !== undefined && { published_notes: before.published_notes }),
    ...(!isPublished && before.rewordings && { rewordings: before.rewordings }),
    picks: picksFrom(previous, before.picks ?? []),
    sorted_by: [...(before.sorted_by ?? []), ...(content.readExtracted(previous).sorted_by ?? [])],
    answers: answered,
    open_questions: open,
    actions: decided,
  }
}

/** What was picked of the statements of all conversations. */
function picksFrom(previous: store.IterationRow, before: StatementPick[]): StatementPick[] {
  const { statements = [] } = content.readExtracted(previous)
  const picks = statements.map(({ id, use, section }) => ({ id, use, section }))
  return picks.length > 0 ? picks.filter(({ use, section }) => use !== null || section !== null) : before
}

const readAction = ({ id, kind, title, body, answer, resolved, meta }: ActionRow): EarlierAction => ({
  id,
  kind,
  title,
  body,
  answer,
  resolved: resolved === 1,
  meta: JSON.parse(meta) as content.JsonObject,
})

/** What people changed in drafts since the last approval. */
type ByPeople = Pick<content.Inputs, 'edited_block_ids' | 'deleted_texts' | 'summary_edited'>

/**
 * A failed iteration passes on its own inputs. After an approval the document is the draft, and text that people wrote into
 * it since is kept like an edited draft.
 */
function carryChanges(previous: store.IterationRow, drafts: Drafts | undefined, document: DocumentText): ByPeople {
  const { edited_block_ids, deleted_texts, summary_edited } = content.readPlanning(previous).inputs
  if (!drafts) return { edited_block_ids, deleted_texts, summary_edited }
  const { draft, drafted } = drafts
  const current =
    previous.status === 'approved'
      ? { summary: document.summary, blocks: JSON.parse(document.blocks) as Block[] }
      : draft
  const changes = changedBlocks(drafted.blocks, current.blocks)
  const deleted: string[] = []
  // The old wording of a rewritten block must not come back, like a deleted one.
  for (const block of walkBlocks(drafted.blocks))
    if (changes.deleted.has(block.id) || changes.edited.has(block.id)) deleted.push(blockText(block))
  return {
    edited_block_ids: [...changes.edited, ...changes.added],
    deleted_texts: [...deleted_texts, ...deleted.filter((text) => text.trim() !== '')],
    summary_edited: summary_edited || current.summary !== drafted.summary,
  }
}

/**
 * A redraft of an unpublished draft keeps the chain's base, so that manual changes since are still found at approval, unless
 * someone has already accepted overwriting them.
 */
async function findBase(tx: Tx, previous: store.IterationRow, actions: ActionRow[]): Promise<number | null> {
  const accepted = actions
    .filter((action) => action.resolved === 1)
    .map((action) => JSON.parse(action.meta) as content.JsonObject)
    .findLast((meta) => meta.reason === DOCUMENT_CHANGED)
  if (typeof accepted?.version !== 'number') return previous.base_id
  return (await findIdAt(tx, previous.document_id, accepted.version)) ?? previous.base_id
}
