// StatusOut, a job's state. It is here because documents show their newest job, and documents must not import the pipeline.

import { type Static, Type } from 'typebox'
import { JOB_STATUSES, STEPS } from '#engine/db/vocabulary.ts'
import { closed, Id, Nullable, named, Timestamp } from '#http/atoms.ts'

export const StatusOut = named('StatusOut', {
  job_id: Id,
  document_id: Id,
  iteration_id: Nullable(Id),
  status: closed(JOB_STATUSES),
  step: Nullable(closed(STEPS)),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  attempts: Type.Integer({ minimum: 0 }),
  error: Nullable(Type.String()),
  open_questions: Type.Integer({ minimum: 0 }),
  open_actions: Type.Integer({ minimum: 0 }),
  open_held: Type.Integer({
    minimum: 0,
    description: 'Of the open actions, sentences that were left out of the draft.',
  }),
  queue_position: Nullable(Type.Integer({ minimum: 1, description: 'While queued: 1 is the next.' })),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  updated_at: Timestamp,
})
export type StatusOut = Static<typeof StatusOut>
