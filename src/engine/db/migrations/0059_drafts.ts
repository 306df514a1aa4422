// The drafts of jobs are revisions, too: an iteration names the text that it began from, the one that the drafter wrote and the
// one that people made of it. What is no text (which blocks rest on what, edits) stays in the iteration.

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MigrationSteps } from '../migration.ts'
import type { Tx } from '../tx.ts'

const NAMES = ['draft_id', 'drafted_id', 'base_id'] as const

export default {
  phase: 'contract',
  copies: true,
  statements: () => [
    'alter table revisions add column iteration_id bigint',
    // The constraint that review and approval need a draft goes along with the name.
    'alter table iterations rename column draft to findings',
    'alter table iterations add column draft_id bigint references revisions (id)',
    'alter table iterations add column base_id bigint references revisions (id)',
  ],
  batches: [
    { from: 'iterations', move: (tx, ids) => eachIteration(tx, ids, moveDraft) },
    {
      begin: `alter table iterations add column drafted_id bigint references revisions (id)
        check ((draft_id is null or findings is not null) and (draft_id is not null or status <> 'review'))`,
      from: 'iterations',
      move: (tx, ids) => eachIteration(tx, ids, moveOrigins),
    },
  ],
  finish: async (tx) => {
    for (const column of ['drafted', 'base_fingerprint'])
      await sql`alter table iterations drop column ${sql.id(column)}`.execute(tx)
    for (const column of NAMES)
      await sql`create index ${sql.id(`iterations_${column}`)} on iterations (${sql.id(column)})
        where ${sql.id(column)} is not null`.execute(tx)
  },
} satisfies MigrationSteps

type Words = { title: string; summary: string | null; blocks: string }
type FormerDraft = { title: string; summary: string | null; blocks: unknown[]; provenance: object; edits?: object[] }
type FormerIteration = {
  id: number
  document_id: number
  status: string
  planning: string | null
  findings: string | null
  drafted: string | null
  draft_id: number | null
  base_version: number
  base_fingerprint: string
  updated_at: number
}

type MoveIteration = (tx: Tx, row: FormerIteration) => Promise<void>

async function eachIteration(tx: Tx, ids: number[], move: MoveIteration): Promise<void> {
  const { rows } = await sql<FormerIteration>`select * from iterations
    where id in (${sql.join(ids)}) order by id`.execute(tx)
  for (const row of rows) await move(tx, row)
}

const wordsOf = ({ title, summary, blocks }: FormerDraft): Words => ({ title, summary, blocks: JSON.stringify(blocks) })

/** moveDraft: a draft that was approved is a revision already. */
async function moveDraft(tx: Tx, row: FormerIteration): Promise<void> {
  if (row.findings === null) return
  const draft = JSON.parse(row.findings) as FormerDraft
  const { title, summary, blocks } = wordsOf(draft)
  const { rows } = await sql<{ id: number }>`select id from revisions where document_id = ${row.document_id}
    and origin = 'approval' and title = ${title} and coalesce(summary, '') = ${summary ?? ''} and blocks = ${blocks}
    and version is not null order by version limit 1`.execute(tx)
  const isApproved = row.status === 'approved' && rows[0] !== undefined
  const id = isApproved ? rows[0]!.id : await insertRevision(tx, row, { title, summary, blocks })
  const findings = JSON.stringify({ provenance: draft.provenance, edits: draft.edits })
  await sql`update iterations set draft_id = ${id}, findings = ${findings} where id = ${row.id}`.execute(tx)
}

/** moveOrigins comes when every draft is a revision: a redraft has the one before it no longer in its plan. */
async function moveOrigins(tx: Tx, row: FormerIteration): Promise<void> {
  const { previous, planning } = withoutPrevious(row.planning)
  const base = (await findBase(tx, row)) ?? (previous && (await isOfApproved(tx, row)))
  const base_id = typeof base === 'number' ? base : base ? await insertRevision(tx, row, wordsOf(previous!)) : null
  await sql`update iterations set base_id = ${base_id}, drafted_id = ${await draftedOf(tx, row)},
    planning = ${planning} where id = ${row.id}`.execute(tx)
}

async function draftedOf(tx: Tx, row: FormerIteration): Promise<number | null> {
  if (row.draft_id === null || row.drafted === null) return row.draft_id
  const drafted = wordsOf(JSON.parse(row.drafted) as FormerDraft)
  const { rows } = await sql<Words>`select title, summary, blocks from revisions where id = ${row.draft_id}`.execute(tx)
  const isUntouched = fingerprintOf(rows[0]!) === fingerprintOf(drafted)
  return isUntouched ? row.draft_id : insertRevision(tx, row, drafted)
}

function withoutPrevious(json: string | null): { previous: FormerDraft | null; planning: string | null } {
  if (json === null) return { previous: null, planning: null }
  const { inputs, ...plan } = JSON.parse(json) as { inputs?: { previous_draft?: FormerDraft | null } }
  if (!inputs) return { previous: null, planning: json }
  const { previous_draft: previous = null, ...rest } = inputs
  return { previous, planning: JSON.stringify({ inputs: rest, ...plan }) }
}

/** isOfApproved: the draft before this one was approved, so what this one goes on from is what the document said then. */
async function isOfApproved(tx: Tx, row: FormerIteration): Promise<boolean> {
  for (let planning = row.planning; planning !== null; ) {
    const { inputs } = JSON.parse(planning) as { inputs?: { previous_iteration_id?: number | null } }
    const { rows } = await sql<FormerIteration>`select * from iterations
      where id = ${inputs?.previous_iteration_id ?? null}`.execute(tx)
    if (rows[0] === undefined || rows[0].findings !== null) return rows[0]?.status === 'approved'
    planning = rows[0].planning
  }
  return false
}

/** findBase is the revision with the fingerprint; undefined where it was forgotten, and the document counts as changed since. */
async function findBase(tx: Tx, row: FormerIteration): Promise<number | undefined> {
  const { rows } = await sql<Words & { id: number }>`select id, title, summary, blocks from revisions
    where document_id = ${row.document_id} and version is not null
    order by case when version <= ${row.base_version} then 0 else 1 end, version desc`.execute(tx)
  return rows.find((text) => fingerprintOf(text) === row.base_fingerprint)?.id
}

const fingerprintOf = ({ title, summary, blocks }: Words): string =>
  hash('sha256', JSON.stringify([title, summary, blocks]), 'base64url').slice(0, 22)

async function insertRevision(tx: Tx, row: FormerIteration, { title, summary, blocks }: Words): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into revisions (document_id, parent_id, base_version, iteration_id, title, summary, tags, lang, origin,
      created_at, blocks)
    select heads.document_id, heads.published_id, cast(${row.base_version} as integer), cast(${row.id} as bigint),
      cast(${title} as text), cast(${summary} as text), published.tags, published.lang, 'approval',
      cast(${row.updated_at} as bigint), cast(${blocks} as text)
    from heads join revisions as published on published.id = heads.published_id
    where heads.document_id = ${row.document_id} returning id`.execute(tx)
  return rows[0]!.id
}
