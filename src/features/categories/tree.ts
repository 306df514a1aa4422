// Changes of the category tree: one transaction at a time, which reads all categories and checks rules (depth, cycles,
// positions) in memory.
//
// Lock order: 'categories', category rows, document rows. Saving a document locks its category before the document too
// (documents/writing/write.ts), so they can't deadlock.

import { type Actor, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import { categoryReadableBy } from './access.ts'
import * as store from './store.ts'

export type TreeDeps = Pick<Deps, 'db' | 'clock'>

/** Bounds recursive queries and indented lists. */
export const MAX_LEVELS = 12

/** Serialised, which keeps positions contiguous (0..n-1). */
export async function changeTree<T>(
  { db }: TreeDeps,
  actor: Actor,
  work: (tx: Tx, tree: Tree) => Promise<T>,
): Promise<T> {
  try {
    return await db.inTransaction(async (tx) => {
      await db.dialect.lock(tx, 'categories')
      const hidden = seesEverything(actor) ? [] : await store.listHiddenIds(tx, categoryReadableBy(actor))
      return work(tx, new Tree(await store.listShapes(tx), new Set(hidden)))
    })
  } catch (error) {
    if (db.dialect.uniqueViolation(error) === 'category_rows.slug') throw conflict('Another category has this slug')
    throw error
  }
}

/** The categories as of the transaction's beginning. Those that the actor may not see have places, but nobody finds them. */
export class Tree {
  readonly #byId: Map<number, store.CategoryShape>

  readonly #hidden: ReadonlySet<number>

  constructor(shapes: store.CategoryShape[], hidden: ReadonlySet<number>) {
    this.#hidden = hidden
    this.#byId = new Map(shapes.map((shape) => [shape.id, shape]))
  }

  find(id: number): store.CategoryShape | undefined {
    return this.#hidden.has(id) ? undefined : this.#byId.get(id)
  }

  isHidden = (id: number): boolean => this.#hidden.has(id)

  get(id: number): store.CategoryShape {
    const found = this.find(id)
    if (!found) throw notFound('Category')
    return found
  }

  siblings(parentId: number | null): store.CategoryShape[] {
    return [...this.#byId.values()]
      .filter((shape) => shape.parent_id === parentId)
      .sort((one, other) => one.position - other.position)
  }

  /** Parents before children. Terminates even on a cycle made by manual edits of the database. */
  subtree(root: store.CategoryShape): store.CategoryShape[] {
    const found = new Set([root])
    for (const shape of found) for (const child of this.siblings(shape.id)) found.add(child)
    return [...found]
  }
}

/** Puts a category with its subtree last under its new parent. */
export async function placeUnder(
  tx: Tx,
  tree: Tree,
  shape: store.CategoryShape,
  parent: store.CategoryShape | undefined,
  position = tree.siblings(parent?.id ?? null).length,
): Promise<void> {
  const subtree = tree.subtree(shape)
  if (parent && subtree.includes(parent)) {
    const where = parent.id === shape.id ? 'itself' : `${parent.id}, which is below it`
    throw conflict(`Category ${shape.id} can't be moved under ${where}`)
  }
  const depth = parent === undefined ? 0 : parent.depth + 1
  const deepest = Math.max(...subtree.map((below) => below.depth)) - shape.depth + depth
  if (deepest >= MAX_LEVELS) {
    throw conflict(`Categories have at most ${MAX_LEVELS} levels; under ${parent?.id} there would be ${deepest + 1}`)
  }
  await store.updateCategory(tx, shape.id, { parent_id: parent?.id ?? null, position, slot: null })
  await store.closeGap(tx, shape.parent_id, shape.position)
  for (const below of subtree) {
    if (depth !== shape.depth) await store.updateCategory(tx, below.id, { depth: below.depth - shape.depth + depth })
  }
}
