// Revisions: what a document said before each change of its content, and the way back to it.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp } from '#time.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type DocumentView, getSaved, requireDocument } from '../reading/reading.ts'
import { findRevisionRow, listRevisionRows, type RevisionRow } from '../revisions-store.ts'
import type { RevisionOut } from '../schemas.ts'
import { prepareContent } from '../writing/prepare/prepare.ts'
import { changeDocument } from '../writing/write.ts'

const presentRevision = (row: RevisionRow): RevisionOut => ({
  id: row.id,
  version: row.version,
  title: row.title,
  origin: row.origin,
  author: presentPerson(row.author_id, row.author_name),
  created_at: stamp(row.created_at),
})

/** listRevisions: the newest first, without their content. */
export async function listRevisions({ db }: Pick<Deps, 'db'>, documentId: number): Promise<RevisionOut[]> {
  await requireDocument(db.read, documentId)
  return (await listRevisionRows(db.read, documentId)).map(presentRevision)
}

export async function getRevision({ db }: Pick<Deps, 'db'>, documentId: number, revisionId: number) {
  const row = await getRow(db.read, documentId, revisionId)
  return { ...presentRevision(row), summary: row.summary, blocks: JSON.parse(row.blocks) as Block[] }
}

async function getRow(query: Query, documentId: number, revisionId: number) {
  await requireDocument(query, documentId)
  const row = await findRevisionRow(query, documentId, revisionId)
  if (!row) throw notFound('Revision')
  return row
}

/** restoreRevision is a change like any other: what it replaces becomes a revision too. */
export async function restoreRevision(
  deps: Pick<Deps, 'db' | 'clock' | 'sandbox'> & { jobs: DocumentJobs },
  actor: Actor,
  documentId: number,
  revisionId: number,
  expected?: number,
): Promise<DocumentView> {
  const { title, summary, blocks, evidence } = await getRow(deps.db.read, documentId, revisionId)
  const prepared = await prepareContent(JSON.parse(blocks) as Block[], { ...deps, actor })
  const { version } = await deps.db.inTransaction((tx) => {
    const cause = { actor, origin: 'restore', at: deps.clock.now() } as const
    return changeDocument(deps, tx, documentId, { title, summary, prepared, evidence }, cause, expected)
  })
  return getSaved(deps, actor, documentId, version)
}
