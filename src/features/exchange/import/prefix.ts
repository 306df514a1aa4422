// What stands before the slugs of an import into a category, so that two folders do not meet: the category's own name, or all
// names down to it where documents have that already, or where something elsewhere has slugs that begin with the short one.

import { slugOf } from '#convert/page/file.ts'
import type { Deps } from '#deps.ts'
import { listCategories } from '#features/categories/reading.ts'
import { findByNames } from '../category-names.ts'
import { listSlugsFrom } from '../store.ts'

/** prefixFor is '' for an import into no category. */
export async function prefixFor({ db }: Pick<Deps, 'db'>, names: readonly string[]): Promise<string> {
  const into = names.join('/')
  if (names.length < 2) return into === '' ? '' : `${into}/`
  const [long, short] = [slugOf(into, 'category'), slugOf(names.at(-1)!, 'category')]
  const categories = await listCategories({ db })
  const target = findByNames(categories, names)
  const within = new Set<number | null>(target ? [target.id] : [])
  // Parents come before their children in the list.
  for (const { id, parent_id } of categories) if (parent_id !== null && within.has(parent_id)) within.add(id)
  const begins = (slug: string, beginning: string) => slug === beginning || slug.startsWith(`${beginning}-`)
  const documents = await listSlugsFrom(db.read, [long, short])
  const isOld = documents.some(({ slug }) => begins(slug, long))
  const isTaken =
    documents.some(({ slug, category_id }) => begins(slug, short) && !within.has(category_id)) ||
    categories.some(({ id, slug }) => begins(slug, short) && !within.has(id))
  return isOld || isTaken ? `${into}/` : `${names.at(-1)}/`
}
