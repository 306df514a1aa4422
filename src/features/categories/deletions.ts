// Deleted categories keep their rows for some days, with their content, and can be restored with documents, position and
// rules. If the parent is gone, they are restored at the root, restricted.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { findFreeSlug } from '#slugs.ts'
import { DAY, stamp } from '#time.ts'
import { deletedReadableBy } from './access.ts'
import { NO_ACCESS } from './access-list.ts'
import { settleAccess } from './audience.ts'
import * as store from './deletions-store.ts'
import { noteCreated } from './note.ts'
import { getCategory } from './reading.ts'
import type { CategoryContent, RemovalDeps } from './removal.ts'
import type { CategoryOut, DeletedCategoryOut } from './schemas.ts'
import { findSlugHolder, openGap, writeAccess } from './store.ts'
import { changeTree, MAX_LEVELS } from './tree.ts'

/** Groups what is deleted together. */
export const startDeletion = (tx: Tx, { userId }: Actor, at: number): Promise<number> =>
  store.insertDeletion(tx, userId, at)

export async function listDeletedCategories(
  { db, content }: Pick<Deps, 'db'> & { content: Pick<CategoryContent, 'countDeleted'> },
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<DeletedCategoryOut[]> {
  const rows = await store.listDeletedTops(db.read, deletedReadableBy(actor, 'top.id'), page)
  const documents = await content.countDeleted(rows.map(({ deletion_id }) => deletion_id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    visibility: row.visibility,
    categories: row.categories ?? 0,
    documents: documents.get(row.deletion_id) ?? 0,
    deleted_by: presentPerson(row.deleted_by, row.deleted_by_name),
    deleted_at: stamp(row.deleted_at),
  }))
}

export async function restoreCategory(deps: RemovalDeps, actor: Actor, id: number): Promise<CategoryOut> {
  const deletion = await store.findDeletion(deps.db.read, deletedReadableBy(actor, 'category_rows.id'), id)
  if (deletion === undefined) throw notFound('Category')
  await changeTree(deps, actor, async (tx, tree) => {
    const rows = await store.listDeletedIn(tx, deletion)
    const [top] = rows
    if (!top || !rows.some((row) => row.id === id)) throw notFound('Category')
    const parent = top.parent_id === null ? undefined : tree.find(top.parent_id)
    const isHomeless = top.parent_id !== null && !parent
    const parentId = parent?.id ?? null
    const shift = (parent ? parent.depth + 1 : 0) - top.depth
    if (rows.some(({ depth }) => depth + shift >= MAX_LEVELS))
      throw conflict(`Categories have at most ${MAX_LEVELS} levels; where this one was there is no room any more`)
    const position = Math.min(top.position, tree.siblings(parentId).length)
    await openGap(tx, parentId, position)
    const isTaken = async (slug: string) => (await findSlugHolder(tx, slug)) !== undefined
    for (const row of rows) {
      const place = row === top ? { parent_id: parentId, position, ...(isHomeless && RESTRICTED) } : {}
      const slug = await findFreeSlug(row.slug, isTaken)
      await store.bringBack(tx, row.id, { ...place, slug, depth: row.depth + shift })
    }
    // Its ancestors may have hidden it even from people on its own list, so the list is cleared.
    if (isHomeless) await writeAccess(tx, top.id, NO_ACCESS)
    await settleAccess(deps, tx)
    const at = deps.clock.now()
    for (const row of rows) await noteCreated(tx, { actor, noted: true }, row, at)
    await recordAudit(tx, actor, 'category.restored', `category:${top.id}`, { title: top.name }, at)
  })
  // In separate transactions, because thousands of documents would block other writers. After a crash the rest is still in
  // the trash.
  await deps.content.restore(actor, deletion)
  return getCategory(deps, id)
}

const RESTRICTED = { visibility: 'restricted' } as const

/** Purges categories deleted long ago; their documents are purged first. */
export async function forgetCategories(
  tx: Tx,
  most: number,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  content: Pick<CategoryContent, 'release'>,
): Promise<number> {
  const ids = await store.listExpired(tx, clock.now() - config.keepTrashDays * DAY, most)
  await content.release(tx, ids)
  await store.deleteRows(tx, ids.toReversed())
  await store.deleteEmptyDeletions(tx, most)
  return ids.length
}
