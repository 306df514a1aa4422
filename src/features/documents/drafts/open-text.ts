// The shared draft of a document that is open for live editing (features/live): read, and written as a revision by its author.

import { sql } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { readableBy } from '../access/access.ts'
import type { CopyContent } from '../revisions/merge.ts'
import { getForChange } from '../writing/write.ts'
import { autosave } from './draft.ts'
import { findEdited, listTips } from './store.ts'

export type SharedDraft = CopyContent & { revision: number; author_id: number | null }

/** With an actor, only if they may read the document. */
export async function findOpenDraft(query: Query, id: number, actor?: Actor): Promise<SharedDraft | undefined> {
  const row = await findEdited(query, id, actor ? readableBy(actor) : sql`1 = 1`)
  if (!row) return undefined
  const { revision, title, summary, tags, blocks, author_id } = row
  return { revision, title, summary, tags, blocks, author_id }
}

export const mayOpenDraft = async (query: Query, id: number, actor: Actor): Promise<boolean> =>
  (await findEdited(query, id, readableBy(actor))) !== undefined

/** The newest revision of each document's draft. */
export const listDraftRevisions = async (query: Query, ids: readonly number[]): Promise<Map<number, number>> =>
  new Map((await listTips(query, ids)).map(({ id, revision }) => [id, revision]))

/** Locks the document until the transaction ends; throws if there is none. */
export const holdDraft = async (deps: Pick<Deps, 'db'>, tx: Tx, id: number): Promise<void> =>
  void (await getForChange(deps, tx, id))

/** Writes the draft's next revision, over the one that it has; returns the text, which may contain what was published since. */
export async function reviseDraft(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  id: number,
  { over, text, author, at }: { over: number; text: CopyContent; author: number | null; at: number },
): Promise<{ revision: number; isMerged: boolean }> {
  // Whoever typed it was let in, and is confirmed before each of their messages.
  const actor: Actor = { userId: author, role: 'editor', label: 'live editing', member: true, everything: true }
  const { revision, merged } = await autosave(deps, tx, id, { ...text, parent: over }, { actor, at })
  return { revision, isMerged: merged !== undefined }
}
