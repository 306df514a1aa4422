// The pipeline's rows of a person's inbox.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import type { Addressee, WaitingPart } from '#features/inbox/waiting.ts'

/** Points of open iterations, until someone answers. */
const selectPoints = (
  { person: { userId }, readable }: Addressee,
  kind: 'question' | 'action',
  { from, text, isOpen }: Record<'from' | 'text' | 'isOpen', RawBuilder<unknown>>,
): WaitingPart => ({
  kinds: [kind],
  ref_id: sql`points.id`,
  since: sql`points.assigned_at`,
  document_id: sql`documents.id`,
  text,
  place: sql`iterations.job_id`,
  part: sql`iterations.id`,
  from: sql`${from} as points
    join iterations on iterations.id = points.iteration_id
    join documents on documents.id = iterations.document_id`,
  where: sql`points.assignee_id = ${userId} and ${isOpen} and iterations.status in ('processing', 'review') and ${readable}`,
})

export const selectQuestions = (addressee: Addressee) =>
  selectPoints(addressee, 'question', {
    from: sql`questions`,
    text: sql`points.body`,
    isOpen: sql`points.answer is null`,
  })

export const selectActions = (addressee: Addressee) =>
  selectPoints(addressee, 'action', {
    from: sql`actions`,
    text: sql`coalesce(points.title, points.body)`,
    isOpen: sql`points.answer is null and points.resolved = 0`,
  })

/** Drafts to review, and failed jobs that nobody has restarted. */
export const selectOwnJobs = ({ person: { userId }, readable }: Addressee): WaitingPart => ({
  kinds: ['draft', 'failed'],
  kind: sql`case when jobs.status = 'review' then 'draft' else 'failed' end`,
  ref_id: sql`jobs.id`,
  since: sql`jobs.updated_at`,
  document_id: sql`documents.id`,
  text: sql`coalesce(jobs.error, '')`,
  place: sql`jobs.id`,
  from: sql`jobs join documents on documents.id = jobs.document_id`,
  where: sql`jobs.created_by = ${userId} and jobs.status in ('review', 'failed')
    and not exists (select 1 from jobs as later where later.document_id = jobs.document_id and later.id > jobs.id)
    and ${readable}`,
})

export const isReadable = async (query: Query, readable: Expression<SqlBool>, id: number): Promise<boolean> =>
  (await query.selectFrom('documents').select('id').where('id', '=', id).where(readable).executeTakeFirst()) !==
  undefined
