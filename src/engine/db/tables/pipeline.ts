// The tables of drafting. Jobs are written by engine/queue, the others by features/pipeline.

import type { Generated } from 'kysely'
import type { Flag, JobStatus, Step } from '../vocabulary.ts'

export type PipelineTables = {
  jobs: {
    id: Generated<number>
    document_id: number
    parent_job_id: number | null
    queue: Generated<string>
    status: JobStatus
    step: Step | null
    progress: Generated<number>
    priority: Generated<number>
    attempts: Generated<number>
    /** failures (of the drafter) and losses (of the worker) count since the last finished step. */
    failures: Generated<number>
    losses: Generated<number>
    error: string | null
    run_at: number
    /** fence grows with every claim, so that the late write of an earlier worker finds no row. */
    fence: Generated<number>
    worker: string | null
    lease_until: number | null
    created_by: number | null
    created_at: number
    started_at: number | null
    finished_at: number | null
    updated_at: number
  }
  iterations: {
    id: Generated<number>
    job_id: number
    document_id: number
    number: number
    status: JobStatus
    notes: Generated<string>
    instructions: Generated<string>
    material: Generated<string>
    planning: string | null
    extracted: string | null
    /** Revisions: drafted_id is the draft as the drafter wrote it, draft_id what people made of it since. */
    drafted_id: number | null
    draft_id: number | null
    /** findings are what the draft rests on and the edits in it, as JSON; null until there is a draft. */
    findings: string | null
    usage: string | null
    base_version: number
    /** base_id is the revision of the document that the draft was made from; null where that one is gone. */
    base_id: number | null
    created_at: number
    updated_at: number
    approved_at: number | null
    approved_by: number | null
  }
  questions: {
    id: Generated<number>
    iteration_id: number
    section: string | null
    body: string
    /** asked is the body folded, by which the same question is known again; null of questions from before. */
    asked: string | null
    assignee_id: number | null
    assigned_at: number | null
    answer: string | null
    answered_at: number | null
    answered_by: number | null
    outcome: string | null
    outcome_note: string | null
  }
  actions: {
    id: Generated<number>
    iteration_id: number
    kind: string
    title: string | null
    body: string
    meta: Generated<string>
    blocking: Generated<Flag>
    assignee_id: number | null
    assigned_at: number | null
    answer: string | null
    answered_by: Generated<number | null>
    resolved: Generated<Flag>
    resolved_at: number | null
    resolved_by: number | null
    outcome: string | null
    outcome_note: string | null
  }
  events: {
    id: Generated<number>
    job_id: number
    iteration_id: number | null
    kind: string
    message: string
    data: Generated<string>
    created_at: number
  }
}
