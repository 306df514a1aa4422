// Queries over uploads and the documents that show them.

import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, edits, seesEverything } from '#actor.ts'
import { batchesOf } from '#engine/db/batches.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { Tables } from '#engine/db/tables.ts'
import { readableBy } from '../access/access.ts'
import { PICTURES_PATH, UPLOAD_PATHS } from './addresses.ts'

type UploadRow = { kind: string; name: string | null; size: number }

/** An existing one counts as uploaded now, and keeps its bytes. */
export async function writeUpload(tx: Tx, row: Insertable<Tables['uploads']>, pieces: Buffer[]): Promise<void> {
  await tx
    .insertInto('uploads')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ uploaded_at: row.uploaded_at }))
    .execute()
  const anyPiece = tx.selectFrom('upload_pieces').select('number').where('upload', '=', row.key).limit(1)
  if (await anyPiece.executeTakeFirst()) return
  for (const [number, bytes] of pieces.entries())
    await tx.insertInto('upload_pieces').values({ upload: row.key, number, bytes }).execute()
}

/** Logo and icon are on every page, so everyone may have them, and maintenance never removes them. */
const IN_BRAND = sql<SqlBool>`exists (
  select 1 from brand where ${sql.lit(PICTURES_PATH)} || uploads.key || '.' || uploads.kind in (logo, logo_dark, icon))`
const SHARED = sql<0 | 1>`case when ${IN_BRAND} then 1 else 0 end`.as('shared')

const SHOWN_BY_NONE = sql<SqlBool>`not exists (
  select 1 from upload_uses where upload_uses.upload = uploads.key and upload_uses.shown = 1)
  and not ${IN_BRAND}`

type FoundUpload = UploadRow & { key: string; shared: 0 | 1 }

/** Uploads of the brand, those shown by a document that the actor may read, and for editors those in no text yet. */
const selectFor = (query: Query, actor: Actor) =>
  query
    .selectFrom('uploads')
    .select(['key', 'kind', 'name', 'size', SHARED])
    .$if(!seesEverything(actor) || actor.within !== undefined, (uploads) =>
      uploads.where(({ or, exists, selectFrom }) =>
        or([
          IN_BRAND,
          ...(edits(actor) && !actor.within ? [SHOWN_BY_NONE] : []),
          exists(
            selectFrom('upload_uses')
              .innerJoin('documents', 'documents.id', 'upload_uses.document_id')
              .select('documents.id')
              .whereRef('upload_uses.upload', '=', 'uploads.key')
              .where('upload_uses.shown', '=', 1)
              .where(readableBy(actor)),
          ),
        ]),
      ),
    )

export const findUpload = (query: Query, actor: Actor, key: string): Promise<FoundUpload | undefined> =>
  selectFor(query, actor).where('key', '=', key).executeTakeFirst()

export async function listUploads(query: Query, actor: Actor, keys: string[]): Promise<FoundUpload[]> {
  const found: FoundUpload[] = []
  for (const some of batchesOf(keys)) found.push(...(await selectFor(query, actor).where('key', 'in', some).execute()))
  return found
}

export async function* readPieces(query: Query, key: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = query.selectFrom('upload_pieces').select('bytes').where('upload', '=', key)
    const found = await piece.where('number', '=', number).executeTakeFirst()
    if (!found) return
    yield found.bytes
  }
}

/** Keeps uploads that are no longer shown, for the document's revisions. */
export async function writeUses(
  tx: Tx,
  { forShare }: Pick<Dialect, 'forShare'>,
  documentId: number,
  keys: string[],
): Promise<void> {
  await tx.updateTable('upload_uses').set({ shown: 0 }).where('document_id', '=', documentId).execute()
  for (const some of batchesOf(keys)) {
    // Serialises with the removal of unused uploads.
    const held = tx.selectFrom('uploads').select('key').where('key', 'in', some).orderBy('key')
    await held.modifyEnd(sql.raw(forShare)).execute()
    await tx
      .insertInto('upload_uses')
      .values(some.map((upload) => ({ document_id: documentId, upload, shown: 1 as const })))
      .onConflict((conflict) => conflict.columns(['document_id', 'upload']).doUpdateSet({ shown: 1 }))
      .execute()
  }
}

/** Locks the upload, so that a concurrent removal comes before or sees what the transaction writes. */
export const findHeldUpload = (
  tx: Tx,
  { forShare }: Pick<Dialect, 'forShare'>,
  key: string,
): Promise<UploadRow | undefined> =>
  tx
    .selectFrom('uploads')
    .select(['kind', 'name', 'size'])
    .where('key', '=', key)
    .modifyEnd(sql.raw(forShare))
    .executeTakeFirst()

/** Uploads shown by no document and uploaded before a time. */
export async function listUnshown(query: Query, before: number, limit: number): Promise<string[]> {
  const rows = await query
    .selectFrom('uploads')
    .select('key')
    .where('uploaded_at', '<', before)
    .where(SHOWN_BY_NONE)
    .orderBy('uploaded_at')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** The text may name uploads. */
const namesUploads = (column: string) =>
  sql<SqlBool>`(${sql.join(
    UPLOAD_PATHS.map((path) => sql`${sql.ref(column)} like ${sql.lit(`%${path}%`)}`),
    sql` or `,
  )})`

/** Unpublished texts, and all revisions of documents that showed these uploads. */
export async function* listTextsNaming(query: Query, keys: string[]): AsyncGenerator<string> {
  const names = namesUploads('blocks')
  const texts = (where: RawBuilder<SqlBool>) => (after: number) =>
    sql<SavedText>`select id, blocks as text from revisions where id > ${after} and ${names} and ${where}`
  yield* pages(query, texts(sql`version is null`))
  for (const some of batchesOf(keys))
    yield* pages(
      query,
      texts(sql`document_id in (select document_id from upload_uses where upload in (${sql.join(some)}))`),
    )
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

/** Deletes those still unused and not uploaded again meanwhile; returns how many. */
export async function deleteUploads(
  tx: Tx,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  keys: string[],
  before: number,
): Promise<number> {
  const old = tx.selectFrom('uploads').select('key').where('key', 'in', keys).where('uploaded_at', '<', before)
  const held = (await old.orderBy('key').modifyEnd(sql.raw(forUpdate)).execute()).map(({ key }) => key)
  if (held.length === 0) return 0
  const gone = await tx.deleteFrom('uploads').where('key', 'in', held).where(SHOWN_BY_NONE).returning('key').execute()
  if (gone.length > 0) {
    const names = gone.map(({ key }) => key)
    await tx.deleteFrom('upload_uses').where('upload', 'in', names).execute()
  }
  return gone.length
}
