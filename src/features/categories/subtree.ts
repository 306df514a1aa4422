// A category's subtree as a condition on documents. Recursive queries use `union`, which terminates on cycles; `union all`
// would not.

import { type Expression, type SqlBool, sql } from 'kysely'

/** Documents without a category. */
export const NO_CATEGORY = 0

/** Takes a category's id or a parameter of a prepared query. */
export const inSubtree = (categoryId: unknown): Expression<SqlBool> =>
  categoryId === NO_CATEGORY
    ? sql<SqlBool>`documents.category_id is null`
    : sql<SqlBool>`documents.category_id in (
        with recursive below (id) as (
          select id from categories where id = ${categoryId}
          union select categories.id from categories inner join below on categories.parent_id = below.id
        ) select id from below)`

/** The column's category is one of these or below one. */
export const inSubtrees = (column: string, categoryIds: readonly number[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} in (
    with recursive below (id) as (
      select id from categories where id in (${sql.join(categoryIds)})
      union select categories.id from categories inner join below on categories.parent_id = below.id
    ) select id from below)`
