// Pictures: kept in the database beside the documents, once however often they are uploaded. A picture has no rules of its
// own: whoever may read a document that shows it may see it, and editors see all.

import { hash } from 'node:crypto'
import { type Actor, seesEverything } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../engine/db/db.ts'
import type { PictureKind } from '../../engine/db/tables.ts'
import { invalidValue, notFound } from '../../errors.ts'
import { kindOf, PICTURE_TYPES } from './picture-kinds.ts'
import * as store from './pictures-store.ts'
import type { PictureOut } from './schemas.ts'

export const LARGEST_PICTURE = 10 * 1024 * 1024
export const PICTURES_PATH = '/pictures/'
const KEY_LENGTH = 32
const NAME = /^([0-9a-f]{32})\.(png|jpg|gif|webp|avif|svg)$/
const NAME_IN_TEXT = /\/pictures\/([0-9a-f]{32})\.(?:png|jpg|gif|webp|avif|svg)/g

/** pictureNameOf is the last part of a picture's address, and its file's name in an exported folder. */
const pictureNameOf = (key: string, kind: PictureKind): string => `${key}.${kind}`

/** keepPicture stores what it does not have yet; the answer is the same for whoever uploads it again. */
export async function keepPicture(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  bytes: Buffer,
): Promise<PictureOut> {
  const kind = kindOf(bytes)
  if (kind === undefined)
    throw invalidValue(['body'], 'this is no picture; send a PNG, JPEG, GIF, WebP, AVIF or SVG file', null)
  const key = hash('sha256', bytes, 'hex').slice(0, KEY_LENGTH)
  const row = { key, kind, size: bytes.length, uploaded_by: actor.userId, uploaded_at: clock.now(), bytes }
  await db.inTransaction((tx) => store.insertPicture(tx, row))
  return { url: PICTURES_PATH + pictureNameOf(key, kind), type: PICTURE_TYPES[kind], size: bytes.length }
}

/** findPictureBytes is for whoever takes everything along; a name that is no picture's is undefined. */
export async function findPictureBytes({ db }: Pick<Deps, 'db'>, name: string): Promise<Buffer | undefined> {
  const [, key = ''] = NAME.exec(name) ?? []
  return (await store.findPicture(db.read, key)) && store.getPictureBytes(db.read, key)
}

export type Picture = { key: string; type: string; read: () => Promise<Buffer> }

/** getPicture finds a picture by the last part of its address, for someone who may see it. */
export async function getPicture({ db }: Pick<Deps, 'db'>, actor: Actor, name: string): Promise<Picture> {
  const [, key = ''] = NAME.exec(name) ?? []
  const row = seesEverything(actor)
    ? await store.findPicture(db.read, key)
    : await store.findShownPicture(db.read, actor, key)
  // Under another ending it would be another address, which nobody was given.
  if (!row || pictureNameOf(key, row.kind) !== name) throw notFound('Picture')
  return { key, type: PICTURE_TYPES[row.kind], read: () => store.getPictureBytes(db.read, key) }
}

const keysIn = (blocks: string): string[] => [...new Set([...blocks.matchAll(NAME_IN_TEXT)].map(([, key]) => key!))]

/** noteUses keeps in step which pictures a document shows, inside the transaction that changes its stored blocks. */
export async function noteUses(tx: Tx, documentId: number, blocks: string, before = '[]'): Promise<void> {
  if (!blocks.includes(PICTURES_PATH) && !before.includes(PICTURES_PATH)) return
  await store.writeUses(tx, documentId, keysIn(blocks))
}
