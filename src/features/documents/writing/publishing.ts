// Publishing a text that was written before: what was saved, or a draft that someone approves. It is made ready before the
// transaction, because colouring code and merging may take long and on SQLite nobody else could write meanwhile; inside, whoever
// publishes holds the document and looks whether all is still as it was made ready.

import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { type CopyContent, isSameText, mergeCopy } from '../revisions/merge.ts'
import { findPublished, getHeads, type Revision } from '../revisions/store.ts'
import { type Prepared, prepareContent } from './prepare/prepare.ts'
import type { DocumentChange } from './write.ts'

export type ReadyingDeps = Pick<Deps, 'db'> & Partial<Pick<Deps, 'sandbox'>>

/** A ReadyText is `mine`, merged with what the document says; where both changed the same, `change` is for a person to make. */
export type ReadyText = {
  mine: Revision
  theirs: Revision
  conflicts: string[]
  change: (DocumentChange & { prepared: Prepared }) | undefined
}

/** makeReady merges over what `baseOf` says that `mine` was begun from, beside what the document says now. */
export async function makeReady(
  { db, sandbox }: ReadyingDeps,
  actor: Actor,
  mine: Revision,
  baseOf: (theirs: CopyContent) => CopyContent,
): Promise<ReadyText> {
  const theirs = (await findPublished(db.read, mine.document_id))!
  const { content, conflicts } = mergeCopy(baseOf(theirs), mine, theirs)
  if (conflicts.length > 0) return { mine, theirs, conflicts, change: undefined }
  const { title, summary, tags, blocks } = content
  const prepared = await prepareContent(JSON.parse(blocks) as Block[], sandbox && { sandbox, actor })
  const written = isSameText(content, mine) ? { saved: mine.id } : { merged: mine.id }
  return { mine, theirs, conflicts, change: { title, summary, tags: JSON.parse(tags), prepared, ...written } }
}

/** isStillReady: the document says what it said when the text was made ready. */
export const isStillReady = async (tx: Tx, { mine, theirs }: ReadyText): Promise<boolean> =>
  (await getHeads(tx, mine.document_id)).published_id === theirs.id

/** What changes while it is made ready is made ready again, up to this many times in all. */
const TRIES = 5

/** publishReady returns what `publish` does, which returns undefined when what it was given is no longer up to date. */
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
