// The sample site: the project's own documentation in a site that has no documents yet, below one category, so that deleting
// that category removes all of it. It is an import like any other, but in one transaction: it is there as a whole or not at all.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Db, Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import { listCategories } from '#features/categories/reading.ts'
import { mergeIndex } from '../search/search.ts'
import { importFolder } from './import.ts'
import { hasDocuments } from './import-store.ts'

/** The release archive carries docs/ beside src/, as the repository does. */
const DOCS = join(import.meta.dirname, '../../../../docs')
const CATEGORY = 'Galley documentation'

type SampleSite = { category_id: number; documents: number; categories: number }

type SampleDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export async function addSampleSite(deps: SampleDeps, actor: Actor): Promise<SampleSite> {
  const { db, config } = deps
  if (!existsSync(DOCS)) throw conflict('This installation has no docs folder, which the sample site is made of')
  const site = await db.inTransaction(async (tx) => {
    // Of two who ask at once, the second finds the documents of the first.
    await db.dialect.lock(tx, 'sample site')
    if (await hasDocuments(tx)) throw conflict('The sample site is for an empty start, and there are documents already')
    const inside = { ...deps, db: within(db, tx) }
    const report = await importFolder(inside, actor, DOCS, { into: CATEGORY, lang: config.siteLang })
    const [failed] = report.failed
    if (failed) throw new Error(`The sample site could not be imported: ${failed.path}: ${failed.reason}`)
    const top = (await listCategories(inside)).find(({ name, parent_id }) => name === CATEGORY && parent_id === null)
    return { category_id: top!.id, documents: report.created, categories: report.categories.created }
  })
  // Without fresh statistics PostgreSQL's planner scans all documents for every search.
  await db.inTransaction((tx) => db.dialect.optimize(tx))
  await mergeIndex(deps)
  return site
}

/** within makes every transaction that an import opens a part of this one; what it reads, it reads from it. */
const within = (db: Db, tx: Tx): Db => ({ ...db, read: tx, inTransaction: (work) => work(tx) })
