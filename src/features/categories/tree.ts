// The category tree under change: one transaction at a time has it to itself, reads all of its shapes, and decides every rule
// (depth, circles, positions) in memory and not by one more query.
//
// Lock order: 'categories', then the rows of categories, then the rows of documents. Saving a document locks its category
// before itself (documents/writing/write.ts), so that neither waits for the other.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, notFound } from '#errors.ts'
import * as store from './store.ts'

export type TreeDeps = Pick<Deps, 'db' | 'clock'>

/** A bound keeps recursive queries and indented lists small. */
export const MAX_LEVELS = 12

/** changeTree keeps positions 0..n-1 whatever happens at once: changes of the tree run one after another. */
export async function changeTree<T>({ db }: TreeDeps, work: (tx: Tx, tree: Tree) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(async (tx) => {
      await db.dialect.lock(tx, 'categories')
      return work(tx, new Tree(await store.listShapes(tx)))
    })
  } catch (error) {
    if (db.dialect.uniqueViolation(error) === 'category_rows.slug') throw conflict('Another category has this slug')
    throw error
  }
}

/** Tree is the shapes as they were when the transaction began, and what follows from them. */
export class Tree {
  readonly #byId: Map<number, store.CategoryShape>

  constructor(shapes: store.CategoryShape[]) {
    this.#byId = new Map(shapes.map((shape) => [shape.id, shape]))
  }

  find(id: number): store.CategoryShape | undefined {
    return this.#byId.get(id)
  }

  get(id: number): store.CategoryShape {
    const found = this.#byId.get(id)
    if (!found) throw notFound('Category')
    return found
  }

  siblings(parentId: number | null): store.CategoryShape[] {
    return [...this.#byId.values()]
      .filter((shape) => shape.parent_id === parentId)
      .sort((one, other) => one.position - other.position)
  }

  /** subtree lists parents before children. It ends even where someone made a circle in the database by hand. */
  subtree(root: store.CategoryShape): store.CategoryShape[] {
    const found = new Set([root])
    for (const shape of found) for (const child of this.siblings(shape.id)) found.add(child)
    return [...found]
  }
}

/** placeUnder puts a category last below its new parent, with everything below it. */
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
