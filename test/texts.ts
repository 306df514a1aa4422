// Published texts for documents that tests insert by hand, where the service would take too long.

import type { Tx } from '#engine/db/db.ts'

type GivenText = { document_id: number; blocks?: string; text?: string; html?: string; version?: number }

export async function insertTexts(tx: Tx, given: readonly GivenText[]): Promise<void> {
  const revisions = given.map(({ document_id, blocks = '[]', version = 1 }) => ({
    document_id,
    version,
    since: version,
    base_version: version - 1,
    title: 't',
    tags: '[]',
    blocks,
    origin: 'hand' as const,
    created_at: 0,
    published_at: 0,
  }))
  const stored = await tx.insertInto('revisions').values(revisions).returning(['id', 'document_id']).execute()
  for (const { id, document_id } of stored)
    await tx.updateTable('document_rows').set({ published_id: id }).where('id', '=', document_id).execute()
  await tx
    .insertInto('texts')
    .values(given.map(({ document_id, text = '', html = '' }) => ({ document_id, text, html })))
    .execute()
}
