// Uploads: pictures and files in the database, stored once however often they are uploaded. No rules of their own: whoever
// may read a document that shows one may have it; editors have all.

import { hash } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { fileKindOf, fileTypeOf, isPictureKind, kindOf, PICTURE_TYPES } from '#file-kinds.ts'
import type { FileOut, PictureOut } from '../schemas.ts'
import { KEY_LENGTH, keyOf, keysShownIn, mayName, pathOf, type UploadName, urlOf } from './addresses.ts'
import * as store from './store.ts'

const LONGEST_NAME = 120
const PIECE_BYTES = 256 * 1024

type UploadDeps = Pick<Deps, 'db' | 'clock'>
/** A file's kind and name, before it is saved. */
type CheckedUpload<Out> = { upload: UploadName; out: Out }

/** Uploading a picture again gives the same response. An import has a single entry in the audit trail. */
export async function keepPicture(
  deps: UploadDeps,
  actor: Actor,
  bytes: Buffer,
  isAudited = true,
): Promise<PictureOut> {
  const { upload, out } = pictureOf(bytes)
  await keep(deps, actor, upload, bytes, isAudited)
  return out
}

/** keepPicture for a file; the same content under another name is another file. */
export async function keepFile(
  deps: UploadDeps,
  actor: Actor,
  name: string,
  bytes: Buffer,
  isAudited = true,
): Promise<FileOut> {
  const { upload, out } = fileOf(name, bytes)
  await keep(deps, actor, upload, bytes, isAudited)
  return out
}

export function pictureOf(bytes: Buffer): CheckedUpload<PictureOut> {
  const kind = kindOf(bytes)
  if (kind === undefined)
    throw invalidValue(['body'], 'this is not a picture; send a PNG, JPEG, GIF, WebP, AVIF or SVG file', null)
  const upload = { key: hash('sha256', bytes, 'hex').slice(0, KEY_LENGTH), kind, name: null }
  return { upload, out: { url: urlOf(upload), type: PICTURE_TYPES[kind], size: bytes.length } }
}

export function fileOf(given: string, bytes: Buffer): CheckedUpload<FileOut> {
  const name = plainName(given)
  const read = fileKindOf(name, bytes)
  if ('fault' in read) throw invalidValue(['body'], read.fault, null)
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${name}\0`), bytes]), 'hex')
  const upload = { key: digest.slice(0, KEY_LENGTH), kind: read.kind, name }
  return { upload, out: { url: urlOf(upload), name, type: fileTypeOf(read.kind), size: bytes.length } }
}

/** The last segment of a path without characters that file systems refuse; keeps the extension. */
function plainName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1)!
  let name = last.replace(/[\p{C}<>:"|?*]/gu, '').replace(/^[.\s]+/, '')
  while (/[.\s]$/.test(name)) name = name.slice(0, -1)
  return [...name].slice(-LONGEST_NAME).join('')
}

async function keep({ db, clock }: UploadDeps, actor: Actor, upload: UploadName, bytes: Buffer, isAudited: boolean) {
  const now = clock.now()
  const row = { ...upload, size: bytes.length, uploaded_by: actor.userId, uploaded_at: now }
  await db.inTransaction(async (tx) => {
    await store.writeUpload(tx, row, piecesOf(bytes))
    const { key, kind, name, size } = row
    if (isAudited) await recordAudit(tx, actor, 'upload.created', `upload:${key}`, { kind, name, size }, now)
  })
}

const piecesOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, number) =>
    bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES),
  )

/** Read in pieces, to limit memory to what the client accepts. */
export type Upload = UploadName & {
  type: string
  size: number
  /** Public, so caches may keep it. */
  shared: boolean
  pieces: () => AsyncGenerator<Buffer>
}

/** The upload at a decoded path, if the actor may have it. */
export async function getUpload({ db }: Pick<Deps, 'db'>, actor: Actor, path: string): Promise<Upload> {
  const key = keyOf(path) ?? ''
  const row = await store.findUpload(db.read, actor, key)
  // Another extension or name is another address, which nobody was given.
  if (!row || pathOf(row) !== path) throw notFound('Upload')
  const type = isPictureKind(row.kind) ? PICTURE_TYPES[row.kind] : fileTypeOf(row.kind)
  return { ...row, type, shared: row.shared === 1, pieces: () => store.readPieces(db.read, key) }
}

/** Those of the decoded paths at which the actor may have an upload. */
export async function listUploads({ db }: Pick<Deps, 'db'>, actor: Actor, paths: readonly string[]): Promise<string[]> {
  const keys = new Set(paths.flatMap((path) => keyOf(path) ?? []))
  const present = new Set((await store.listUploads(db.read, actor, [...keys])).map(pathOf))
  return paths.filter((path) => present.has(path))
}

/** Whether there is such a picture; locks it until the transaction ends. */
export async function holdPicture({ db }: Deps, tx: Tx, path: string): Promise<boolean> {
  const key = keyOf(path)
  const row = key && (await store.findHeldUpload(tx, db.dialect, key))
  return row ? isPictureKind(row.kind) && pathOf({ key, ...row }) === path : false
}

/** For exports, which include everything; undefined if there is none. */
export async function findUploadBytes({ db }: Pick<Deps, 'db'>, path: string): Promise<Buffer | undefined> {
  const pieces = await Array.fromAsync(store.readPieces(db.read, keyOf(path) ?? ''))
  return pieces.length === 0 ? undefined : Buffer.concat(pieces)
}

/** Updates which uploads a document shows, in the transaction that changes its blocks. */
export async function noteUses(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  documentId: number,
  blocks: string,
  before = '',
): Promise<void> {
  if (mayName(blocks) || mayName(before))
    await store.writeUses(tx, db.dialect, documentId, keysShownIn(JSON.parse(blocks) as Block[]))
}
