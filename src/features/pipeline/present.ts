// Rows of the pipeline as the API shows them: one presenter per resource.

import type { Draft, DraftEdit, Outcome } from '#drafting/contract.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp, stampOrNull } from '#time.ts'
import type { BacklogRow } from './backlog-store.ts'
import { type JsonObject, readUsage } from './content.ts'
import type { EventKind } from './events.ts'
import type { ActionRow, QuestionRow } from './points-store.ts'
import type { ActionOut, BacklogDocOut, EventOut, IterationOut, QuestionOut } from './schemas.ts'
import type { EventRow, IterationRow } from './store.ts'

const presentOutcome = ({ outcome, outcome_note }: Pick<QuestionRow, 'outcome' | 'outcome_note'>) => ({
  outcome: outcome as Outcome | null,
  outcome_note,
})

const presentAssignment = ({ assignee_id, assignee_name }: Pick<QuestionRow, 'assignee_id' | 'assignee_name'>) => ({
  assignee: presentPerson(assignee_id, assignee_name),
})

export const presentQuestion = (row: QuestionRow): QuestionOut => ({
  id: row.id,
  section: row.section,
  body: row.body,
  answer: row.answer,
  answered_at: stampOrNull(row.answered_at),
  ...presentAssignment(row),
  earlier_answer: row.earlier_answer,
  ...presentOutcome(row),
})

export const presentAction = (row: ActionRow): ActionOut => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  meta: JSON.parse(row.meta) as JsonObject,
  answer: row.answer,
  resolved: row.resolved === 1,
  resolved_at: stampOrNull(row.resolved_at),
  ...presentAssignment(row),
  ...presentOutcome(row),
})

export const presentEvent = (row: EventRow): EventOut => ({
  id: row.id,
  job_id: row.job_id,
  iteration_id: row.iteration_id,
  kind: row.kind as EventKind,
  message: row.message,
  data: JSON.parse(row.data) as JsonObject,
  created_at: stamp(row.created_at),
})

export const presentBacklogDoc = (row: BacklogRow): BacklogDocOut => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  category_id: row.category_id,
  category: row.category,
  bucket: row.bucket as BacklogDocOut['bucket'],
  last_job_id: row.last_job_id,
  last_error: row.last_error,
  created_at: stamp(row.created_at),
  updated_at: stamp(row.updated_at),
})

/** Drafts saved before edits existed have none. */
export const presentDraft = (draft: Draft): Draft & { edits: DraftEdit[] } => ({ ...draft, edits: draft.edits ?? [] })

function presentPlanning(json: string, previous: Draft | null): JsonObject {
  const planning = JSON.parse(json) as { inputs: JsonObject }
  return { ...planning, inputs: { ...planning.inputs, previous_draft: previous } }
}

/** `questions` and `actions` are those of the whole job, read in one query each; picks the iteration's own. */
export function presentIteration(
  row: IterationRow & { approver_name: string | null; draft: Draft | null; previous: Draft | null },
  questions: QuestionRow[],
  actions: ActionRow[],
): IterationOut {
  return {
    id: row.id,
    job_id: row.job_id,
    number: row.number,
    status: row.status,
    notes: row.notes,
    instructions: row.instructions,
    planning: row.planning === null ? null : presentPlanning(row.planning, row.previous),
    extracted: row.extracted === null ? null : (JSON.parse(row.extracted) as JsonObject),
    draft: row.draft && presentDraft(row.draft),
    usage: readUsage(row.usage),
    questions: questions.filter((question) => question.iteration_id === row.id).map(presentQuestion),
    actions: actions.filter((action) => action.iteration_id === row.id).map(presentAction),
    created_at: stamp(row.created_at),
    updated_at: stamp(row.updated_at),
    approved_at: stampOrNull(row.approved_at),
    approved_by: presentPerson(row.approved_by, row.approver_name),
  }
}
