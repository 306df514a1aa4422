// What of the pipeline waits for a person, as rows of an inbox.

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Query } from '#engine/db/db.ts'
import type { Addressee } from '#features/inbox/waiting.ts'

/** Points of an iteration that is still open: whoever they are assigned to has them until someone answers. */
const selectPoints = (
  { person: { userId }, readable }: Addressee,
  { kind, from, text, isOpen }: Record<'kind' | 'from' | 'text' | 'isOpen', RawBuilder<unknown>>,
) => sql`
  select ${kind} as kind, points.id as ref_id, points.assigned_at as since, points.due_at,
    documents.id as document_id, documents.title, ${text} as text, cast(null as text) as who, iterations.job_id as place,
    iterations.id as part
  ${from} as points
  join iterations on iterations.id = points.iteration_id
  join documents on documents.id = iterations.document_id
  where points.assignee_id = ${userId} and ${isOpen} and iterations.status in ('processing', 'review') and ${readable}`

export const selectQuestions = (addressee: Addressee) =>
  selectPoints(addressee, {
    kind: sql`'question'`,
    from: sql`from questions`,
    text: sql`points.body`,
    isOpen: sql`points.answer is null`,
  })

export const selectActions = (addressee: Addressee) =>
  selectPoints(addressee, {
    kind: sql`'action'`,
    from: sql`from actions`,
    text: sql`coalesce(points.title, points.body)`,
    isOpen: sql`points.answer is null and points.resolved = 0`,
  })

/** selectOwnJobs: drafts to review, and jobs that failed and that nobody has begun again. */
export const selectOwnJobs = ({ person: { userId }, readable }: Addressee) => sql`
  select case when jobs.status = 'review' then 'draft' else 'failed' end as kind, jobs.id as ref_id,
    jobs.updated_at as since, cast(null as bigint) as due_at, documents.id as document_id, documents.title,
    coalesce(jobs.error, '') as text, cast(null as text) as who, jobs.id as place,
    cast(null as bigint) as part
  from jobs
  join documents on documents.id = jobs.document_id
  where jobs.created_by = ${userId} and jobs.status in ('review', 'failed')
    and not exists (select 1 from jobs as later where later.document_id = jobs.document_id and later.id > jobs.id)
    and ${readable}`

export const isReadable = async (query: Query, readable: Expression<SqlBool>, id: number): Promise<boolean> =>
  (await query.selectFrom('documents').select('id').where('id', '=', id).where(readable).executeTakeFirst()) !==
  undefined
