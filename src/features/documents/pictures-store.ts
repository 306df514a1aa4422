// Queries over pictures and over which documents show them.

import type { Insertable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Query, Tx } from '../../engine/db/db.ts'
import type { PictureKind, Tables } from '../../engine/db/tables.ts'
import { preparedForReaders } from './access.ts'

type PictureRow = { kind: PictureKind }

export async function insertPicture(tx: Tx, row: Insertable<Tables['pictures']>): Promise<void> {
  await tx
    .insertInto('pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export const findPicture = (query: Query, key: string): Promise<PictureRow | undefined> =>
  query.selectFrom('pictures').select('kind').where('key', '=', key).executeTakeFirst()

const selectShown = preparedForReaders<PictureRow, { key: string }>((slot, query, filter) =>
  query
    .selectFrom('picture_uses')
    .innerJoin('documents', 'documents.id', 'picture_uses.document_id')
    .innerJoin('pictures', 'pictures.key', 'picture_uses.picture')
    .select('pictures.kind')
    .where('picture_uses.picture', '=', slot('key'))
    .where('picture_uses.shown', '=', 1)
    .where(filter)
    .limit(1),
)

/** findShownPicture finds a picture that some document shows which the actor may read. */
export const findShownPicture = async (query: Query, actor: Actor, key: string): Promise<PictureRow | undefined> =>
  (await selectShown(query, actor, { key }))[0]

export const getPictureBytes = async (query: Query, key: string): Promise<Buffer> =>
  (await query.selectFrom('pictures').select('bytes').where('key', '=', key).executeTakeFirstOrThrow()).bytes

/** writeUses: what is no longer shown stays known for the document's revisions; addresses of no picture are left out. */
export async function writeUses(tx: Tx, documentId: number, keys: string[]): Promise<void> {
  await tx.updateTable('picture_uses').set({ shown: 0 }).where('document_id', '=', documentId).execute()
  if (keys.length === 0) return
  const known = await tx.selectFrom('pictures').select('key').where('key', 'in', keys).execute()
  if (known.length === 0) return
  await tx
    .insertInto('picture_uses')
    .values(known.map(({ key }) => ({ document_id: documentId, picture: key, shown: 1 as const })))
    .onConflict((conflict) => conflict.columns(['document_id', 'picture']).doUpdateSet({ shown: 1 }))
    .execute()
}
