// Preview links show one document's unpublished text and its uploads without an account, until they expire, are revoked, or
// their maker's account is disabled, deleted, reset or given a lesser role. A link is a random value, stored as a hash.

import { hash, randomBytes } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import { type OutlineEntry, outlineOf } from 'galley-blocks/outline.ts'
import { leadOf } from 'galley-blocks/text.ts'
import { type Actor, COMMAND_LINE } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { HOUR, stamp } from '#time.ts'
import { findSharedDraft } from '../revisions/store.ts'
import { keyOf, keysShownIn } from '../uploads/addresses.ts'
import { getUpload, type Upload } from '../uploads/uploads.ts'
import { renderAnywhere } from '../writing/prepare/prepare.ts'
import { getForChange } from '../writing/write.ts'
import { getRevisionOf } from './draft.ts'
import * as store from './previews-store.ts'
import { updateReason } from './store.ts'

type PreviewDeps = Pick<Deps, 'db' | 'clock'>

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const hashOf = (token: string): string => hash('sha256', token, 'hex')

/** Shows the draft as it is when it is opened, or one revision of it. */
export async function makePreviewLink(
  { db, clock }: PreviewDeps,
  actor: Actor,
  id: number,
  { hours, revision: revision_id }: { hours: number; revision?: number | undefined },
) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  const expires_at = now + hours * HOUR
  await db.inTransaction(async (tx) => {
    await getForChange({ db }, tx, id, { actor })
    if (revision_id !== undefined) await keepRevision(tx, id, revision_id)
    await store.insertLink(tx, {
      hash: hashOf(token),
      document_id: id,
      revision_id: revision_id ?? null,
      created_by: actor.userId,
      expires_at,
    })
    await recordAudit(tx, actor, 'document.preview_shared', `document:${id}`, { until: stamp(expires_at) }, now)
  })
  return { path: `/read/preview/${token}`, expires_at: stamp(expires_at) }
}

/** A revision of the draft, which thinning then leaves alone. */
async function keepRevision(tx: Tx, documentId: number, id: number): Promise<void> {
  const draft = await findSharedDraft(tx, documentId)
  if (!draft) throw notFound('Working copy')
  const { reason } = await getRevisionOf(tx, draft, id)
  if (reason === 'autosave') await updateReason(tx, id, null)
}

export async function revokePreviewLinks({ db, clock }: PreviewDeps, actor: Actor, id: number): Promise<void> {
  await db.inTransaction(async (tx) => {
    await getForChange({ db }, tx, id, { actor })
    const links = await store.deleteLinks(tx, id)
    if (links > 0) await recordAudit(tx, actor, 'document.preview_revoked', `document:${id}`, { links }, clock.now())
  })
}

async function findShown({ db, clock }: PreviewDeps, token: string) {
  const row = TOKEN.test(token) ? await store.findPreviewed(db.read, hashOf(token), clock.now()) : undefined
  if (!row) throw notFound('Preview')
  return row
}

/** Without a page the text has been published: redirect to the document. */
export type Preview = { slug: string; page: PreviewPage | undefined }
export type PreviewPage = {
  title: string
  lead: string | null
  tags: string[]
  lang: string | null
  html: string
  outline: OutlineEntry[]
  savedAt: number
  expiresAt: number
}

export async function getPreview(
  deps: PreviewDeps & Pick<Deps, 'sandbox'>,
  actor: Actor,
  token: string,
): Promise<Preview> {
  const row = await findShown(deps, token)
  const { slug, title, summary, lang, saved_at: savedAt, expires_at: expiresAt } = row
  if (isPublishedAsItIs(row)) return { slug, page: undefined }
  const blocks = JSON.parse(row.blocks) as Block[]
  const text = { title, lead: leadOf(blocks, summary), tags: JSON.parse(row.tags) as string[], lang }
  const html = await renderAnywhere(row.blocks, { sandbox: deps.sandbox, actor })
  const page = { ...text, html, outline: outlineOf(blocks), savedAt, expiresAt }
  return { slug, page }
}

/** The text is at the document's own address, for those who may read it there. */
const isPublishedAsItIs = ({ was_published, published }: Awaited<ReturnType<typeof findShown>>): boolean =>
  was_published === 1 && published === 1

/** An upload that the previewed text shows. */
export async function getPreviewUpload(deps: PreviewDeps, token: string, path: string): Promise<Upload> {
  const row = await findShown(deps, token)
  if (isPublishedAsItIs(row)) throw notFound('Preview')
  const key = keyOf(path)
  if (key === undefined || !keysShownIn(JSON.parse(row.blocks) as Block[]).includes(key)) throw notFound('Upload')
  return getUpload(deps, COMMAND_LINE, path)
}
