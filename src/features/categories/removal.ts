// Deletes a category in one transaction: an empty one, or with its content moved or trashed. The category itself goes to the
// trash (deletions.ts).

import type { Actor } from '#actor.ts'
import { counted } from '#counted.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, invalidValue } from '#errors.ts'
import { type AudienceDeps, settleAccess } from './audience.ts'
import { deleteRows, insertDeletion, markDeleted } from './deletions-store.ts'
import { type NotedCategory, noteDeleted, noteMoved } from './note.ts'
import { refuseReviewed } from './reviewed.ts'
import * as store from './store.ts'
import { changeTree, placeUnder, type Tree } from './tree.ts'

/** What happens to documents of a deleted category (injected). */
export type CategoryContent = {
  list: (tx: Tx, categoryIds: readonly number[]) => Promise<number[]>
  /** Some of the documents can't be read by the actor. */
  hasHidden: (tx: Tx, actor: Actor, categoryIds: readonly number[]) => Promise<boolean>
  move: (tx: Tx, actor: Actor, documentId: number, to: number | null) => Promise<void>
  trash: (tx: Tx, actor: Actor, documentId: number, deletion: number | undefined) => Promise<void>
  /** The trash is enabled. */
  isKept: boolean
  /** Removes trashed documents from categories about to be purged. */
  release: (tx: Tx, categoryIds: readonly number[]) => Promise<void>
  countDeleted: (deletionIds: readonly number[]) => Promise<Map<number, number>>
  /** Restores a deletion's documents, in its own transactions. */
  restore: (actor: Actor, deletion: number) => Promise<void>
}
export type RemovalDeps = AudienceDeps & { content: CategoryContent }

/** What to do with the content; without it a non-empty category isn't deleted. */
type Removal = { content?: 'move' | 'trash'; to?: string }

export async function deleteCategory(deps: RemovalDeps, actor: Actor, id: number, removal: Removal): Promise<void> {
  if ((removal.content === 'move') !== (removal.to !== undefined)) throw toGoesWithMove(removal)
  const at = deps.clock.now()
  await changeTree(deps, actor, async (tx, tree) => {
    const shape = tree.get(id)
    const subtree = tree.subtree(shape).map((below) => below.id)
    if (subtree.some(tree.isHidden) || (await deps.content.hasHidden(tx, actor, subtree))) throw holdsHidden(id)
    // Locked before any document, as in a save; also prevents new documents here.
    const held = await store.holdForRemoval(tx, deps.db.dialect, subtree)
    const deletion = deps.content.isKept ? await insertDeletion(tx, actor.userId, at) : undefined
    if (removal.content === 'trash') await trashContent(deps, tx, actor, subtree, deletion)
    else if (removal.content === 'move') await moveContent(deps, tx, { actor, at, held }, tree, id, removal.to!)
    else await refuseContent(deps, tx, tree, id)
    const gone = removal.content === 'trash' ? subtree : [id]
    // Subscribers are looked up by the category's place in the tree, so before it is removed from there.
    for (const each of gone.toReversed()) await noteDeleted(tx, { actor }, held.get(each)!, removal, at)
    if (deletion !== undefined) await markDeleted(tx, gone, deletion)
    else {
      await deps.content.release(tx, gone)
      await deleteRows(tx, gone)
    }
    await store.closeGap(tx, shape.parent_id, shape.position)
    await settleAccess(deps, tx)
  })
}

const holdsHidden = (id: number) =>
  conflict(`Category ${id} holds something that you may not see: ask an administrator to delete it`)

const toGoesWithMove = ({ content, to }: Removal) =>
  content === 'move'
    ? invalidValue(['query', 'to'], 'content=move needs the id of a category, or root', null)
    : invalidValue(['query', 'to'], 'to goes with content=move', to)

async function refuseContent({ content }: RemovalDeps, tx: Tx, tree: Tree, id: number): Promise<void> {
  const categories = tree.siblings(id).length
  const documents = (await content.list(tx, [id])).length
  if (categories + documents === 0) return
  throw conflict(
    `Category ${id} is not empty: it holds ${counted(categories, 'category', 'categories')} and ${counted(documents, 'document')}`,
    { categories, documents },
  )
}

async function trashContent(
  { content }: RemovalDeps,
  tx: Tx,
  actor: Actor,
  subtree: number[],
  deletion: number | undefined,
): Promise<void> {
  for (const documentId of await content.list(tx, subtree)) await content.trash(tx, actor, documentId, deletion)
}

async function moveContent(
  { content, isReviewed }: RemovalDeps,
  tx: Tx,
  { actor, at, held }: { actor: Actor; at: number; held: Map<number, NotedCategory> },
  tree: Tree,
  id: number,
  to: string,
): Promise<void> {
  const target = to === 'root' ? undefined : tree.get(Number(to))
  if (target && held.has(target.id)) throw conflict(`Category ${target.id} is deleted with category ${id}`)
  const last = tree.siblings(target?.id ?? null).length
  // From the end, so that earlier positions stay as read.
  for (const [index, child] of [...tree.siblings(id).entries()].toReversed()) {
    await refuseReviewed({ isReviewed }, tx, actor, child.id, target?.id)
    await placeUnder(tx, tree, child, target, last + index)
    await noteMoved(tx, { actor }, held.get(child.id)!, target?.id ?? null, at)
  }
  for (const documentId of await content.list(tx, [id])) await content.move(tx, actor, documentId, target?.id ?? null)
}
