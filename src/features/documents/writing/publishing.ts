// Publishing a text written before: a saved one or an approved draft. Prepared before the transaction, because highlighting
// and merging may be slow and would block other writers on SQLite; inside, under the document's lock, checked to be still up
// to date.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { type CopyContent, isSameText, mergeCopy } from '../revisions/merge.ts'
import { findPublished, type Revision } from '../revisions/store.ts'
import { type Prepared, prepareContent } from './prepare/prepare.ts'
import type { DocumentChange } from './write.ts'

export type ReadyingDeps = Pick<Deps, 'db'> & Partial<Pick<Deps, 'sandbox'>>

/**
 * `mine` merged with the document's current text; on a conflict, `change` is for a person to resolve. `mixed` are the ids of
 * blocks that contain words of both.
 */
export type ReadyText = {
  mine: Revision
  theirs: Revision
  conflicts: string[]
  mixed: string[]
  change: (DocumentChange & { prepared: Prepared }) | undefined
}

/** Merges `mine` and the document's current text over their base, which `baseOf` returns. */
export async function makeReady(
  { db, sandbox }: ReadyingDeps,
  actor: Actor,
  mine: Revision,
  baseOf: (theirs: CopyContent) => CopyContent,
): Promise<ReadyText> {
  const theirs = (await findPublished(db.read, mine.document_id))!
  const { content, conflicts, mixed } = mergeCopy(baseOf(theirs), mine, theirs)
  if (conflicts.length > 0) return { mine, theirs, conflicts, mixed, change: undefined }
  const { title, summary, tags, blocks } = content
  const prepared = await prepareContent(JSON.parse(blocks) as Block[], sandbox && { sandbox, actor })
  const written = isSameText(content, mine) ? { saved: mine.id } : { merged: mine.id }
  return { mine, theirs, conflicts, mixed, change: { title, summary, tags: JSON.parse(tags), prepared, ...written } }
}

/** The document still has the text that was merged. */
export const isStillReady = async (tx: Tx, { mine, theirs }: ReadyText): Promise<boolean> =>
  (await findPublished(tx, mine.document_id))?.id === theirs.id

/** If something changes during preparation, it is repeated up to so many times. */
const TRIES = 5

/** Returns the result of `publish`, which returns undefined if its input is outdated. */
export async function publishReady<Ready, Done>(
  { db }: Pick<Deps, 'db'>,
  ready: () => Promise<Ready>,
  publish: (tx: Tx, ready: Ready) => Promise<Done | undefined>,
  busy: string,
): Promise<Done> {
  for (let tries = 0; tries < TRIES; tries++) {
    const prepared = await ready()
    const done = await db.inTransaction((tx) => publish(tx, prepared))
    if (done !== undefined) return done
  }
  throw conflict(busy)
}
