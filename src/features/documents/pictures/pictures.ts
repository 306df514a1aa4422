// Pictures: kept in the database beside the documents, once however often they are uploaded. A picture has no rules of its
// own: whoever may read a document that shows it may see it, and editors see all.

import { hash } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import { type Actor, seesEverything } from '#actor.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { decodedPart } from '#blocks/urls.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { PictureKind } from '#engine/db/vocabulary.ts'
import { invalidValue, notFound } from '#errors.ts'
import type { PictureOut } from '../schemas.ts'
import { kindOf, PICTURE_ENDINGS, PICTURE_TYPES, PICTURES_PATH } from './kinds.ts'
import * as store from './store.ts'

export const LARGEST_PICTURE = 10 * 1024 * 1024
const PIECE_BYTES = 256 * 1024
const KEY_LENGTH = 32
const NAME = new RegExp(`^([0-9a-f]{${KEY_LENGTH}})\\.(?:${PICTURE_ENDINGS})$`)

/** pictureNameOf is the last part of a picture's address, and its file's name in an exported folder. */
const pictureNameOf = (key: string, kind: PictureKind): string => `${key}.${kind}`
const keyOf = (name: string): string | undefined => NAME.exec(name)?.[1]

/** keepPicture saves a picture once; uploading it again gives the same response. */
export async function keepPicture(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  bytes: Buffer,
): Promise<PictureOut> {
  const { key, kind, ...picture } = pictureOf(bytes)
  const row = { key, kind, size: bytes.length, uploaded_by: actor.userId, uploaded_at: clock.now() }
  await db.inTransaction((tx) => store.writePicture(tx, row, piecesOf(bytes)))
  return picture
}

/** pictureOf is what bytes are as a picture, before it is saved. */
export function pictureOf(bytes: Buffer): PictureOut & { key: string; kind: PictureKind } {
  const kind = kindOf(bytes)
  if (kind === undefined)
    throw invalidValue(['body'], 'this is no picture; send a PNG, JPEG, GIF, WebP, AVIF or SVG file', null)
  const key = hash('sha256', bytes, 'hex').slice(0, KEY_LENGTH)
  const url = PICTURES_PATH + pictureNameOf(key, kind)
  return { key, kind, url, type: PICTURE_TYPES[kind], size: bytes.length }
}

const piecesOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, number) =>
    bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES),
  )

/** A Picture is read piece by piece, so that no more of it is in memory than its reader takes. */
export type Picture = { key: string; type: string; size: number; pieces: () => AsyncGenerator<Buffer> }

/** getPicture finds a picture by the last part of its address, for someone who may see it. */
export async function getPicture({ db }: Pick<Deps, 'db'>, actor: Actor, name: string): Promise<Picture> {
  const key = keyOf(name) ?? ''
  const row =
    seesEverything(actor) && !actor.within
      ? await store.findPicture(db.read, key)
      : await store.findShownPicture(db.read, actor, key)
  // Under another ending it would be another address, which nobody was given.
  if (!row || pictureNameOf(key, row.kind) !== name) throw notFound('Picture')
  return { key, type: PICTURE_TYPES[row.kind], size: row.size, pieces: () => store.readPieces(db.read, key) }
}

/** findPictureBytes is for an export, which takes everything; a name that is no picture's is undefined. */
export async function findPictureBytes({ db }: Pick<Deps, 'db'>, name: string): Promise<Buffer | undefined> {
  const pieces = await Array.fromAsync(store.readPieces(db.read, keyOf(name) ?? ''))
  return pieces.length === 0 ? undefined : Buffer.concat(pieces)
}

/** noteUses keeps in step which pictures a document shows, inside the transaction that changes its blocks. */
export async function noteUses(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  documentId: number,
  blocks: string,
  before = '',
): Promise<void> {
  const mayShow = [blocks, before].some((text) => text.includes(PICTURES_PATH))
  if (mayShow) await store.writeUses(tx, db.dialect, documentId, shownIn(JSON.parse(blocks) as Block[]))
}

/** shownIn are the keys of the pictures whose address is used somewhere as an address, on whatever host. */
function shownIn(blocks: Block[]): string[] {
  const keys = new Set<string>()
  for (const { url } of addressesIn(blocks)) {
    const path = decodedPart(URL.parse(url, 'http://localhost')?.pathname ?? '')
    const key = path.startsWith(PICTURES_PATH) && keyOf(path.slice(PICTURES_PATH.length))
    if (key) keys.add(key)
  }
  return [...keys]
}
