// Queries over pictures and over which documents show them.

import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import type { PictureKind } from '#engine/db/vocabulary.ts'
import { preparedForReaders } from '../access/access.ts'
import { NAMES_PICTURES } from './kinds.ts'

type PictureRow = { kind: PictureKind; size: number }

/** writePicture: one that is there already counts as uploaded now, and keeps its bytes. */
export async function writePicture(tx: Tx, row: Insertable<Tables['pictures']>, pieces: Buffer[]): Promise<void> {
  await tx
    .insertInto('pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ uploaded_at: row.uploaded_at }))
    .execute()
  const kept = tx.selectFrom('picture_pieces').select('number').where('picture', '=', row.key).limit(1)
  if (await kept.executeTakeFirst()) return
  for (const [number, bytes] of pieces.entries())
    await tx.insertInto('picture_pieces').values({ picture: row.key, number, bytes }).execute()
}

export const findPicture = (query: Query, key: string): Promise<PictureRow | undefined> =>
  query.selectFrom('pictures').select(['kind', 'size']).where('key', '=', key).executeTakeFirst()

const selectShown = preparedForReaders<PictureRow, { key: string }>((slot, query, filter) =>
  query
    .selectFrom('picture_uses')
    .innerJoin('documents', 'documents.id', 'picture_uses.document_id')
    .innerJoin('pictures', 'pictures.key', 'picture_uses.picture')
    .select(['pictures.kind', 'pictures.size'])
    .where('picture_uses.picture', '=', slot('key'))
    .where('picture_uses.shown', '=', 1)
    .where(filter)
    .limit(1),
)

/** findShownPicture finds a picture that is shown by some document that the actor may read. */
export const findShownPicture = async (query: Query, actor: Actor, key: string): Promise<PictureRow | undefined> =>
  (await selectShown(query, actor, { key }))[0]

export async function* readPieces(query: Query, key: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = query.selectFrom('picture_pieces').select('bytes').where('picture', '=', key)
    const found = await piece.where('number', '=', number).executeTakeFirst()
    if (!found) return
    yield found.bytes
  }
}

/** writeUses: what is no longer shown stays known for the document's revisions. */
export async function writeUses(
  tx: Tx,
  { forShare }: Pick<Dialect, 'forShare'>,
  documentId: number,
  keys: string[],
): Promise<void> {
  await tx.updateTable('picture_uses').set({ shown: 0 }).where('document_id', '=', documentId).execute()
  for (const some of batchesOf(keys)) {
    // A removal of unshown pictures that runs now comes before this or sees it.
    const held = tx.selectFrom('pictures').select('key').where('key', 'in', some).orderBy('key')
    await held.modifyEnd(sql.raw(forShare)).execute()
    await tx
      .insertInto('picture_uses')
      .values(some.map((picture) => ({ document_id: documentId, picture, shown: 1 as const })))
      .onConflict((conflict) => conflict.columns(['document_id', 'picture']).doUpdateSet({ shown: 1 }))
      .execute()
  }
}

const SHOWN_BY_NONE = sql<SqlBool>`not exists (
  select 1 from picture_uses where picture_uses.picture = pictures.key and picture_uses.shown = 1)`

/** listUnshown are pictures that no document shows, uploaded before a moment. */
export async function listUnshown(query: Query, before: number, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('pictures')
    .select('key')
    .where('uploaded_at', '<', before)
    .where(SHOWN_BY_NONE)
    .orderBy('uploaded_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * textsThatMayBringBack are the contents of the trash and its revisions, and of revisions of documents that showed these
 * pictures.
 */
export async function* textsThatMayBringBack(query: Query, keys: string[]): AsyncGenerator<string> {
  const names = sql.lit(NAMES_PICTURES)
  const trash = (after: number) =>
    sql<SavedText>`select document_id as id, blocks as text from trash where document_id > ${after} and blocks like ${names}`
  const trashRevisions = (after: number) =>
    sql<SavedText>`select id, blocks as text from trash_revisions where id > ${after} and blocks like ${names}`
  yield* pages(query, trash)
  yield* pages(query, trashRevisions)
  for (const some of batchesOf(keys)) {
    const documents = sql`select document_id from picture_uses where picture in (${sql.join(some)})`
    yield* pages(
      query,
      (after) =>
        sql<SavedText>`select id, blocks as text from revisions where id > ${after} and blocks like ${names}
          and document_id in (${documents})`,
    )
  }
}

type SavedText = { id: number; text: string }
const TEXTS_AT_ONCE = 50

async function* pages(
  query: Query,
  textsAfter: (id: number) => ReturnType<typeof sql<SavedText>>,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await sql<SavedText>`${textsAfter(after)} order by id limit ${TEXTS_AT_ONCE}`.execute(query)
    for (const { text } of rows) yield text
    if (rows.length < TEXTS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** deletePictures removes those that no document shows yet and that were not uploaded again meanwhile, and returns how many. */
export async function deletePictures(
  tx: Tx,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  keys: string[],
  before: number,
): Promise<number> {
  const old = tx.selectFrom('pictures').select('key').where('key', 'in', keys).where('uploaded_at', '<', before)
  const held = (await old.orderBy('key').modifyEnd(sql.raw(forUpdate)).execute()).map(({ key }) => key)
  if (held.length === 0) return 0
  const gone = await tx.deleteFrom('pictures').where('key', 'in', held).where(SHOWN_BY_NONE).returning('key').execute()
  if (gone.length > 0) {
    const names = gone.map(({ key }) => key)
    await tx.deleteFrom('picture_uses').where('picture', 'in', names).execute()
  }
  return gone.length
}
