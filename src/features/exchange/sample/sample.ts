// The sample site: the project's own documentation in a site that has no documents yet, below one category, so that deleting
// that category removes all of it. It is an import like any other, but in one transaction: it is there as a whole or not at all.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import { slugOf } from '#convert/page/file.ts'
import type { Deps } from '#deps.ts'
import type { Db, Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { listCategories } from '#features/categories/reading.ts'
import { createCategory, reorderCategories } from '#features/categories/service.ts'
import { documentsOfTree } from '#features/documents/review/of-tree.ts'
import { changeDocument } from '#features/documents/writing/write.ts'
import { finishImport, importFolder } from '../import/import.ts'
import { findImported, hasDocuments } from '../store.ts'

/** The release archive carries docs/ beside src/, as the repository does. */
const DOCS = join(import.meta.dirname, '../../../../docs')
const CATEGORY = 'Galley documentation'

type SampleSite = { category_id: number; documents: number; categories: number }

export async function addSampleSite(deps: Deps, actor: Actor): Promise<SampleSite> {
  const { db } = deps
  if (!existsSync(DOCS)) throw conflict('This installation has no docs folder, which the sample site is made of')
  const site = await db.inTransaction(async (tx) => {
    // Of two who ask at once, the second finds the documents of the first.
    await db.dialect.lock(tx, 'sample site')
    if (await hasDocuments(tx)) throw conflict('There are already documents; the sample site is for an empty site')
    const inside = { ...deps, db: within(db, tx) }
    const report = await importFolder(inside, actor, DOCS, { into: CATEGORY })
    const [failed] = report.failed
    if (failed) throw new Error(`The sample site could not be imported: ${failed.path}: ${failed.reason}`)
    const top = (await listCategories(inside, actor)).find(
      ({ name, parent_id }) => name === CATEGORY && parent_id === null,
    )
    const groups = await group(inside, tx, actor, top!.id)
    return { category_id: top!.id, documents: report.created, categories: report.categories.created + groups }
  })
  await finishImport(deps, { created: site.documents, updated: 0 })
  return site
}

/**
 * group makes a category of each heading of docs/SUMMARY.md, before the folders: the tutorial comes first, then how-to guides,
 * then reference. Returns how many.
 */
async function group(deps: Deps, tx: Tx, actor: Actor, top: number): Promise<number> {
  const tree = { ...deps, ...documentsOfTree }
  const cause = { actor, origin: 'import', at: deps.clock.now(), noted: true } as const
  const ids: number[] = []
  for (const part of readFileSync(join(DOCS, 'SUMMARY.md'), 'utf8').split(/^## /m).slice(1)) {
    const { id } = await createCategory(tree, cause, { name: part.split('\n', 1)[0]!, parent_id: top })
    ids.push(id)
    const slugs = [...part.matchAll(/\]\(([^()]+)\.md\)/g)].map(([, name]) => slugOf(`${CATEGORY}/${name}`, 'document'))
    for (const { id: documentId } of (await findImported(tx, slugs)).values()) {
      await setImmediate()
      await changeDocument(deps, tx, documentId, { category_id: id }, cause)
    }
  }
  const folders = (await listCategories(tree, actor)).filter(
    ({ id, parent_id }) => parent_id === top && !ids.includes(id),
  )
  await reorderCategories(tree, actor, { parent_id: top, ids: [...ids, ...folders.map(({ id }) => id)] })
  return ids.length
}

/** within makes every transaction that an import opens a part of this one; what it reads, it reads from it. */
const within = (db: Db, tx: Tx): Db => ({ ...db, read: tx, inTransaction: (work) => work(tx) })
